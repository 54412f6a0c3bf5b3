import Foundation
import TestSupport
import Testing

@Suite("linkscope test --on", .waits, .timeLimit(.minutes(30)))
struct TestOnDeviceTests {
    private static let suite = """
        device: Android
        links:
          - link: https://shop.example.com/item/7
            opens: app
            app: Shop
            extras: {}
            trail: [Shop, Nieuws, Shop]
          - {link: "shop://item/8", opens: browser, from: Nieuws}
          - {link: "shop://item/9", events: []}

        """

    @Test("an Android device opens the links in order; what it cannot tell is said once")
    func adb() async throws {
        let device = try TestDevice()
        try device.connect()
        let home = try Home()
        let suite = try home.file("links.yaml", Self.suite)
        let finished = try await home.run(["test", "--on", "adb", suite], device.environment)
        #expect(finished.end == .exited(1) && finished.error.isEmpty, "\(finished)")
        #expect(
            finished.output == """
                FAIL  \(suite):8:12  shop://item/8
                  opens       \(suite):8:36
                      8 |   - {link: "shop://item/8", opens: browser, from: Nieuws}
                        |                                    ^^^^^^^
                  expected    browser
                  got         com.example.shop
                  why         opened in com.example.shop, activity .LinkActivity
                  decided by  Pixel 8 (\(device.serial))

                3 links: 1 passed, 1 failed, 1 not checked
                Not checked on a device: extras, events, trail, from.

                """)
        let starts = try device.commands().filter { $0.starts(with: ["am", "start"]) }
        #expect(starts.compactMap(\.last) == ["https://shop.example.com/item/7", "shop://item/8"])
        let json = try await home.run(["test", "--on", "adb", "--device", device.serial, "--json", suite], device.environment)
        #expect(json.lines.count == 3 && json.lines[2].contains(#""passed":null"#) && json.lines[2].contains(#""notChecked":["events"]"#))
        #expect(json.lines[0].contains(#""passed":true"#) && json.lines[0].contains(#""notChecked":["extras","trail"]"#))
    }

    @Test("a device that goes away ends the test with exit code 3; the results before stay, also in the report")
    func disconnected() async throws {
        let device = try TestDevice()
        try device.connect()
        let home = try Home()
        let suite = try home.file(
            "links.yaml",
            "device: Android\nlinks:\n  - {link: \"shop://1\", opens: nothing}\n  - {link: \"https://shop.example.com/2\", opens: app}\n"
                + "  - {link: \"shop://3\", opens: app}\n")
        // Only web links ask the device for its browsers, so the device goes away at the second link.
        try device.misbehave(.disconnectAt("cmd"))
        let finished = try await home.run(["test", "--on", "adb", "--junit", home.path + "/out.xml", suite], device.environment)
        #expect(finished.end == .exited(3), "\(finished)")
        #expect(finished.output.hasPrefix("FAIL  ") && finished.output.hasSuffix("1 link: 0 passed, 1 failed, 2 not run\n"), "\(finished)")
        #expect(finished.error.hasPrefix("linkscope: --on adb: "), "\(finished)")
        #expect(String(decoding: Home.bytes(of: home.path + "/out.xml"), as: UTF8.self).contains("tests=\"1\" failures=\"1\""))
    }

    @Test("the simulator does not tell what opened a link: this is said, and does not pass")
    func simctl() async throws {
        let home = try Home()
        // In the form of `simctl list --json` and of the answer to a link that no app handles.
        try home.file(
            "xcrun.txt",
            #"""
            #!/bin/sh
            case "$*" in
            *list*) echo '{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-18-1":[{"udid":"U1","name":"iPhone 16","state":"Booted","isAvailable":true}]}}' ;;
            *mystery*) echo 'An error was encountered (domain=NSOSStatusErrorDomain, code=-10814)' >&2; exit 1 ;;
            esac

            """#)
        let suite = try home.file(
            "links.yaml",
            "links: [{link: \"shop://1\", opens: app, app: Shop}, {link: \"mystery://2\", opens: nothing}, {link: \"shop://3\", opens: nothing}]\n"
        )
        // The program is written by another process: one that this process writes cannot be run while another test starts a program.
        let finished = try await home.script(
            "cd \"$HOME\"; mkdir bin; cp xcrun.txt bin/xcrun; chmod +x bin/xcrun; PATH=\"$HOME/bin:$PATH\"; \"$0\" test --on simctl '\(suite)'"
        )
        #expect(finished.end == .exited(1), "\(finished)")
        #expect(finished.output.contains("got         an app or the browser\n"), "\(finished)")
        #expect(
            finished.output.hasSuffix(
                """
                3 links: 1 passed, 1 failed, 1 not checked
                Not checked on a device: opens, app. simctl does not report what opened a link that it accepted.

                """), "\(finished)")
    }

    @Test(
        "options that do not fit are refused",
        arguments: [
            (["--device", "x"], "--device needs --on; to choose a simulated device, write device in the suite"),
            (["--on", "adb", "--watch"], "--watch cannot be combined with --on"),
        ])
    func usage(_ options: [String], _ message: String) async throws {
        let finished = try await Home().run(["test"] + options + ["links.yaml"])
        #expect(finished.end == .exited(2) && finished.error.hasPrefix("linkscope: \(message)\n"), "\(finished)")
    }
}
