import TestSupport
import Testing

@Suite("A test device and the real adb: what Android's programs answer", .waits, .timeLimit(.minutes(30)))
struct ScenarioTests {
    static let view = "-a android.intent.action.VIEW -d 'https://shop.example.com/a?b=1'"

    @Test(
        "am start tells what opened the link",
        arguments: [
            (TestDevice.Scenario.app, "Activity: com.example.shop/.LinkActivity\n"),
            (.browser, "Activity: com.android.chrome/org.chromium.chrome.browser.ChromeTabbedActivity\n"),
            (.chooser, "Activity: android/com.android.internal.app.ResolverActivity\n"),
            (.front, "Warning: Activity not started, its current task has been brought to the front\nStatus: ok\n"),
            (.top, "Warning: Activity not started, intent has been delivered to currently running top-most instance.\nStatus: ok\n"),
            (.timeout, "Status: timeout\n"),
        ])
    func opens(scenario: TestDevice.Scenario, line: String) throws {
        let device = try TestDevice(android: 14, scenario: scenario)
        try device.connect()
        let answer = try device.shell("am start -W \(Self.view)")
        #expect(answer.output.hasPrefix("Starting: Intent { act=android.intent.action.VIEW dat=https://shop.example.com/... }\n"))
        #expect(answer.output.contains("\n" + line))
        #expect(answer.output.hasSuffix("\nComplete\n"))
        #expect((answer.error, answer.status) == ("", 0))
    }

