import LinkLayers
import Testing

@testable import Projects

@Suite("Declarations in property lists")
struct LinkDeclarationsTests {
    private func findings(_ text: String) -> [String] {
        Project(declaredIn: SourceFile("App.plist", Array(text.utf8))).findings.map { "\($0.code.rawValue):\($0.place.line) \($0.message)" }
    }

    @Test(
        "domains that iOS ignores (rule 28)",
        arguments: [
            ("shop.example", "no-service-prefix", "no service stands before the host", "Write applinks:shop.example, or another service."),
            (
                "shop.example:443", "no-service-prefix", "no service stands before the host",
                "Write applinks:shop.example, or another service."
            ),
            (
                "https://shop.example/p", "no-service-prefix", "no service stands before the host",
                "Write applinks:shop.example, or another service."
            ),
            ("applinks:https://shop.example/", "has-url", "an entry is a service and a host, not a URL", "Write applinks:shop.example."),
            (
                "appclips:shop.example/", "has-path", "a path follows the host",
                "Write appclips:shop.example, and put paths into apple-app-site-association."
            ),
            ("applinks:shop.example:8443", "invalid", "the host has a port; iOS fetches the file only from port 443", "Remove the port."),
            ("applinks://shop.example", "has-url", "an entry is a service and a host, not a URL", "Write applinks:shop.example."),
            ("applinks:a.example,applinks:b.example", "invalid", "it holds several entries", "Write a <string> for each entry."),
            ("applinks:a.example, b.example", "invalid", "it holds several entries", "Write a <string> for each entry."),
            ("applinks:a.example applinks:b.example", "invalid", "it holds several entries", "Write a <string> for each entry."),
            ("applinks:192.168.1.5", "invalid", "it has an IP address; associated domains need the name of a host", nil),
            ("applinks:[::1]", "invalid", "it has an IP address; associated domains need the name of a host", nil),
            ("applinks:shop", "invalid", "the host is not a whole name, such as shop.example.com", nil),
            ("applinks: shop.example", "invalid", "it contains a space or a line end", "Remove the space."),
            ("applinks:shop.example ", "invalid", "it contains a space or a line end", "Remove the space."),
            ("applinks:*.com", "invalid", "the host is not a whole name, such as shop.example.com", nil),
            ("applinks:sh\u{F6}p.example", "invalid", "a host cannot contain \u{F6}", nil),
            ("applinks:", "invalid", "the host is missing", nil),
            ("applinks:shop.*.example", "invalid", "a * can only be the first label of the host, as in *.example.com", nil),
            ("applinks:user@shop.example", "invalid", "a host cannot contain @", nil),
            (
                "applink:shop.example", "invalid",
                "the service applink is unknown; it is one of activitycontinuation, appclips, applinks, authsrv, messagefilter, webcredentials",
                "Write applinks:shop.example."
            ),
            (
                "applinks:shop.example?mode=debug", "invalid",
                "after the host, only ?mode=developer, ?mode=managed or ?mode=developer+managed can follow", nil
            ),
        ] as [(String, String, String, String?)])
    func domains(entry: String, code: String, problem: String, repair: String?) {
        let found = Project(declaredIn: SourceFile("a", Array(entitlements(entry).utf8))).findings
        #expect(found.map(\.code.rawValue) == ["ios-domain-" + code] && found.map(\.place.line) == [4])
        #expect(found.first?.message == "iOS ignores \"\(entry)\": \(problem)." && found.first?.repair == repair)
    }

    @Test("domains and schemes that work")
    func right() {
        #expect(findings(entitlements("applinks:shop.example", "applinks:*.shop.example?mode=managed", "webcredentials:x.example")) == [])
        #expect(findings(entitlements("messagefilter:api.shop.example", "authsrv:login.shop.example?mode=managed")) == [])
        #expect(findings(schemes("shop", "shop+x-1.2", "$(SCHEME)", "fb${ID}")) == [])
        #expect(findings(plist("<key>LSApplicationQueriesSchemes</key><array><string>https</string></array>")) == [])
    }

