// Sends the measurement events of Bolts' App Links to `linkscope listen`. Call it once in Application.onCreate of debug builds, after
// `adb reverse tcp:8089 tcp:8089`. The manifest of debug builds needs the permission INTERNET and android:usesCleartextTraffic="true".
import android.content.*
import androidx.localbroadcastmanager.content.LocalBroadcastManager
import java.net.HttpURLConnection
import java.net.URL
import kotlin.concurrent.thread
import org.json.JSONObject

fun forwardMeasurementEvents(context: Context, listener: String = "http://127.0.0.1:8089/events") {
    val receiver = object : BroadcastReceiver() {
        override fun onReceive(context: Context, intent: Intent) {
            val arguments = intent.getBundleExtra("event_args")
            val values = arguments?.keySet().orEmpty().associateWith { arguments?.get(it).toString() }
            val event = JSONObject().put("event_name", intent.getStringExtra("event_name")).put("event_args", JSONObject(values))
            thread {
                runCatching {
                    val connection = URL(listener).openConnection() as HttpURLConnection
                    connection.requestMethod = "POST"
                    connection.doOutput = true
                    connection.setRequestProperty("Content-Type", "application/json")
                    connection.outputStream.use { it.write(event.toString().toByteArray()) }
                    connection.inputStream.use { it.readBytes() }
                }
            }
        }
    }
    LocalBroadcastManager.getInstance(context).registerReceiver(receiver, IntentFilter("com.parse.bolts.measurement_event"))
}
