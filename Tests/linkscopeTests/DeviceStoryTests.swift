import TestSupport
import Testing

@Suite("The inspector beside a real device", .waits, .timeLimit(.minutes(30)))
struct DeviceStoryTests {
    @Test(
        "a link arrives on the device, the inspector shows it, O sends it back, the log tells that it opened, and the journey tells all of it"
    )
    func story() async throws {
        let device = try TestDevice(android: 9)
        try device.connect()
        let terminal = try Home().inspector(["--follow", "adb", "--device", "Android"], device.environment)
        try await terminal.wait(for: "Paste a link")
        try device.waitForFollowers(1)
        try device.add(
            "11-26 09:41:07.318  1402  3127 I ActivityManager: START u0 {act=android.intent.action.VIEW dat=shop://item/7?x=1 "
                + "flg=0x10000000 cmp=com.example.shop/.Main} from uid 10112")
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "shop://item/7?x=1")
        terminal.type("O")
        try await terminal.wait(for: "Pixel 3 (\(device.serial))")
        terminal.type("\r")
        try await terminal.wait(for: "the app that Android chooses")
        terminal.type("\r")
        try await terminal.wait(for: "Pixel 3: opened in com.example.shop, activity .LinkActivity.")
        // The start is in the log of the device, so it arrives as a link too.
        try await terminal.wait(for: "2 links")
        terminal.type(":go 1\r")
        try await terminal.wait(for: "On Pixel 3")
        let start = try #require(try device.commands().first { $0.starts(with: ["am", "start"]) })
        #expect(start.last == "shop://item/7?x=1")
        await terminal.quit()
    }

    @Test("V asks the device whether it has verified the host, after O has opened a link on it")
    func verdict() async throws {
        let device = try TestDevice(scenario: .unverified, host: "page.test")
        try device.connect()
        let links = """
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
              "package_name": "com.example.shop", "sha256_cert_fingerprints": ["\(TestDevice.signature)"]}}]
            """
        let site = try PageServer(["page.test /.well-known/assetlinks.json": .page(links, type: "application/json")], isSecure: true)
        let home = try Home()
        let terminal = try home.inspector(
            ["--allow-private", "--connect-to", site.standIn(for: "page.test")],
            device.environment.merging(["SSL_CERT_FILE": try PageServer.authority()]) { $1 })
        try await terminal.wait(for: "Paste a link")
        terminal.paste("https://page.test/item/7")
        try await terminal.wait(for: "1 link")
        terminal.type(":open-on adb\r")
        try await terminal.wait(for: "went to the browser")
        terminal.type("Vz")
        try await terminal.wait(for: "on Pixel 8, no app gets it")
        // Page Down: the device comes after what the files say, with the steps of the engine.
        terminal.type("\u{1B}[6~\u{1B}[6~")
        try await terminal.wait(for: "On Pixel 8 (\(device.serial), Android 14)")
        try await terminal.wait(for: "page.test is not verified")
        terminal.type("z")
        await terminal.quit()
    }

    @Test("a device that goes away is told in the header, and its log goes on when it is back")
    func disconnected() async throws {
        let device = try TestDevice()
        try device.connect()
        let terminal = try Home().inspector(["--follow", "adb"], device.environment)
        try device.waitForFollowers(1)
        try device.disconnect()
        try await terminal.wait(for: "adb log: ")
        try device.connect()
        try device.waitForFollowers(1)
        try device.add("11-26 09:42:00.000  1402  1455 I Shop    : open shop://back/again")
        try await terminal.wait(for: "shop://back/again")
        await terminal.quit()
    }

    @Test("--plain reads the log of a device too")
    func plain() async throws {
        let device = try TestDevice()
        try device.connect()
        let terminal = try Home().inspector(["--plain", "--follow", "adb"], device.environment)
        try device.waitForFollowers(1)
        try device.add("11-26 09:42:00.000  1402  1455 I Shop    : open shop://plain/1")
        try await terminal.wait(for: "shop://plain/1")
        terminal.type("quit\r")
        #expect(await terminal.end() == .exited(0))
    }

    @Test("a tool that ignores the request to end does not outlive linkscope", arguments: [([String](), "q"), (["--plain"], "quit\r")])
    func stubborn(arguments: [String], quit: String) async throws {
        let home = try Home()
        let adb = """
            #!/bin/sh
            case "$*" in
            *devices*) printf 'List of devices attached\\nserial\\tdevice model:Pixel_8\\n' ;;
            *-d*) ;;
            *logcat*)
                trap '' TERM
                echo $$ > \(home.path)/process
                echo '11-26 09:42:00.000  1402  1455 I Shop    : open shop://item/1'
                while :; do sleep 1; done ;;
            esac

            """
        try writeProgram(adb, to: home.path + "/adb")
        let terminal = try home.inspector(arguments + ["--follow", "adb"], ["PATH": "\(home.path):/usr/bin:/bin"])
        try await terminal.wait(for: "shop://item/1")
        terminal.type(quit)
        #expect(await terminal.end() == .exited(0))
        let isThere = try await home.script("kill -0 $(cat \(home.path)/process)")
        #expect(isThere.end != .exited(0), "\(isThere)")
    }
}