    @Test(
        "schemes that are none (rule 26)",
        arguments: [
            ("", "it is empty"), ("shop://", "a scheme ends before the colon; write shop"), ("1shop", "a scheme begins with a letter"),
            (
                "12-ab.apps.googleusercontent.com",
                "it is a Google client ID, and the scheme is that ID with its parts in reverse order"
            ),
            ("REVERSED_CLIENT_ID", "it is the name of a value in GoogleService-Info.plist"),
            ("1234567890", "a scheme begins with a letter; for a Facebook login, it is fb and then the app's ID"),
            ("1107846749", "a scheme begins with a letter; for a QQ login, it is tencent and then the app's ID"),
            ("my_shop", "a scheme can contain only letters, digits, +, - and dots; this one contains _"),
            ("my shop", "a scheme can contain only letters, digits, +, - and dots; this one contains a space"),
        ])
    func schemeProblems(scheme: String, problem: String) {
        #expect(
            findings(schemes(scheme)) == ["ios-scheme-invalid:4 Links with the scheme \"\(scheme)\" do not open the app: \(problem)."]
        )
        let asked = plist("<key>LSApplicationQueriesSchemes</key><array><string>\(scheme)</string></array>")
        #expect(findings(asked) == ["ios-queries-scheme:3 canOpenURL returns false for \"\(scheme)\": \(problem)."])
    }

    @Test("a scheme that has a known mistake is written right")
    func meant() {
        let text = schemes("12-ab.apps.googleusercontent.com", "1234567890", "101234567")
        #expect(
            Project(declaredIn: SourceFile("a", Array(text.utf8))).findings.map(\.repair) == [
                "Write com.googleusercontent.apps.12-ab.", "Write fb1234567890.", "Write tencent101234567.",
            ])
    }

    @Test("a domain of a service that ended opens no app")
    func ended() {
        #expect(
            findings(entitlements("applinks:shop.page.link", "webcredentials:shop.page.link")) == [
                "dead-service:4 Firebase Dynamic Links ended in August 2025, so no link to shop.page.link opens the app any more."
            ])
    }

    @Test("the host of instructions is not that of the app, and the hosts below it may be")
    func placeholders() {
        let found = findings(entitlements("applinks:example.com", "webcredentials:yourdomain.com", "applinks:shop.example.com"))
        #expect(
            found == [
                "ios-domain-invalid:4 example.com is the placeholder of instructions, so this entry has no effect.",
                "ios-domain-invalid:5 yourdomain.com is the placeholder of instructions, so this entry has no effect.",
            ])
    }

    @Test("iOS reads no URL types from a dictionary")
    func unreadableTypes() {
        let dictionary = plist(
            "<key>CFBundleURLTypes</key>\n<dict><key>CFBundleURLSchemes</key><array><string>shop</string></array></dict>")
        #expect(
            findings(dictionary) == [
                "ios-scheme-invalid:4 iOS reads no schemes from CFBundleURLTypes, because it is a dictionary and not an array of dictionaries."
            ])
        #expect(
            findings(
                dictionary.replacing("<dict><key>CFB", with: "<array><dict><key>CFB")
                    .replacing("</dict>\n</dict>", with: "</dict></array>\n</dict>")) == [])
    }

    @Test("a scheme of iOS itself is a warning")
    func systemScheme() {
        let found = Project(declaredIn: SourceFile("a", Array(schemes("https", "shop").utf8))).findings
        #expect(found.map(\.severity) == [.warning] && found.map(\.code) == [.schemeInvalid])
    }

    @Test("iOS reads 50 of the schemes that an app asks about (rule 31)")
    func queries() {
        let list = { count in
            plist("<key>LSApplicationQueriesSchemes</key><array>\n" + (0..<count).map { "<string>s\($0)</string>\n" }.joined() + "</array>")
        }
        #expect(findings(list(50)) == [])
        #expect(
            findings(list(60)) == [
                "ios-queries-scheme:54 iOS reads only the first 50 of these schemes. canOpenURL returns false for the others."
            ])
    }

    @Test("a domain for development alone is one that the App Store's builds do not have (rule 28)")
    func developerMode() {
        #expect(findings(entitlements("applinks:a.example?mode=developer")).count == 1)
        #expect(findings(entitlements("applinks:a.example?mode=developer", "applinks:a.example")) == [])
        #expect(findings(entitlements("webcredentials:a.example?mode=developer")) == [])
        #expect(findings(entitlements("applinks:a.example", "applinks:a.example?mode=developer+managed")) == [])
    }

    @Test("domains in Info.plist have no effect (rule 28)")
    func domainsInInfo() {
        let found = Project(declaredIn: SourceFile("Shop-Info.plist", Array(entitlements("applinks:a.example").utf8))).findings
        #expect(found.map(\.code) == [.entitlementsFileUnused] && found.first?.repair?.contains("CODE_SIGN_ENTITLEMENTS") == true)
    }

    @Test("the scheme of a login with Facebook is that of the app's ID")
    func facebookLogin() {
        func withID(_ id: String, _ file: String) -> [String] {
            let start = "<key>CFBundleURLTypes</key>"
            return findings(file.replacing(start, with: "<key>FacebookAppID</key><string>\(id)</string>" + start))
        }
        #expect(
            withID("1234567", schemes("shop", "fb7654321")).map { $0.drop { $0 != " " } } == [
                " After a login, Facebook opens fb1234567:, but the app claims \"fb7654321\"."
            ])
        #expect(withID("1234567", schemes("fb7654321", "fb1234567")) == [] && withID("1234567", schemes("fb1234567paid")) == [])
        #expect(withID(String(repeating: "1", count: 1000), schemes("fb7654321")) == [], "this is no ID")
        #expect(withID("1234567", schemes("shop")) == [] && withID("$(FACEBOOK_ID)", schemes("fb7654321")) == [])
        #expect(withID("1234567", schemes("fb7654321", "fb$(FACEBOOK_ID)")) == [], "what the build fills in may be right")
    }

    @Test("a file that cannot be read is one finding")
    func unreadable() {
        #expect(findings("<plist><dict><key>CFBundleURLSchemes").map { $0.prefix(25) } == ["file-unreadable:1 line 1,"])
        #expect(findings("<plist><dict>") == [], "no word about links")
    }
}
