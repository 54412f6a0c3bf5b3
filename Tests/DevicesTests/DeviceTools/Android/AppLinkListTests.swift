import DeviceTools
import Testing

@Suite("What pm get-app-links reports about several apps")
struct AppLinkListTests {
    private static let key = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let other = Array(repeating: "0C", count: 32).joined(separator: ":")

    /// In the form of Android 12 to 14: a shop, its debug variant, and an app whose hosts only the user can choose.
    private static let output = """
          com.example.shop:
            ID: 01234567-89ab-cdef-0123-456789abcdef
            Signatures: [\(key)]
            Domain verification state:
              shop.example: verified
            User 0:
              Verification link handling allowed: true
              Selection state:
                Disabled:
                  shop.example
          com.example.shop.debug:
            ID: 01234567-89ab-cdef-0123-456789abcde0
            Signatures: [\(other), \(key)]
            Domain verification state:
              shop.example: 1024
              *.shops.example: none
            User 0:
              Verification link handling allowed: false
              Selection state:
                Enabled:
                  shop.example
          org.example.reader:
            ID: 01234567-89ab-cdef-0123-456789abcde1
            Signatures: [\(other)]
            User 0:
              Verification link handling allowed: true
              Selection state:
                Disabled:
                  shop.example

        """

    private let apps = AppLinkList.apps(.printing(output))

    @Test("each app has its states, also one whose hosts the device does not verify")
    func list() {
        #expect(apps.map(\.package) == ["com.example.shop", "com.example.shop.debug", "org.example.reader"])
        #expect(apps.map { $0.states.domain(for: "shop.example")?.state } == ["verified", "1024", nil])
        #expect(apps.map(\.states.signatures) == [[Self.key], [Self.other, Self.key], [Self.other]])
        #expect(apps.map(\.states.isAllowed) == [true, false, true])
        #expect(apps.map { $0.states.declares("shop.example") } == [true, true, true])
        #expect(apps.map { $0.states.declares("a.shops.example") } == [false, true, false])
    }

    @Test("an app gets the links of a host that is verified or that the user has chosen, unless the user has switched links off")
    func opensLinks() throws {
        #expect(apps.map { $0.states.opensLinks(of: "SHOP.example") } == [true, false, false])
        var chosen = try #require(apps.last)
        chosen.states.selected = ["shop.example"]
        #expect(chosen.states.opensLinks(of: "shop.example") && !chosen.states.opensLinks(of: "other.example"))
    }

    @Test("sentences tell the state, the choice and the switch of the user")
    func sentences() {
        #expect(
            apps[1].sentences(about: "shop.example").dropFirst() == [
                "the user has chosen com.example.shop.debug for the links of shop.example",
                "the user has switched off \"Open supported links\" for com.example.shop.debug",
            ])
        #expect(
            apps[2].sentences(about: "shop.example") == [
                "org.example.reader does not declare shop.example with autoVerify; it declares no hosts"
            ])
    }

    @Test("CR LF, the answer for one app without a user, and unknown lines")
    func forms() throws {
        let text =
            "com.example.shop:\r\n  ID: 1\r\n  Signatures: [***]\r\n  Domain verification state:\r\n    shop.example: verified\r\n"
            + "    Something new in a later version\r\n"
        let app = try #require(AppLinkList.apps(.printing(text)).first)
        #expect(app.states.domains == [AppLinkStates.Domain(host: "shop.example", state: "verified")])
        #expect(app.states.isAllowed == nil && app.states.opensLinks(of: "shop.example"))
    }

    @Test(
        "hostile answers give no more than bounded texts",
        arguments: [
            "Signatures: [" + String(repeating: "A", count: 100_000) + "]", String(repeating: ":\n", count: 10_000),
            String(repeating: "[", count: 10_000), "Signatures: [" + String(repeating: "A,", count: 10_000),
        ])
    func hostile(_ text: String) {
        let apps = AppLinkList.apps(.printing("com.example.shop:\n\(text)\nDomain verification state:\n"))
        #expect(apps.count == 1)
        #expect(apps.allSatisfy { $0.states.signatures.count <= 16 && $0.states.signatures.allSatisfy { $0.utf8.count <= 200 } })
        let many = (0..<5000).map { "com.example.a\($0):\nDomain verification state:\n" }.joined()
        #expect(AppLinkList.apps(.printing(many)).count == 2000)
    }

    @Test("an older Android does not know the command, and a device may not have the app")
    func failures() {
        func run(_ output: String = "", errors: String = "", code: Int32) -> ToolRun {
            ToolRun(ToolCommand([], seconds: 1), .exited(code), output: output, errors: errors)
        }
        #expect(AppLinkList.isUnknown(to: run("Unknown command: get-app-links\n", code: 255)))
        #expect(AppLinkList.isUnknown(to: run("Error: unknown command 'get-app-links'\n", code: 0)))
        #expect(!AppLinkList.isUnknown(to: run(Self.output, code: 0)))
        #expect(AppLinkList.isNotInstalled(run(errors: "Error: package com.example.none unavailable\n", code: 1)))
        #expect(!AppLinkList.isNotInstalled(run(errors: "Error: device not found\n", code: 1)))
    }

    @Test("the command names the app, or no app", arguments: [nil, "com.example.shop"])
    func command(_ package: String?) {
        let words = AppLinkList.command(AndroidShell(device: "P8"), package: package).arguments
        #expect(words == ["adb", "-s", "P8", "shell", "pm", "get-app-links", "--user", "0"] + (package.map { [$0] } ?? []))
    }

    @Test("the version of Android", arguments: [("14\n", "Android 14"), ("8.1.0\r\n", "Android 8.1.0"), ("\u{1B}[2J\n", nil), ("", nil)])
    func version(_ output: String, _ system: String?) {
        #expect(AndroidVersion.system(.printing(output)) == system)
    }

    @Test("the app of a question must be an ID", arguments: [("com.example.shop", true), ("--user", false), ("a b", false), ("", false)])
    func problem(_ app: String, _ isFine: Bool) {
        #expect((VerificationRequest("shop.example", app: app).problem == nil) == isFine)
    }
}