    @Test("Android 9 tells ThisTime, and later versions LaunchState instead")
    func versions() throws {
        let old = try TestDevice(android: 9)
        let new = try TestDevice(android: 10, beside: old)
        try old.connect()
        try new.connect()
        #expect(
            try old.shell("am start -W \(Self.view)").output.hasSuffix(
                """
                Status: ok
                Activity: com.example.shop/.LinkActivity
                ThisTime: 482
                TotalTime: 482
                WaitTime: 497
                Complete

                """))
        #expect(
            try new.shell("am start -W \(Self.view)").output.hasSuffix(
                """
                Status: ok
                LaunchState: COLD
                Activity: com.example.shop/.LinkActivity
                TotalTime: 482
                WaitTime: 497
                Complete

                """))
    }

    @Test("a link that nothing opens is an error, on standard error if am does not wait")
    func nothing() throws {
        let device = try TestDevice(android: 11, scenario: .nothing)
        try device.connect()
        let intent = "act=android.intent.action.VIEW dat=nowhere://a/b?c=d"
        let error = "Error: Activity not started, unable to resolve Intent { \(intent) flg=0x10000000 }\n"
        let words = "-a android.intent.action.VIEW -d 'nowhere://a/b?c=d'"
        let waiting = try device.shell("am start -W \(words)")
        #expect(waiting.output == "Starting: Intent { \(intent) }\n" + error)
        let going = try device.shell("am start \(words)")
        #expect((going.output, going.error) == ("Starting: Intent { \(intent) }\n", error))
        #expect(try device.shell("cmd package resolve-activity --brief \(words)").output == "No activity found\n")
        #expect(try device.shell("cmd package query-activities --brief \(words)").output == "No activities found\n")
    }

    @Test(
        "an activity that is not exported is an exception, in the words of each version",
        arguments: [
            (10, "Security exception: Permission Denial: "),
            (11, "\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: "),
        ])
    func notExported(android: Int, start: String) throws {
        let device = try TestDevice(android: android, scenario: .notExported)
        try device.connect()
        let answer = try device.shell("am start -W -n com.example.shop/.LinkActivity \(Self.view)")
        #expect(answer.status == 255)
        let intent = "dat=https://shop.example.com/... flg=0x10000000 cmp=com.example.shop/.LinkActivity"
        #expect(answer.error.hasPrefix("\(start)starting Intent { act=android.intent.action.VIEW \(intent) } from null "))
    }

    @Test(
        "a link that goes to the browser opens in the app if the package is named",
        arguments: [
            TestDevice.Scenario.browser, .unverified, .denied,
        ])
    func explicit(scenario: TestDevice.Scenario) throws {
        let device = try TestDevice(scenario: scenario)
        try device.connect()
        #expect(try device.shell("am start -W \(Self.view)").output.contains("\nActivity: com.android.chrome/"))
        let answer = try device.shell("am start -W \(Self.view) com.example.shop").output
        #expect(
            answer.hasPrefix("Starting: Intent { act=android.intent.action.VIEW dat=https://shop.example.com/... pkg=com.example.shop }\n"))
        #expect(answer.contains("\nActivity: com.example.shop/.LinkActivity\n"))
    }

    @Test("from Android 12 on, the package manager tells the verification of each domain")
    func appLinks() throws {
        let device = try TestDevice(android: 12, scenario: .unverified, host: "example.net")
        try device.connect()
        let plain = try device.shell("pm get-app-links com.example.shop").output
        #expect(plain.hasPrefix("  com.example.shop:\n    ID: "))
        let states = ["1024", "none", "legacy_failure", "system_configured", "denied", "approved", "restored"]
        for state in states { #expect(plain.contains("example.net: \(state)\n")) }
        #expect(!plain.contains("User 0"))
        let user = try device.shell("pm get-app-links --user 0 com.example.shop").output
        #expect(user.hasPrefix(plain))
        #expect(
            user.contains("      Selection state:\n        Enabled:\n          www.example.net\n        Disabled:\n          example.net\n")
        )
        #expect(try device.shell("pm verify-app-links --re-verify com.example.shop") == device.shell("true"))
        #expect(try device.shell("pm get-app-links com.example.none").status == 1)
        let denied = try TestDevice(scenario: .denied, beside: device)
        try denied.connect()
        #expect(try denied.shell("pm get-app-links --user 0 com.example.shop").output.contains("link handling allowed: false\n"))
    }

    @Test("before Android 12, it does not know these commands, and dumpsys tells the status of a package")
    func oldAppLinks() throws {
        let device = try TestDevice(android: 11)
        try device.connect()
        for command in ["get-app-links", "verify-app-links"] {
            let answer = try device.shell("pm \(command) com.example.shop")
            #expect((answer.output, answer.status) == ("Unknown command: \(command)\n", 255))
        }
        let dump = try device.shell("dumpsys package d").output
        #expect(dump.contains("  Domains: shop.example.com www.shop.example.com\n  Status:  always : 200000000\n"))
        #expect(try device.shell("dumpsys package domain-preferred-apps").output == dump)
    }

    @Test("the package manager resolves and lists")
    func packages() throws {
        let device = try TestDevice()
        try device.connect()
        #expect(
            try device.shell("cmd package resolve-activity --brief \(Self.view)").output.hasSuffix(
                " isDefault=true\ncom.example.shop/.LinkActivity\n"))
        #expect(
            try device.shell("cmd package query-activities --brief \(Self.view)").output.hasPrefix(
                "2 activities found:\n  Activity #0:\n    priority=0 "))
        #expect(try device.shell("pm list packages shop").output == "package:com.example.shop\n")
        #expect(try device.shell("getprop").output.contains("[ro.build.version.sdk]: [34]\n"))
    }

    private static let everyVersion = TestDevice.Scenario.allCases.flatMap { scenario in (10...16).map { (scenario, $0) } }

    @Test("every scenario answers on every version", .daily, arguments: Seeds.share(of: everyVersion, in: 3))
    func complete(scenario: TestDevice.Scenario, android: Int) throws {
        let device = try TestDevice(android: android, scenario: scenario)
        try device.connect()
        let answer = try device.shell("am start -W \(Self.view)")
        #expect(answer.output.hasPrefix("Starting: Intent { "))
        #expect(!(answer.output + answer.error).contains("{package}"))
    }
}
