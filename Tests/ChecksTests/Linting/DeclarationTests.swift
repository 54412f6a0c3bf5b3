import Checks
import LinkLayers
import Testing

@Suite("What apps declare")
struct DeclarationTests {
    // MARK: AndroidManifest.xml

    /// A manifest with one filter. The filter opens links unless `data` or `categories` keep it from that.
    private func manifest(
        _ data: String, categories: [String] = ["DEFAULT", "BROWSABLE"], filter: String = "", activity: String = "android:exported=\"true\""
    ) -> String {
        let lines = categories.map { "<category android:name=\"android.intent.category.\($0)\"/>" }.joined(separator: "\n")
        return """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.shop">
            <activity android:name=".Main" \(activity)>
            <intent-filter \(filter)>
            <action android:name="android.intent.action.VIEW"/>
            \(lines)
            \(data)
            </intent-filter></activity></manifest>
            """
    }

    private func codes(_ manifest: String, sites: AppSites = AppSites()) -> [String] {
        problems(manifest, "app/AndroidManifest.xml", sites: sites)
    }

    private func problems(_ text: String, _ path: String, sites: AppSites = AppSites()) -> [String] {
        found(in: text, path, sites: sites).map { String($0.split(separator: " ")[1]) }
    }

    @Test("correct filters have no findings")
    func correct() {
        #expect(codes(manifest(#"<data android:scheme="shop" android:host="item"/>"#)) == [])
        #expect(
            codes(
                manifest(
                    #"<data android:scheme="https" android:host="*.shop.example.com" android:pathPrefix="/item"/>"#,
                    filter: "android:autoVerify=\"true\"")) == [])
        #expect(codes(manifest(#"<data android:scheme="${scheme}" android:host="@string/host" android:path="@string/path"/>"#)) == [])
        #expect(codes(manifest(#"<data android:mimeType="text/plain" android:scheme="content"/>"#, categories: [])) == [])
    }

    @Test(
        "a scheme is only the scheme, in lowercase",
        arguments: ["shop:", "shop://", "Shop", "my_shop", "1shop", ""])
    func schemes(scheme: String) {
        #expect(codes(manifest("<data android:scheme=\"\(scheme)\" android:host=\"item\"/>")) == ["manifest-scheme"])
    }

    @Test(
        "a character that no scheme contains is named",
        arguments: [
            ("shop item", "a space"), ("sh\u{F6}p", "\u{F6}"), ("sho\u{308}p", "o\u{308}"), ("my_shop", "_"),
            ("a\u{A0}b", "a space or control character"), ("a\u{1}b", "a space or control character"),
        ])
    func badCharacters(scheme: String, words: String) throws {
        let text = list("CFBundleURLSchemes", [scheme])
        let finding = try #require(FileLint(Array(text.utf8), path: "Info.plist").findings.first)
        #expect(
            finding.message == "Links with the scheme \"\(scheme)\" do not open the app: a scheme can contain only letters, digits, +, "
                + "- and dots; this one contains \(words).")
    }

    @Test("a host is only the host", arguments: ["https://a.example", "a.example/b", "a.example:8080", "a.*.example"])
    func hosts(host: String) {
        #expect(codes(manifest("<data android:scheme=\"https\" android:host=\"\(host)\"/>")) == ["manifest-host"])
    }

    @Test("a path begins with a slash and has no query", arguments: [("path", "item"), ("pathPrefix", "item"), ("path", "/item?x=1")])
    func paths(name: String, path: String) {
        #expect(
            codes(manifest("<data android:scheme=\"shop\" android:host=\"a\" android:\(name)=\"\(path)\"/>")) == ["manifest-path"])
        #expect(codes(manifest("<data android:scheme=\"shop\" android:host=\"a\" android:pathPattern=\".*x\"/>")) == [])
    }

    @Test(
        "a star in a path that does not stand for any text is told",
        arguments: [
            ("pathPrefix", "/a/*"), ("path", "/a/*"), ("pathSuffix", "*.html"), ("pathPattern", "/b/*"), ("pathPattern", "*"),
            ("pathPattern", "/item*"), ("pathAdvancedPattern", "/b/*"),
        ])
    func stars(name: String, path: String) {
        #expect(codes(manifest("<data android:scheme=\"shop\" android:host=\"a\" android:\(name)=\"\(path)\"/>")) == ["manifest-path"])
    }

    @Test(
        "a star that patterns read as any text is correct",
        arguments: [
            ("pathPattern", "/b/.*"), ("pathPattern", #"/b\\*"#), ("pathAdvancedPattern", "/[0-9]*"), ("pathAdvancedPattern", "/.*"),
            ("pathPrefix", "/a/"),
        ])
    func correctStars(name: String, path: String) {
        #expect(codes(manifest("<data android:scheme=\"shop\" android:host=\"a\" android:\(name)=\"\(path)\"/>")) == [])
    }

    @Test("the advice for a star in a prefix is the prefix without it")
    func prefix() throws {
        let text = manifest(#"<data android:scheme="shop" android:host="a" android:pathPrefix="/a/*"/>"#)
        let finding = try #require(FileLint(Array(text.utf8), path: "AndroidManifest.xml").findings.first)
        #expect(finding.repair == "Write /a/: a prefix needs no *.")
    }

    @Test("a port is a number", arguments: [("abc", false), ("65536", false), ("", false), ("8080", true), ("${port}", true)])
    func ports(port: String, isCorrect: Bool) {
        let found = codes(manifest("<data android:scheme=\"https\" android:host=\"a.example\" android:port=\"\(port)\"/>"))
        #expect(found == (isCorrect ? [] : ["manifest-port"]))
    }

    @Test("an activity with an intent filter says whether other apps may start it, which is a note because the build says so, too")
    func exported() {
        let data = #"<data android:scheme="shop" android:host="item"/>"#
        let new = "<uses-sdk android:targetSdkVersion=\"31\"/><activity"
        func codes(_ manifest: String) -> [String] {
            let text = manifest.replacing("<activity", with: new)
            return FileLint(Array(text.utf8), path: "AndroidManifest.xml").findings.map { "\($0.severity) \($0.code)" }
        }
        #expect(codes(manifest(data, activity: "")) == ["note manifest-exported"])
        #expect(codes(manifest("</intent-filter><intent-filter>" + data, activity: "")) == ["note manifest-exported"])
        #expect(codes(manifest(data, activity: "android:exported=\"@bool/exported\"")) == [])
        #expect(codes(manifest(data, activity: "tools:node=\"merge\"")) == [])
        let old = manifest(data, activity: "").replacing("<activity", with: "<uses-sdk android:targetSdkVersion=\"30\"/><activity")
        #expect(!FileLint(Array(old.utf8), path: "AndroidManifest.xml").findings.contains { $0.code == "manifest-exported" })
        #expect(codes("<manifest><activity android:name=\"a\"></activity><service><intent-filter/></service></manifest>") == [])
    }

    @Test("a filter for links needs DEFAULT, a scheme for its host, and a component that others may start")
    func filters() {
        let data = #"<data android:scheme="shop" android:host="item"/>"#
        #expect(codes(manifest(data, categories: ["BROWSABLE"])) == ["manifest-filter"])
        #expect(codes(manifest(data, activity: "android:exported=\"false\"")) == ["manifest-filter"])
        #expect(codes(manifest(#"<data android:host="item"/>"#)) == ["manifest-filter"])
        #expect(codes(manifest(#"<data android:scheme="shop" android:path="/item"/>"#)) == ["manifest-filter"])
    }

    @Test("a filter for links of a receiver or a service gets none", arguments: ["receiver", "service"])
    func otherComponents(component: String) {
        let text = manifest(#"<data android:scheme="shop" android:host="item"/>"#)
            .replacing("<activity", with: "<\(component)").replacing("</activity>", with: "</\(component)>")
        #expect(found(in: text, "AndroidManifest.xml") == ["3:2 manifest-filter"])
        // Other requests than those of browsers go to them.
        #expect(codes(text.replacing("category.BROWSABLE", with: "category.LAUNCHER")) == [])
        #expect(codes(text.replacing("action.VIEW", with: "action.BOOT_COMPLETED")) == [])
    }

    @Test("queries are of intents, packages and providers")
    func queryElements() {
        let queries = { (inner: String) in
            "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">\n<queries>\(inner)</queries></manifest>"
        }
        let data = "<data android:scheme=\"tel\"/>"
        #expect(found(in: queries(data), "AndroidManifest.xml").map { $0.split(separator: " ")[1] } == ["query-schemes"])
        let long = FileLint(Array(queries("<\(String(repeating: "a", count: 1000))/>").utf8), path: "AndroidManifest.xml").findings
        #expect(long.count == 1 && long.allSatisfy { $0.message.count < 200 })
        #expect(codes(queries("<intent>\(data)</intent><package android:name=\"a.b\"/><provider android:authorities=\"a.b\"/>")) == [])
    }

    @Test("a filter with autoVerify needs BROWSABLE, and only web schemes")
    func verified() {
        let verify = "android:autoVerify=\"true\""
        let data = #"<data android:scheme="https" android:host="a.example"/>"#
        #expect(codes(manifest(data, categories: ["DEFAULT"], filter: verify)) == ["manifest-verify"])
        #expect(codes(manifest(data + #"<data android:scheme="shop"/>"#, filter: verify)) == ["manifest-verify"])
        #expect(codes(manifest(data, filter: verify)) == [])
    }

    @Test("what the build or another file fills in is not checked, and the rest of the filter is")
    func filledIn() {
        let unknown = [
            #"<data android:scheme="${scheme}" android:host="a.example" android:port="@integer/port"/>"#,
            #"<data android:scheme="@string/scheme" android:host="${host}" android:pathPattern="?attr/path"/>"#,
            #"<data android:scheme="{{ scheme }}" android:host="$HOST" android:path="{{ path }}"/>"#,
            #"<data android:scheme="https" android:host="${applicationId}"/><data android:scheme="https" android:host="${host}"/>"#,
        ]
        for data in unknown {
            #expect(codes(manifest(data)) == [])
            #expect(codes(manifest(data, categories: ["BROWSABLE"])) == ["manifest-filter"])
        }
        #expect(codes(manifest(#"<data android:scheme="Shop" android:host="${host}"/>"#)) == ["manifest-scheme"])
        #expect(codes(manifest(#"<data android:scheme="${scheme}" android:host="a.example/b"/>"#)) == ["manifest-host"])
        let verified = #"<data android:scheme="shop" android:host="${host}"/><data android:scheme="https"/>"#
        #expect(codes(manifest(verified, filter: "android:autoVerify=\"true\"")) == ["manifest-verify"])
    }

    @Test("another manifest or the build decides about some findings, so they are only notes")
    func undecided() {
        let text = manifest(#"<data android:scheme="https" android:host="a.example"/>"#, activity: "")
        let found = { (text: String) in
            FileLint(Array(text.utf8), path: "AndroidManifest.xml").findings.map { "\($0.severity) \($0.code)" }
        }
        #expect(found(text) == ["note manifest-exported", "note android-no-autoverify"])
    }

    @Test("a filter for files of other apps is about no links")
    func files() {
        let paths = #"<data android:host="*" android:pathPattern="/*.pdf"/>"#
        #expect(codes(manifest(#"<data android:scheme="file"/><data android:scheme="content"/>"# + paths)) == [])
        let types = #"<data android:scheme="content"/><data android:scheme="data"/><data android:mimeType="*/*"/>"#
        #expect(codes(manifest(types + paths)) == [])
        #expect(codes(manifest(#"<data android:scheme="" android:mimeType="application/pdf"/>"# + paths)) == [])
    }

    @Test("a filter that asks for verification says what to verify")
    func nothingToVerify() {
        let verify = "android:autoVerify=\"true\""
        #expect(codes(manifest("", filter: verify)) == ["manifest-verify"])
        #expect(codes(manifest(#"<data android:scheme="https"/>"#, filter: verify)) == ["manifest-verify"])
        let other = manifest(#"<data android:scheme="https" android:host="a.example"/>"#, filter: verify)
        #expect(codes(other.replacing("action.VIEW", with: "action.SEND")) == ["manifest-verify"])
        let launcher = manifest("", categories: ["LAUNCHER"], filter: verify)
        #expect(codes(launcher.replacing("action.VIEW", with: "action.MAIN")) == [])
        let actionless = manifest("", filter: verify).replacing("<action android:name=\"android.intent.action.VIEW\"/>", with: "")
        #expect(codes(actionless) == ["manifest-verify", "manifest-verify"])
    }

    @Test("a link of a navigation graph becomes a filter, which has the same findings")
    func navigation() {
        let graph = { (link: String) in
            "<navigation xmlns:app=\"http://schemas.android.com/apk/res-auto\"><fragment><deepLink app:uri=\"\(link)\"/></fragment></navigation>"
        }
        let found = { (link: String) in Set(problems(graph(link), "app/src/main/res/navigation/main.xml")) }
        #expect(found("shop://item/{id}") == [] && found("www.a.example/{id}") == [] && found("${scheme}://item") == [])
        #expect(found("Shop://item") == ["capital-scheme", "manifest-scheme"] && found("https://a.*.example/x") == ["manifest-host"])
        #expect(problems(graph("Shop://item"), "app/src/main/res/layout/main.xml") == ["capital-scheme"])
    }

    @Test("a file that declares links and cannot be read is told, with the place")
    func unreadable() {
        #expect(found(in: "<manifest>\n<activity><intent-filter></activity>", "AndroidManifest.xml") == ["2:28 file-unreadable"])
        #expect(found(in: "<plist><dict>\n<key>CFBundleURLSchemes</key>", "Info.plist").map { $0.suffix(15) } == ["file-unreadable"])
        #expect(found(in: "<plist><dict>", "Other.plist") == [])
    }

    @Test("every code of a finding on a declaration is a code that comments and options can name")
    func rules() {
        let known = Set(LintRule.all.map(\.code))
        let data = [
            #"<data android:scheme="https" android:host="*.a.example" android:port="443" android:pathPrefix="/"/>"#,
            #"<data android:scheme="Shop" android:host="*b" android:path="/a%20b" android:mimeType="a/b"/><uri-relative-filter-group/>"#,
        ]
        let found = data.flatMap { FileLint(Array(manifest($0).utf8), path: "AndroidManifest.xml").findings.map(\.code) }
        #expect(Set(found).count > 6 && known.isSuperset(of: found))
    }

    @Test("a host with autoVerify needs a statement for the app in the given files")
    func assetLinks() {
        let statement = """
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",
              "package_name":"com.example.shop","sha256_cert_fingerprints":["\((0..<32).map { _ in "AB" }.joined(separator: ":"))"]}}]
            """
        var sites = AppSites(folder: "files")
        sites.add("shop.example.com", assetLinks: Array(statement.utf8), path: "files/shop.example.com/assetlinks.json")
        sites.add("other.example.com", assetLinks: Array("[]".utf8), path: "files/other.example.com/assetlinks.json")
        func text(_ host: String) -> String {
            manifest("<data android:scheme=\"https\" android:host=\"\(host)\"/>", filter: "android:autoVerify=\"true\"")
        }
        #expect(codes(text("shop.example.com"), sites: sites) == [] && codes(text("*.shop.example.com"), sites: sites) == [])
        #expect(codes(text("other.example.com"), sites: sites) == ["not-associated"])
        #expect(codes(text("third.example.com"), sites: sites) == ["not-associated"])
        // A host that several elements name is told once.
        let twice = text("third.example.com\"/><data android:scheme=\"https\" android:host=\"third.example.com")
        #expect(codes(twice, sites: sites) == ["not-associated"])
        let other = text("shop.example.com").replacing("package=\"com.example.shop\"", with: "package=\"com.example.news\"")
        #expect(codes(other, sites: sites) == ["not-associated"])
        let unnamed = text("shop.example.com").replacing("package=\"com.example.shop\"", with: "")
        #expect(codes(unnamed, sites: sites) == [])
        let path = #"<data android:scheme="https" android:host="third.example.com" android:path="@string/path"/>"#
        #expect(codes(manifest(path, filter: "android:autoVerify=\"true\""), sites: sites) == ["not-associated"])
    }

    // MARK: Build scripts, strings and Expo

    @Test(
        "a placeholder of a build script with a scheme is one in lowercase",
        arguments: [
            ("manifestPlaceholders = [appAuthRedirectScheme: 'ACME']", ["1:48 manifest-scheme"]),
            ("manifestPlaceholders[\"appAuthRedirectScheme\"] = \"ACME\"", ["1:49 manifest-scheme"]),
            ("manifestPlaceholders += mapOf(\"auth0Scheme\" to \"a_b\", \"auth0Domain\" to \"A.example\")", ["1:48 manifest-scheme"]),
            ("manifestPlaceholders = [appAuthRedirectScheme: 'acme', name: 'ACME']", []),
            ("def branchUriScheme = \"\"", []),
            ("mapOf(\"authRedirectScheme\" to redirectScheme, \"redirectHost\" to host)", []),
            ("manifestPlaceholders.put(\"authRedirectScheme\", \"ACME\")", ["1:48 manifest-scheme"]),
            ("manifestPlaceholders = [appAuthRedirectScheme: \"${scheme}\"]", []),
            ("val colorScheme = \"Dark\"", []),
            ("manifestPlaceholders = [redirectSchemeName: 'Spotify-SDK']", ["1:45 manifest-scheme"]),
        ])
    func placeholders(script: String, expected: [String]) { #expect(found(in: script, "app/build.gradle.kts") == expected) }

    @Test("the string for Facebook's login is fb and the app's ID")
    func facebook() {
        let strings = { (id: String) in "<resources>\n<string name=\"fb_login_protocol_scheme\">\(id)</string>\n</resources>" }
        #expect(found(in: strings("1234567890"), "app/src/main/res/values/strings.xml") == ["2:41 manifest-scheme"])
        #expect(found(in: strings("fb1234567890"), "app/src/main/res/values/strings.xml") == [])
    }

    @Test("the string of Capacitor's template is the scheme of the manifest")
    func capacitor() {
        let strings = "<resources><string name=\"custom_url_scheme\">my_shop</string></resources>"
        let findings = FileLint(Array(strings.utf8), path: "app/src/main/res/values/strings.xml").findings
        #expect(findings.map { "\($0.severity) \($0.code)" } == ["error manifest-scheme"])
    }

    @Test("what Expo's app.json declares is checked as the files that it makes")
    func expo() {
        let json = """
            {"expo": {"scheme": "my_app", "ios": {"associatedDomains": ["example.com", "applinks:shop.example.com"]},
            "android": {"intentFilters": [{"action": "VIEW", "autoVerify": true, "category": ["BROWSABLE", "DEFAULT"],
            "data": [{"scheme": "https", "host": "https://app.example.com", "pathPrefix": "records"}]}]}}}
            """
        #expect(
            found(in: json, "app.json") == [
                "1:11 manifest-scheme", "1:11 plist-scheme", "1:61 associated-domain", "3:38 manifest-host", "3:79 manifest-path",
            ])
        #expect(found(in: #"{"name": "x", "scheme": "my_app"}"#, "app.json") == [], "not of Expo")
    }

    // MARK: Property lists

    private func list(_ key: String, _ values: [String]) -> String {
        "<plist><dict><key>\(key)</key><array>\n\(values.map { "<string>\($0)</string>" }.joined(separator: "\n"))\n</array></dict></plist>"
    }

    @Test("the schemes of Info.plist are schemes")
    func schemesOfList() {
        #expect(
            found(in: list("CFBundleURLSchemes", ["shop", "shop://", "my_shop", "$(SCHEME)", "fb123"]), "Info.plist")
                == ["3:9 plist-scheme", "4:9 plist-scheme"])
        #expect(found(in: list("Other", ["my_shop"]), "Info.plist") == [])
        // The preprocessor, or whoever uses a template, replaces words in capitals.
        #expect(found(in: list("CFBundleURLSchemes", ["AUTH_SCHEME", "msalYOUR_CLIENT_ID"]), "Info.plist") == [])
        #expect(found(in: list("CFBundleURLSchemes", ["REVERSED_CLIENT_ID", "my_SHOP"]), "Info.plist").count == 2)
        #expect(codes(manifest(#"<data android:scheme="msalYOUR_CLIENT_ID" android:host="auth"/>"#)) == [])
    }

    @Test("only browsers have both web schemes, and their entitlements say whether Apple has approved them")
    func browsers() {
        #expect(found(in: types(["shop", "http", "https", "mailto"]), "Info.plist") == [])
        #expect(found(in: types(["https"]), "Info.plist").count == 1 && found(in: types(["tel"]), "Info.plist").count == 1)
        let mail = FileLint(Array(types(["mailto"]).utf8), path: "Info.plist").findings
        #expect(mail.map(\.severity) == [.note], "the entitlements say whether Apple has approved a mail app")
    }

    private func types(_ schemes: [String]) -> String {
        "<plist><dict><key>CFBundleURLTypes</key><array>"
            + list("CFBundleURLSchemes", schemes).replacing("<plist>", with: "").replacing("</plist>", with: "") + "</array></dict></plist>"
    }

    @Test("the schemes that an app asks for are schemes, and at most fifty")
    func queries() {
        #expect(found(in: list("LSApplicationQueriesSchemes", ["shop", "shop://"]), "Info.plist") == ["3:9 query-schemes"])
        #expect(
            found(in: list("LSApplicationQueriesSchemes", (1...51).map { "shop\($0)" }), "Info.plist") == ["52:9 query-schemes"])
    }

    private static let domains = "com.apple.developer.associated-domains"

    @Test("an associated domain is a service and a host")
    func domains() {
        #expect(
            found(
                in: list(
                    Self.domains,
                    ["applinks:a.example", "applinks:*.a.example?mode=developer", "webcredentials:a.example", "applinks:$(HOST)"]),
                "App.entitlements") == [])
    }

    @Test(
        "an associated domain with more than its host is ignored",
        arguments: [
            "a.example", "https://a.example", "applinks:https://a.example", "applinks:a.example/item", "applinks:a.example:8080",
            "applinks:",
            "applink:a.example", "applinks:a.*.example", "applinks:a.example?mode=debug", "applinks: a.example",
        ])
    func badDomains(domain: String) {
        #expect(found(in: list(Self.domains, [domain]), "App.entitlements") == ["2:9 associated-domain"])
    }

    @Test(
        "instead of a URL, the domain is suggested",
        arguments: [("https://a.example/item", "a.example"), ("http://a.example:80", "a.example"), ("https:", "shop.example.com")])
    func url(url: String, host: String) {
        let findings = FileLint(Array(list(Self.domains, [url]).utf8), path: "App.entitlements").findings
        #expect(findings.map(\.message) == ["iOS ignores \"\(url)\": no service stands before the host."])
        #expect(findings.map(\.repair) == ["Write applinks:\(host), or another service."])
    }

    @Test("a domain of the entitlements needs a file that names an app")
    func appleFiles() {
        var sites = AppSites(folder: "files")
        let file = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/item/*"}]}]}}"#
        sites.add("shop.example.com", appleFile: Array(file.utf8), path: "files/shop.example.com/apple-app-site-association")
        let text = list(
            Self.domains,
            ["applinks:shop.example.com", "applinks:other.example.com", "applinks:*.example.com", "applinks:*.shop.example.com"])
        // iOS reads the file of *.example.com at example.com.
        #expect(found(in: text, "App.entitlements", sites: sites) == ["3:9 not-associated", "4:9 not-associated"])
        #expect(found(in: text, "App.entitlements") == [])
    }

    // MARK: Links to the app's hosts

    @Test("a link to a host of the app that its rules do not open is told with the rule")
    func links() throws {
        var sites = AppSites(folder: "files")
        let file =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/help/*","exclude":true},{"/":"/item/*"}]}]}}"#
        sites.add("shop.example.com", appleFile: Array(file.utf8), path: "files/aasa")
        func lint(_ link: String) -> FileLint { FileLint(Array("open(\"\(link)\")".utf8), path: "a.swift", sites: sites) }
        #expect(lint("https://shop.example.com/item/7").findings == [] && lint("https://other.example.com/x").findings == [])
        #expect(lint("https://shop.example.com/\\(path)").findings == [])
        let finding = try #require(lint("https://shop.example.com/cart").findings.first)
        #expect(finding.code == "not-opened" && finding.severity == .warning && finding.message.contains("files/aasa"))
        // A rule that excludes the link says that the browser is wanted.
        #expect(lint("https://shop.example.com/help/1").findings.map(\.severity) == [.note])
    }
}
