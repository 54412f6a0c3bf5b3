// Sends the measurement events of Bolts' App Links to `linkscope listen`. Call it once at the start of debug builds. In the iOS Simulator,
// 127.0.0.1 is your Mac. If App Transport Security blocks http, set NSAllowsLocalNetworking in the Info.plist of debug builds.
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func forwardMeasurementEvents(to listener: URL) {
    let name = Notification.Name("com.parse.bolts.measurement_event")
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
        let arguments = notification.userInfo?["event_args"] as? [String: Any] ?? [:]
        let event: [String: Any] = [
            "event_name": notification.userInfo?["event_name"] as? String ?? "", "event_args": arguments.mapValues { "\($0)" },
        ]
        var request = URLRequest(url: listener)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONSerialization.data(withJSONObject: event)
        URLSession.shared.dataTask(with: request).resume()
    }
}
// forwardMeasurementEvents(to: URL(string: "http://127.0.0.1:8089/events")!)
