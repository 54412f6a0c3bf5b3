import DeviceTools
import Testing

// The outputs are in the form that `am start -W` prints. The words are those of Android's source; the names are made up.
@Suite("What am start reports")
struct ActivityStartTests {
    private static let starting =
        "Starting: Intent { act=android.intent.action.VIEW cat=[android.intent.category.BROWSABLE] dat=https://shop.example/... }\n"

    private func end(_ rest: String, errors: String = "", browsers: Set<String> = ["com.android.chrome"]) -> DeviceOpening.End {
        ActivityStart(.printing(Self.starting + rest, errors: errors)).opening(browsers: browsers).end
    }

    @Test("an app that was started, on Android 9 and since Android 10")
    func started() {
        let old = "Status: ok\nActivity: com.example.shop/.MainActivity\nThisTime: 402\nTotalTime: 402\nWaitTime: 431\nComplete\n"
        let new = "Status: ok\nLaunchState: COLD\nActivity: com.example.shop/.MainActivity\nTotalTime: 402\nWaitTime: 431\nComplete\n"
        let end = DeviceOpening.End.app(id: "com.example.shop", activity: ".MainActivity", .started)
        #expect(self.end(old) == end)
        #expect(self.end(new) == end)
        #expect(self.end(new.replacing("\n", with: "\r\n")) == end)
    }

    @Test(
        "an app that was running is not started again",
        arguments: [
            ("Warning: Activity not started, its current task has been brought to the front", DeviceOpening.Manner.broughtToFront),
            ("Warning: Activity not started, intent has been delivered to currently running top-most instance.", .delivered),
        ]
    )
    func running(_ warning: String, _ manner: DeviceOpening.Manner) {
        let end = end("\(warning)\nStatus: ok\nLaunchState: HOT\nActivity: com.example.shop/.MainActivity\nWaitTime: 3\nComplete\n")
        #expect(end == .app(id: "com.example.shop", activity: ".MainActivity", manner))
    }

    @Test("a browser is told from an app by the browsers of the device")
    func browser() {
        let output = "Status: ok\nActivity: com.android.chrome/com.google.android.apps.chrome.Main\nComplete\n"
        #expect(end(output) == .browser(id: "com.android.chrome"))
        #expect(
            end(output, browsers: [])
                == .app(id: "com.android.chrome", activity: "com.google.android.apps.chrome.Main", .started))
    }

    @Test(
        "a chooser is no app",
        arguments: [
            "android/com.android.internal.app.ResolverActivity", "com.android.intentresolver/.ChooserActivity",
            "com.huawei.android.internal.app/.HwResolverActivity",
        ]
    )
    func chooser(_ activity: String) {
        #expect(end("Status: ok\nActivity: \(activity)\nComplete\n") == .chooser)
    }

    @Test(
        "nothing opened, and the report says why",
        arguments: [
            (
                "Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=shop://item/7 flg=0x10000000 }",
                "no app on the device handles the link"
            ),
            (
                "Error type 3\nError: Activity class {com.example.shop/com.example.shop.Main} does not exist.",
                "the app on the device does not have this activity"
            ),
            (
                "Exception occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting Intent { dat=shop://a } "
                    + "from null (pid=4, uid=2000) not exported from uid 10123\n\tat com.android.server.wm.ActivityTaskSupervisor",
                "the app does not let other apps start this activity (android:exported=\"false\")"
            ),
            ("Security exception: Permission Denial: starting Intent { }", "Android refused the start: permission denied"),
            (
                "Error: Activity not started, you do not have permission to access it.",
                "the device did not start the activity: you do not have permission to access it."
            ),
        ]
    )
    func nothing(_ output: String, _ reason: String) {
        #expect(end(output) == .nothing(reason: reason))
        #expect(end("", errors: output) == .nothing(reason: reason), "some versions write it to standard error")
    }

    @Test("an activity that draws too late has still opened")
    func late() {
        let opening = ActivityStart(.printing("Status: timeout\nLaunchState: COLD\nActivity: com.example.shop/.Main\nComplete\n"))
            .opening(browsers: [])
        #expect(opening.end == .app(id: "com.example.shop", activity: ".Main", .started))
        #expect(opening.remarks == ["The activity did not draw within the time that Android waits."])
    }

    @Test(
        "output that is no report tells no app",
        arguments: ["", "Activity:\n", "Activity: /\n", "Activity: x/\n", "Activity: /y\n", "Complete\n", "\u{0}\u{1B}[31m\n"]
    )
    func noReport(_ output: String) {
        #expect(end(output) == .unreported)
    }

    @Test("browsers are the packages of the activities, not the other lines")
    func browsers() {
        let run = ToolRun.printing(
            """
            2 activities found:
              Activity #0:
                priority=0 preferredOrder=0 match=0x208000 specificIndex=-1 isDefault=true
                com.android.chrome/com.google.android.apps.chrome.IntentDispatcher
              Activity #1:
                priority=0 preferredOrder=0 match=0x208000 specificIndex=-1 isDefault=true
                org.mozilla.firefox/org.mozilla.fenix.IntentReceiverActivity
            """)
        #expect(AndroidHandlerList.packages(run) == ["com.android.chrome", "org.mozilla.firefox"])
        #expect(AndroidHandlerList.packages(.printing("No activities found")).isEmpty)
    }

    @Test(
        "the text of the link, which am repeats, is no answer",
        arguments: [
            "shop://item?q=unable to resolve Intent", "shop://item/Exception: not exported", "shop://item?e=java.lang.Exception: x",
            "shop://Error: Activity not started",
        ])
    func repeatedLink(link: String) {
        let output =
            "Starting: Intent { act=android.intent.action.VIEW dat=\(link) }\nStatus: ok\nActivity: com.example.shop/.LinkActivity\n"
        let start = ActivityStart(ToolRun(ToolCommand([], seconds: 1), .exited(0), output: output))
        #expect(start.opening(browsers: []).end == .app(id: "com.example.shop", activity: ".LinkActivity", .started))
    }

    @Test("an app that only comes to the front did not get the link")
    func front() {
        let output =
            "Warning: Activity not started, its current task has been brought to the front\nStatus: ok\nActivity: com.example.shop/.Main\n"
        let opening = ActivityStart(ToolRun(ToolCommand([], seconds: 1), .exited(0), output: output)).opening(browsers: [])
        #expect(opening.isInApp == false)
        #expect(opening.words == "com.example.shop came to the front, activity .Main, but Android did not deliver the link to it")
    }
}
