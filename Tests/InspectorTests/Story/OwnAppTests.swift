import AppLinks
import Deciding
import Inspector
import Panes
import Projects
import Screen
import Testing

/// The user's own app on the device: arriving links reach it, and V says why, rule by rule.
@Suite struct OwnAppTests {
    private static let manifest = """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android">
          <application><activity android:name=".Main" android:exported="true">
            <intent-filter android:autoVerify="true">
              <action android:name="android.intent.action.VIEW"/>
              <category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
              <data android:scheme="https" android:host="trips.example" android:pathPrefix="PATH"/>
            </intent-filter>
          </activity></application>
        </manifest>
        """

    private static let gradle =
        "plugins { id(\"com.android.application\") }\nandroid { defaultConfig { applicationId = \"com.example.trips\" } }"

    private static func project(_ path: String = "/trip") -> UserProject {
        UserProject(
            Project(
                ProjectTree([
                    "settings.gradle.kts": "include(\":app\")",
                    "app/build.gradle.kts": gradle,
                    "app/src/main/AndroidManifest.xml": manifest.replacing("PATH", with: path),
                ])), name: "trips")
    }

    private func rig() -> Rig {
        var rig = Rig(device: Fixtures.android)
        rig.install(Self.project())
        return rig
    }

    private func said(_ rig: Rig) -> String {
        rig.state.detailRows.lines.filter { !$0.isContinuation }.map { "\($0.label) \($0.whole ?? $0.value)" }.joined(separator: "\n")
    }

    @Test("a web link that arrives goes to the user's app, and the header names the project")
    func arriving() {
        var rig = rig()
        rig.paste("https://trips.example/trip/7")
        #expect(rig.state.device.simulated.front == .app("com.example.trips"))
        #expect(rig.screen.contains("with trips"))
        rig.paste("https://trips.example/help")
        #expect(rig.state.device.simulated.front == .app("com.example.trips"), "a web page waits until it is opened")
    }

    @Test("a long name of the project leaves room for the app in front")
    func longName() {
        var rig = Rig(device: Fixtures.android)
        rig.install(UserProject(Self.project().project, name: "a-project-with-a-very-long-name"))
        #expect(rig.screen.contains("with a-project-with-a-…") && rig.screen.contains("in front"))
    }

    @Test("V says what each device does, by which rule, and where it stands")
    func why() {
        var rig = rig()
        rig.paste("https://trips.example/help")
        rig.press("V")
        let said = said(rig)
        #expect(said.contains("On Android, Android 15") && said.contains("result Chrome opens it"))
        #expect(said.contains("the host matches, but no path does") && said.contains("where app/src/main/AndroidManifest.xml:"))
        #expect(said.contains("on iPhone Safari opens it"))
    }

    @Test("V also answers for a link with a scheme, without asking any site")
    func scheme() {
        var rig = rig()
        rig.paste("tel:+31201234567")
        rig.press("V")
        #expect(rig.state.detail.tab == .verdict && said(rig).contains("result Phone opens it") && rig.state.lookups.running == nil)
    }

    @Test("a file that cannot be read is told, and the app stays as it was")
    func unreadable() {
        var rig = rig()
        let broken = UserProject(
            Project(ProjectTree(["app/build.gradle.kts": Self.gradle, "app/src/main/AndroidManifest.xml": "<manifest>\n<application"])),
            name: "trips")
        rig.send(.project(broken))
        #expect(rig.notice?.hasPrefix("app/src/main/AndroidManifest.xml: line 2") == true, "\(rig.notice ?? "")")
        rig.paste("https://trips.example/trip/7")
        #expect(rig.state.device.simulated.front == .app("com.example.trips"))
    }

    @Test("when the project's files change, the device follows, and the session keeps it")
    func following() {
        var rig = rig()
        rig.send(.project(Self.project("/journey")))
        #expect(rig.notice?.contains("The project trips has changed") == true)
        rig.paste("https://trips.example/journey/7")
        #expect(rig.state.device.simulated.front == .app("com.example.trips"))
        guard case .update(let device)? = rig.acts.last else {
            Issue.record("the change is not stored")
            return
        }
        #expect(Act.update(device).bytes.flatMap { Act($0) } == .update(device))
    }
}
