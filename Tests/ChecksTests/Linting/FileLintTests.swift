import LinkLayers
import Projects
import Testing

@testable import Checks

@Suite("The findings of a file")
struct FileLintTests {
    /// A link whose App Link data is no JSON.
    static let bad = "shop://item?al_applink_data=%7B"

    @Test(
        "names that mean each other, and many calls and commands, take no long time",
        arguments: [
            ("a.js", String(repeating: "for (const a of a) {}\n", count: 500) + "Linking.canOpenURL(a)"),
            ("a.js", "const a = [" + String(repeating: "a, ", count: 500) + "a]\nLinking.canOpenURL(a)"),
            ("a.swift", String(repeating: "canOpenURL(x)\n", count: 5000)), ("a.sh", String(repeating: "am start x: \n", count: 5000)),
        ])
    func hostile(path: String, text: String) {
        let lint = FileLint(Array(text.utf8), path: path)
        #expect(lint.findings.isEmpty && lint.asked.isEmpty)
    }

    @Test("a command goes on in the next line after a backslash, with any line ends", arguments: ["\n", "\r\n"])
    func continued(lineEnd: String) {
        #expect(found(in: "adb shell am start \\\(lineEnd) -d shop://a?b=1&c=2\(lineEnd)", "a.sh").first?.hasSuffix("shell-cut") == true)
    }

    @Test("a link in a literal is inspected, and the finding has its place in the file")
    func literal() {
        let program = "// \(Self.bad)\nopen(\"\(Self.bad)\")\n"
        #expect(found(in: program, "Links.swift") == ["2:38 payload-not-json"])
    }

    @Test(
        "a web link whose start was written twice, or in part, is told",
        arguments: [
            "https:/://a.example/x", "https:://a.example/x", "https://://a.example/x", "https://https://a.example/x",
            "http://https://a.example/x", "https:///a.example/x",
        ])
    func starts(link: String) {
        #expect(found(in: "open(\"\(link)\")", "a.kt") == ["1:7 malformed-start"])
        #expect(found(in: "See \(link) for more.", "a.md").isEmpty)
    }

    @Test("a start that a program puts together is no mistake")
    func startsOfPrograms() {
        for text in [#""https://\(base)/x""#, #""https:" + "//a.example""#, #""http:/:""#, #""https:/://\(host)""#] {
            #expect(found(in: "open(\(text))", "a.swift") == [])
        }
    }

    @Test("escapes before a finding do not move it")
    func escapes() {
        #expect(marked(in: #"{"a\n": "b", "c\u0020": "\u0053hop:\/\/item"}"#, "links.json") == [#"\u0053hop"#])
    }

    @Test(
        "every language has its links",
        arguments: [
            ("a.kt", "val a = \"\(bad)\""), ("a.java", "a(\"\(bad)\");"), ("a.gradle", "a = '\(bad)'"), ("a.ts", "a = `\(bad)`"),
            ("a.dart", "a = '\(bad)';"), ("a.m", "a = @\"\(bad)\";"), ("a.py", "a = '\(bad)'"), ("a.json", "[\"\(bad)\"]"),
            ("a.cs", "a(@\"\(bad)\");"), ("a.rst", "See `a <\(bad)>`_."),
            ("a.strings", "\"a\" = \"\(bad)\";"), ("a.md", "See [a](\(bad))."), ("a.html", "<a href=\"\(bad)\">a</a>"),
            ("a.yaml", "a: \(bad) # b"), ("a.xml", "<a b=\"\(bad)\"/>"), ("a.plist", "<string>\(bad)</string>"),
        ])
    func languages(path: String, text: String) {
        #expect(!FileLint(Array(text.utf8), path: path).findings.isEmpty)
        #expect(FileLint.reads(path))
    }

    @Test("a part that is known only when the program runs can be anything")
    func holes() {
        #expect(found(in: #"open("shop://\(host)/a b?al_applink_data=\(data)")"#, "a.swift") == [])
        #expect(found(in: #"open("shop://item?al_applink_data=%7B" + rest)"#, "a.swift") == [])
        #expect(found(in: #"open(String(format: "shop://%@/%1$s?al_applink_data=%@", a))"#, "a.swift") == [])
        #expect(found(in: "open(\"shop://item/{id}?a=${b}&c=#{d}\")", "a.js") == [])
        #expect(found(in: #"a = "intent:" + b; c = "intent://x#Intent;scheme=shop;" + "end""#, "a.java") == [])
        #expect(found(in: "See https://play.google.com/store/apps/details?id=<package>.", "a.md") == [])
        #expect(found(in: "See shop://<host>/item and shop://[host]/item.", "a.md") == [])
    }

    @Test("a mistake beside a hole is told")
    func besideHoles() {
        #expect(found(in: "open(\"Shop://item/${id}\")", "a.kt") == ["1:7 capital-scheme"])
    }

    @Test("line ends in an attribute are no part of a link, and typographic quotes are")
    func attributes() {
        let intent = "<a href=\"intent://scan/#Intent;\nscheme=zxing;\npackage=com.example.scan;\nend\">Scan</a>"
        #expect(found(in: intent, "a.html") == [])
        #expect(marked(in: "<a href=\u{201D}shop://item\u{201D}>a</a>", "a.html") == ["\u{201D}"])
    }

    @Test("no program escapes the spaces in a setting, and a browser does it in a page")
    func spacesInSettings() {
        #expect(found(in: "launch=\"shop://item?name=a b\"", "b.yaml") == ["1:27 unescaped-blank"])
        #expect(found(in: "<a href=\"shop://item?name=a b\">a</a>", "a.html") == [])
    }

    @Test(
        "a link that a shell cuts off is told where commands stand",
        arguments: [
            ("a.sh", "adb shell am start -d \"shop://item?a=1&b=2\""), ("a.md", "    adb shell am start -d 'shop://item?a=1&b=2'"),
            ("a.md", "Run `xcrun simctl openurl booted shop://item?a=1&b=2`"),
            ("a.sh", "xcrun simctl openurl booted shop://item?a=1&b=2"),
            ("Makefile", "open:\n\tadb shell am start -d 'shop://item?a=1&b=2'"),
            ("a.yml", "  - run: adb shell am start -a android.intent.action.VIEW -d \"shop://item?a=1&b=2\""),
            ("package.json", #"{"scripts": {"open": "adb shell am start -d 'shop://item?a=1&b=2'"}}"#),
            ("Fastfile", "sh(\"adb shell am start -d 'shop://item?a=1&b=2'\")"),
            ("a.sh", "adb shell am start \\\n  -d 'shop://item?a=1&b=2'"),
            ("package.json", #"{"scripts": {"open": "npx uri-scheme open shop://item?a=1&b=2 --ios"}}"#),
            ("a.bat", "adb shell am start -d \"shop://item?a=1&b=2\""), ("a.cmd", "adb.exe shell am start -d shop://item?a=1^&b=2"),
            ("a.ps1", "adb shell am start -d 'shop://item?a=1&b=2'"), ("a.rst", "   adb shell am start -d 'shop://item?a=1&b=2'"),
        ])
    func commands(path: String, text: String) {
        #expect(found(in: text, path).map { $0.split(separator: " ")[1] } == ["shell-cut"], "\(path)")
    }

    @Test("a command that quotes its link for both shells is right")
    func quotedCommands() {
        #expect(found(in: "adb shell \"am start -d 'shop://item?a=1&b=2'\"", "a.sh") == [])
        #expect(found(in: "xcrun simctl openurl booted 'shop://item?a=1&b=2'", "a.sh") == [])
        #expect(found(in: "adb shell \"am start -d 'shop://item?a=1&b=2'\"", "a.bat") == [])
        #expect(found(in: "adb shell am start -a android.intent.action.VIEW -d \"<staging deep link>\"", "a.md") == [])
        // A script wants the shell to fill in its argument.
        #expect(found(in: "adb shell am start -d \"shop://item/$1\"", "a.sh") == [])
    }

    @Test("a badge has a token that everyone may know, and a value that ends in = is the beginning of links")
    func publicTokens() {
        #expect(found(in: "[![c](https://codecov.io/gh/a/b/graph/badge.svg?token=AbCd1234Ef)](https://codecov.io)", "a.md") == [])
        #expect(found(in: #"let a = "https://play.google.com/store/apps/details?id=""#, "a.swift") == [])
    }

    @Test(
        "tests, samples, licenses and what a tool wrote are known by their names",
        arguments: [
            ("app/src/test/A.kt", true), ("app/src/androidTest/A.kt", true), ("Tests/A.swift", true), ("tests/e2e/a.spec.js", true),
            ("src/a.test.tsx", true), ("lib/a_test.dart", true), ("LoginTests.swift", true), ("src/__tests__/a.ts", true),
            ("src/latest/A.kt", false), ("THIRD_PARTY_LICENSES.md", true), ("LicenseView.swift", false), ("src/Tester.kt", false),
            ("a.swift", false), ("src/commonTest/A.kt", true), ("GPSTest/src/main/A.kt", false), ("src/a.stories.tsx", true),
            ("Shop.Test/data/a.json", true), ("stories/mock-data/a.ts", true), ("dialog/stories.ts", true), ("js/a.min.js", true),
            ("lib/texts.gen.dart", true), ("src/setup-demo.ts", true), ("ced/text_unittest.cc", true), ("packages/a/example/a.dart", true),
            ("lib/a.pb.go", true), ("integration_test/a.dart", true), ("docs/openapi.yaml", true),
            ("docs/a.md", false), ("docs/.well-known/assetlinks.json", false), ("ios/Preview Content/A.swift", true),
            ("app/thirdparty/lib/a.js", true), ("app/external/A.kt", false),
            ("app/src/mock/A.kt", true), ("lib/mock_users.dart", true), ("Shop/MockData.swift", true), ("src/userFixtures.ts", true),
            ("src/LinkPreview.kt", false), ("src/Documents/A.swift", false),
            ("sampler/a.kt", false), ("app/src/main/java/com/example/shop/A.kt", false), ("com/example/example/A.kt", true),
        ])
    func tests(path: String, expected: Bool) { #expect(FileLint.isBeside(path) == expected) }

    @Test(
        "a scheme that the code asks about is one that the app declares",
        arguments: [
            ("a.swift", "app.canOpenURL(URL(string: \"uber://ride\")!)", ["uber"]),
            ("a.swift", "let scheme = \"uber\"\nif let url = URL(string: \"\\(scheme)://x\"), app.canOpenURL(url) {}", ["uber"]),
            ("a.swift", "enum Links { static let base = \"uber://\" }\nlet u = URL(string: Links.base + id)!\napp.canOpenURL(u)", ["uber"]),
            ("a.swift", "for s in [\"uber\", \"lyft\"] { app.canOpenURL(URL(string: \"\\(s)://\")!) }", ["uber", "lyft"]),
            ("a.m", "[app canOpenURL:[NSURL URLWithString:@\"uber://ride\"]];", ["uber"]),
            ("a.m", "NSURL *url = [NSURL URLWithString:@\"uber://ride\"];\nif ([app canOpenURL:url]) {}", ["uber"]),
            ("a.ts", "const s = 'uber'; await Linking.canOpenURL(`${s}://ride`)", ["uber"]),
            ("a.js", "AppLauncher.canOpenUrl({ url: 'uber://ride' })", ["uber"]),
            ("a.dart", "canLaunchUrl(Uri.parse('uber://ride'))", ["uber"]),
            ("a.cs", "if (await Launcher.Default.CanOpenAsync(\"uber://\")) { }", ["uber"]),
            ("a.cs", "await Launcher.TryOpenAsync(new Uri($\"uber://ride/{id}\"));", ["uber"]),
            ("a.cs", "const string Scheme = \"uber\";\nawait Launcher.CanOpenAsync(Scheme + \"://\");", ["uber"]),
            ("a.dart", "canLaunchUrl(Uri(scheme: 'tel', path: p))", ["tel"]),
            ("a.kt", "val i = Intent(Intent.ACTION_VIEW, Uri.parse(\"uber://ride\"))\ni.resolveActivity(packageManager)", ["uber"]),
            ("a.kt", "Intent(Intent.ACTION_VIEW, Uri.parse(\"uber://ride\")).resolveActivity(packageManager)", ["uber"]),
            (
                "a.java", "Intent i = new Intent(Intent.ACTION_VIEW);\ni.setData(Uri.parse(\"uber://x\"));\npm.resolveActivity(i, 0);",
                ["uber"]
            ),
            ("a.m", "NSString *s = @\"uber://\";\nNSURL *u = [NSURL URLWithString:s];\nif ([app canOpenURL:u]) {}", ["uber"]),
            ("a.swift", "enum App: String { case uber = \"uber://\" }\napp.canOpenURL(URL(string: App.uber.rawValue)!)", ["uber"]),
            ("a.kt", "val i = Intent(VIEW).apply { data = Uri.parse(\"uber://x\") }\ni.resolveActivity(pm)", ["uber"]),
            (
                "a.kt",
                "companion object { const val URL = \"uber://?\" }\nfun f() { val i = Intent(VIEW, Uri.parse(URL + a)); i.resolveActivity(pm) }",
                ["uber"]
            ),
            ("a.swift", "let path = \"uber://\"\napp.canOpenURL(URL(fileURLWithPath: path))", []),
            ("a.kt", "for (i in arguments?.get(\"key:intents\") as List<Intent>) { pm.queryIntentActivities(i, 0) }", []),
            ("a.m", "[app canOpenURL:[NSURL fileURLWithPath:@\"uber://\"]];", []),
            (
                "a.kt",
                "fun f() { val i = Intent(VIEW)\ni.data = Uri.parse(\"uber://x\") }\nfun g() { val i = Intent(PICK)\ni.resolveActivity(pm) }",
                []
            ),
            ("a.swift", "// app.canOpenURL(URL(string: \"uber://\")!)", []), ("a.swift", "app.canOpenURL(url)", []),
            ("a.swift", "func canOpenURL(_ url: URL) -> Bool { true }", []),
        ])
    func asked(path: String, code: String, expected: [String]) {
        #expect(FileLint(Array(code.utf8), path: path).asked.map(\.scheme) == expected)
    }

    @Test("a scheme that no file of the tree declares is told for each platform that has such a file")
    func undeclared() {
        func findings(_ files: [(String, String)]) -> [String] {
            var declarations = TreeDeclarations()
            let lints = files.map { FileLint(Array($0.1.utf8), path: $0.0) }
            for lint in lints { declarations.merge(lint.declarations) }
            return lints.flatMap { lint in
                var lint = lint
                lint.addFindings(declarations: declarations)
                return lint.findings.filter { $0.code == "query-schemes" }.map(\.message)
            }
        }
        let list = (
            "ios/Info.plist", "<plist><dict><key>LSApplicationQueriesSchemes</key><array><string>lyft</string></array></dict></plist>"
        )
        let manifest = { (inner: String) in
            (
                "android/AndroidManifest.xml",
                "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">\(inner)<application/></manifest>"
            )
        }
        let query = "<queries><intent><action android:name=\"a\"/><data android:scheme=\"lyft\"/></intent></queries>"
        let code = { (scheme: String) in ("a.ts", "Linking.canOpenURL('\(scheme)://x')") }
        let (ios, android) = (
            "On iOS, canOpenURL returns false for uber: links, because LSApplicationQueriesSchemes of Info.plist lacks the scheme.",
            "On Android 11 and later, canOpenURL returns false for uber: links, because <queries> of AndroidManifest.xml lacks the scheme."
        )
        #expect(findings([list, code("uber")]) == [ios] && findings([list, code("lyft")]) == [])
        #expect(findings([manifest(query), code("uber")]) == [android] && findings([manifest(query), code("lyft")]) == [])
        #expect(findings([manifest(""), list, code("uber")]) == [ios, android])
        #expect(findings([list, code("geo")]) == [], "no app of iOS opens geo links, so no declaration helps")
        #expect(findings([code("uber")]) == [] && findings([list, code("https")]) == [])
        let package = "<queries><package android:name=\"com.uber\"/></queries>"
        #expect(findings([manifest(package), code("uber")]) == [], "the app of the package may have the scheme")
        let expo = ("app.json", #"{"expo":{"ios":{"infoPlist":{"LSApplicationQueriesSchemes":["lyft"]}}}}"#)
        #expect(findings([expo, code("uber")]) == [ios] && findings([expo, code("lyft")]) == [])
        #expect(findings([list, ("project.yml", "LSApplicationQueriesSchemes: [uber]"), code("uber")]) == [])
        #expect(findings([list, ("plugin.js", "list.LSApplicationQueriesSchemes = all"), code("uber")]) == [])
        // Apps for older versions see all apps.
        for (script, expected) in [
            ("targetSdkVersion 29", []), ("targetSdk = 34", [android]), ("targetSdkVersion(rootProject.x)", [android]),
        ] {
            #expect(findings([manifest(""), ("app/build.gradle", "android { defaultConfig { \(script) } }"), code("uber")]) == expected)
        }
        for choice in ["Platform.OS === 'ios' ? 'uber://' : 'lyft://'", "Platform.OS != 'ios' ? 'lyft://' : 'uber://'"] {
            let chosen = [("a.ts", "Linking.canOpenURL(\(choice))"), ("b.ts", "const url = \(choice); Linking.canOpenURL(url)")]
            #expect(findings([list] + chosen) == [ios, ios] && findings([manifest(query)] + chosen) == [], "\(choice)")
        }
        #expect(findings([manifest(""), ("a.dart", "canLaunchUrl(Uri.parse(Platform.isIOS ? 'uber://' : 'lyft://'))")]).count == 1)
        for chosen in [
            ("a.ts", "Linking.canOpenURL(!isPad && Platform.OS === 'ios' ? 'uber://' : 'lyft://')"),
            ("a.ts", "Linking.canOpenURL(!isAndroid ? 'uber://' : 'lyft://')"),
            ("a.dart", "final url = !Platform.isAndroid ? 'uber://' : 'lyft://';\ncanLaunchUrlString(url)"),
        ] {
            let onIOS = ios.replacing("canOpenURL", with: chosen.0 == "a.dart" ? "canLaunchUrlString" : "canOpenURL")
            #expect(findings([list, chosen]) == [onIOS] && findings([manifest(query), chosen]) == [], "\(chosen)")
        }
        #expect(findings([manifest(""), ("a.kt", "Intent(DETAILS, Uri.parse(\"package:a\")).resolveActivity(pm)")]) == [])
        // The code means the store of the other platform, or that which installed the app, or a file.
        for scheme in ["market", "itms-apps", "file"] {
            #expect(findings([manifest(""), list, code(scheme)]) == [], "\(scheme)")
        }
    }

    @Test("no app gets an intent: link that an app opens")
    func intents() {
        #expect(found(in: "launchUrlString(\"intent://a/#Intent;scheme=zxing;end\")", "a.dart") == ["1:1 bad-intent"])
        #expect(found(in: "launchUrlString(\"zxing://a\")", "a.dart") == [])
    }

    @Test("a regular expression is no link")
    func patterns() {
        #expect(found(in: #"let a = "Shop://([a-z]+)/.*", b = "Shop://a\\.b""#, "a.swift") == [])
    }

    @Test("web links that open no app are silent, and so are namespaces and servers")
    func silent() {
        let program = """
            a("http://www.w3.org/2000/svg", "http://schemas.android.com/apk/res/android", "HTTP://a.example/ü b",
              "Redis://localhost:6379/{0}", "s3://bucket/a b", "file:///tmp", "C://temp", "https://example.com:99999")
            """
        #expect(found(in: program, "a.swift") == [])
    }

    @Test(
        "the place of a link decides whether a finding is more than a note",
        arguments: [
            ("shop://item?name=a%", "bad-escape", ["value", "data"]),
            ("https://shop.page.link/x", "dead-service", ["value", "sentence", "data"]),
            ("https://goo.gl/x", "ending-service", ["value", "sentence", "data"]),
            ("hhttps://shop.example/x", "malformed-start", ["value", "sentence", "data"]),
            ("https://shop.example/a\u{202E}b", "hidden-characters", ["value", "sentence"]),
            ("https://pay.acme.io/login?token=abc123def456", "secret-in-link", ["value"]),
            ("https://user:abc123def456@api.acme.io", "secret-in-link", ["value"]),
            ("shop://open?url=http://shop.example/a", "insecure-http", []), ("https://\u{430}pple.com", "look-alike-host", []),
            ("http://0x7f.1", "misleading-host", []), ("intent://wc", "intent-without-scheme", []),
            ("https://play.google.com/store/apps/details?hl=en", "store-without-app", []),
        ] as [(String, String, [String])])
    func places(link: String, code: String, expected: [String]) {
        let texts = [
            ("value", "a(\"\(link)\")", "a.kt"), ("value", "a: \(link)\n", "a.yaml"), ("value", "<a b=\"\(link)\"/>", "a.xml"),
            ("value", "<a href=\"\(link)\">a</a>", "a.vue"), ("sentence", "a(\"See \(link)\")", "a.kt"),
            ("sentence", "<string name=\"a\">See \(link)</string>", "a.xml"), ("data", "{\"a\": \"\(link)\"}", "a.json"),
            ("document", "See \(link)", "a.md"), ("document", "[a](\(link))", "a.md"), ("document", "<a href=\"\(link)\">a</a>", "a.html"),
        ]
        for (place, text, path) in texts {
            let severities = FileLint(Array(text.utf8), path: path).findings.filter { $0.code == code }.map { $0.severity > .note }
            #expect(severities == [expected.contains(place)], "\(place) \(path)")
        }
    }

    @Test("capital letters are a note in code for iOS, which does not compare them")
    func capitals() {
        func severities(_ path: String) -> [Finding.Severity] {
            FileLint(Array("open(\"Shop://item\")".utf8), path: path).findings.map(\.severity)
        }
        #expect(severities("a.swift") == [.note] && severities("a.m") == [.note])
        #expect(severities("a.kt") == [.warning] && severities("a.ts") == [.warning])
    }

    @Test("how a link is written is a note if no app of the tree claims its scheme")
    func unclaimed() {
        let links = ["Shop://item", "shop://item?name=a%", "https://shop.page.link/x", "Spotify://track"]
        let code = links.map { "open(\"\($0)\")" }.joined(separator: "\n")
        func severities(_ files: (path: String, text: String)...) -> [Finding.Severity] {
            var (declarations, lint) = (TreeDeclarations(), FileLint(Array(code.utf8), path: "a.kt"))
            for (path, text) in files { declarations.merge(FileLint(Array(text.utf8), path: path).declarations) }
            #expect(lint.needsTree)
            lint.addFindings(declarations: declarations)
            return lint.findings.map(\.severity)
        }
        func manifest(_ scheme: String) -> (String, String) {
            let filter = "<action android:name=\"android.intent.action.VIEW\"/><data android:scheme=\"\(scheme)\"/>"
            let activity = "<activity android:name=\"a\"><intent-filter>\(filter)</intent-filter></activity>"
            let root = "manifest xmlns:android=\"http://schemas.android.com/apk/res/android\""
            return ("AndroidManifest.xml", "<\(root)><application>\(activity)</application></manifest>")
        }
        let list = (
            "Info.plist",
            "<plist><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>"
                + "<string>Shop</string></array></dict></array></dict></plist>"
        )
        #expect(severities() == [.warning, .warning, .error, .warning])
        #expect(severities(manifest("shop")) == [.warning, .warning, .error, .warning])
        #expect(severities(manifest("other")) == [.note, .note, .error, .warning])
        // iOS ignores the case of schemes.
        #expect(severities(list) == [.note, .warning, .error, .warning])
        #expect(!FileLint(Array("open(\"shop://item\")".utf8), path: "a.kt").needsTree)
    }

    @Test("a filter for a host of the app's universal links is a warning if no filter of the tree has it verified")
    func ownHosts() {
        func filter(_ host: String, _ attribute: String = "") -> String {
            let names = ["action android:name=\"android.intent.action.VIEW\"", "category android:name=\"android.intent.category.DEFAULT\""]
            let all =
                names + [
                    "category android:name=\"android.intent.category.BROWSABLE\"", "data android:scheme=\"https\" android:host=\"\(host)\"",
                ]
            return "<intent-filter \(attribute)>" + all.map { "<\($0)/>" }.joined() + "</intent-filter>"
        }
        func severities(_ filters: String, domain: String, others: String = "") -> [String] {
            func manifest(_ filters: String) -> FileLint {
                let activity = "<activity android:name=\"a\" android:exported=\"true\">\(filters)</activity>"
                let root = "manifest xmlns:android=\"http://schemas.android.com/apk/res/android\""
                return FileLint(Array("<\(root)><application>\(activity)</application></manifest>".utf8), path: "AndroidManifest.xml")
            }
            let key = "<key>com.apple.developer.associated-domains</key>"
            let list = "<plist><dict>\(key)<array><string>\(domain)</string></array></dict></plist>"
            var (lint, declarations) = (manifest(filters), FileLint(Array(list.utf8), path: "App.entitlements").declarations)
            declarations.merge(lint.declarations)
            declarations.merge(manifest(others).declarations)
            lint.addFindings(declarations: declarations)
            return lint.findings.filter { $0.code == "android-no-autoverify" }.map { finding in
                "\(finding.severity)" + (finding.repair?.hasPrefix("Ask the user") ?? false ? " ask" : "")
            }
        }
        // A service's domain that the app has in both files is the app's own, unless the service has ended.
        #expect(severities(filter("shop.app.link"), domain: "applinks:shop.app.link") == ["warning"])
        #expect(severities(filter("shop.page.link"), domain: "applinks:shop.page.link") == ["note ask"])
        let host = "app.shop.dev"
        #expect(severities(filter(host), domain: "applinks:\(host)") == ["warning"])
        #expect(severities(filter(host), domain: "webcredentials:\(host)") == ["note"])
        #expect(severities(filter(host), domain: "applinks:other.dev") == ["note"])
        #expect(severities(filter(host, "android:autoVerify=\"false\""), domain: "applinks:\(host)") == ["note"])
        let verified = filter(host, "android:autoVerify=\"true\"")
        #expect(severities(filter(host), domain: "applinks:\(host)", others: verified) == ["note"])
    }

    @Test("a web link of a service that has shut down is told")
    func dead() {
        #expect(found(in: "open(\"https://shop.page.link/x\")", "a.kt") == ["1:15 dead-service"])
    }

    @Test("a secret in a link is a warning, and the secret of an example is none")
    func secrets() {
        #expect(marked(in: "a(\"shop://login?access_token=abc123def456\")", "a.swift") == ["abc123def456"])
        #expect(found(in: #"a("https://user:abc123def456@api.example.com", "shop://a?access_token=TOKEN")"#, "a.swift") == [])
        // A link for one person, a device at home, and words in the place of a secret are examples.
        for link in [
            "https://acme.io/reset?token=k7fQ2zabc123", "https://acme.io/update-password?token=k7fQ2zabc123",
            "http://admin:k7fQ2zabc123@192.168.1.64/video", "http://nas.local/?access_token=k7fQ2zabc123",
            "https://api.acme.io/x?api_key=your-key-1234", "https://u:password1234@acme.io/",
        ] { #expect(found(in: "a(\"\(link)\")", "a.kt") == [], "\(link)") }
        #expect(found(in: "a(\"https://u:k7fQ2zabc123@10.acme.io/\", \"https://acme.io/x?token=k7fQ2zabc123\")", "a.kt").count == 2)
        // The program itself sends its key.
        #expect(marked(in: #"a("https://acme.io/verify/json?api_key=k7fQ2zabc123")"#, "a.kt") == ["k7fQ2zabc123"])
        let bearer = String(repeating: "A", count: 21) + "NRILgAnNwIzUejRCOuH5E6I8xnZz4puTs3D1Zv7ttfk8LF81"
        #expect(marked(in: "a(\"shop://login?access_token=\(bearer)\")", "a.swift") == [bearer])
    }

    @Test("a secret is told if the program inserts something elsewhere, and not if it inserts a part of the secret")
    func secretsBesideHoles() {
        let token = "EAABabc123def456ghi789"
        #expect(marked(in: "a(\"https://api.acme.io/x/$id?access_token=\(token)\")", "a.kt") == [token])
        #expect(marked(in: "a(\"shop://item/\\(id)?access_token=\(token)&b=\\(b)\")", "a.swift") == [token])
        #expect(marked(in: "a(\"shop://item?password=\\(a)abc123def&access_token=\(token)&b=\" + b)", "a.swift") == [token])
        #expect(marked(in: "a(\"https://api.acme.io/x/{id}?access_token=\(token)\")", "a.js") == [token])
        #expect(found(in: "a(\"shop://item?access_token=\\(a)\(token)\", \"shop://item?access_token=\(token)\\(b)\")", "a.swift") == [])
        #expect(found(in: "a(\"shop://item?access_token=\(token)\" + b)", "a.swift") == [])
    }

    @Test("a document publishes what it has in its links")
    func documents() {
        let invitation = "https://acme.slack.com/join/shared_invite/zt-1a2b3c4d5-AbCdEfGhIjKlMnOpQrStUv"
        #expect(found(in: "Join [us](\(invitation)).", "README.md") == [] && found(in: "a(\"\(invitation)\")", "a.swift").count == 1)
        #expect(FileLint(Array(invitation.utf8), path: "README.md").findings.map(\.severity) == [.note])
        #expect(found(in: "shop://login?loginToken=abc123def456ghi789", "docs/login.md") == [])
        #expect(found(in: "https://user:abc123def456@api.acme.io", "docs/login.md") == [])
        #expect(found(in: "url: shop://login?access_token=abc123def456ghi789", "a.yaml") == ["1:32 secret-in-link"])
    }

    @Test("a real service key or webhook address in a document is reported, an example is not")
    func serviceKeys() {
        let hook = "https://hooks.slack.com/" + "services/"
        let stripe = "https://a.acme.io/x?key=sk_" + "live_"
        #expect(found(in: "Post to \(hook)T024BE7LD/B0293FXQ7/aB3dE5fG7hJ9kL1mN3pQ5rS7.", "README.md") == ["1:42 secret-in-link"])
        #expect(found(in: "Post to \(hook)T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX.", "README.md") == [])
        #expect(found(in: "Get \(stripe)51H8abcDEF234ghiJKL567.", "README.md") == ["1:29 secret-in-link"])
        #expect(found(in: "Get \(stripe)xxxxxxxxxxxxxxxx and \(stripe)...", "README.md") == [])
        #expect(found(in: "Get https://a.acme.io/x?token=51H8abcDEF234ghiJKL567.", "README.md") == [])
        let both = "https://a.acme.io/x?token=51H8abcDEF234ghiJKL567&key=sk_" + "live_51H8abcDEF234ghiJKL567"
        #expect(found(in: "Get \(both).", "README.md") == ["1:58 secret-in-link"])
    }

    @Test("the secret of Google's example is none, and another is")
    func exampleOfGoogle() {
        func codes(_ secret: String) -> [String] { found(in: "a(\"otpauth://totp/Shop:nina?secret=\(secret)\")", "a.kt") }
        #expect(codes("JBSWY3DPEHPK3PXP") == [] && codes("KBSWY3DQEHPK3PXA") == ["1:36 secret-in-link"])
    }

    @Test("the account_key of a page for everyone is a note, and a token is none")
    func accountKeys() {
        func severities(_ name: String) -> [Finding.Severity] {
            let code = "open(\"https://pay.acme.io/buy?\(name)=AsFmBAeLXF0IKf7tmi0eiyZf\")"
            return FileLint(Array(code.utf8), path: "a.dart").findings.map(\.severity)
        }
        #expect(severities("account_key") == [.note] && severities("access_key") == [.warning])
    }

    @Test("Markdown has character references in links, but not in code and texts")
    func references() {
        #expect(found(in: "[a](https://apps.apple.com/app/id1?a=b&amp;c=d)", "a.md") == [])
        let code = FileLint(Array("`https://apps.apple.com/app/id1?a=b&amp;c=d`".utf8), path: "a.md").findings
        #expect(code.map { "\($0.severity) \($0.code)" } == ["note html-escape"])
    }

    @Test("what a tool wrote is known by its first lines, or by its long lines")
    func made() {
        func severity(_ beginning: String, count: Int = 1, separator: String = "\n") -> Finding.Severity? {
            let code = Array(repeating: "open(\"shop://login?access_token=abc123def456\");", count: count).joined(separator: separator)
            return FileLint(Array((beginning + code).utf8), path: "a.js").findings.map(\.severity).max()
        }
        #expect(severity("// GENERATED CODE. DO NOT MODIFY.\n") == .note && severity("/* @generated */\n") == .note)
        #expect(severity("", count: 400, separator: " ") == .note)
        #expect(severity("// This file is generated. Do not edit.\n") == .note)
        #expect(severity("// Do not edit the order of the links.\n") == .warning)
        #expect(severity("// The links of the shop.\n") == .warning && severity("", count: 400) == .warning)
        // Whoever writes a short file can write it in one line.
        #expect(severity("", count: 20, separator: " ") == .warning)
    }

    @Test(
        "a link in a preview is made up, and one after it is not",
        arguments: [
            ("@Preview(name = \"a\")\n@Composable fun P() { Box { Image(\"http://goo.gl/a\") } }\nval a = \"http://goo.gl/b\"", "a.kt"),
            ("struct P: PreviewProvider { static var p: A { A(\"http://goo.gl/a\") } }\nlet a = \"http://goo.gl/b\"", "a.swift"),
            ("#Preview(\"a\") { A(\"http://goo.gl/a\") }\nlet a = \"http://goo.gl/b\"", "a.swift"),
            ("Mail.PreviewProps = { url: \"http://goo.gl/a\" };\nconst a = \"http://goo.gl/b\"", "a.tsx"),
        ])
    func previews(code: String, path: String) {
        let findings = FileLint(Array(code.utf8), path: path).findings
        #expect(findings.map(\.code) == ["ending-service", "ending-service"] && findings.map(\.severity) == [.note, .warning])
    }

    @Test("a list has a value for each item")
    func lists() {
        #expect(found(in: "a(\"shop://x?ids=1&ids=2\")", "a.swift") == [])
        #expect(found(in: "a(\"shop://x?ids=1&ids=1\")", "a.swift") == ["1:19 duplicate-parameter"])
    }

    @Test("the value of a form ends at the next &")
    func forms() {
        #expect(found(in: "code=abc&redirect_uri=oc://ios.acme.io&grant_type=code", "a.md") == [])
        #expect(found(in: "a: oc://ios.acme.io&grant_type=code", "a.yaml") == ["1:20 query-delimiter"])
    }

    @Test("in a right-to-left text, a mark after a link is a note, and one in the link is a warning")
    func directionMarks() {
        func severities(_ link: String) -> [Finding.Severity] {
            FileLint(Array("<string name=\"a\">כתובת \(link)</string>".utf8), path: "values-iw/texts.xml").findings.map(\.severity)
        }
        #expect(severities("https://shop.example/\u{200E}") == [.note])
        #expect(severities("https://shop.example/a\u{200E}/b\u{200E}") == [.warning])
        #expect(severities("https://shop.example/\u{202E}") == [.warning])
        #expect(marked(in: "let a = \"https://shop.example/item/7\u{200E}\"", "a.swift") == ["\u{200E}"])
    }

    @Test("a sentence in a program may have a word with a capital letter before ://")
    func prose() {
        #expect(found(in: "a(\"Note: see Chapter://3\", \"Error: Foo://bar\")", "a.swift") == [])
        #expect(found(in: "<string name=\"a\">Error: Foo://bar</string>", "a.xml") == [])
        #expect(found(in: "a(\" Foo://bar\")", "a.kt") == ["1:5 capital-scheme"])
    }

    @Test("a key that is meant to be public in an app is a note, unless the link also has a secret")
    func publicKeys() {
        let google = "AIza" + String(repeating: "aB1-x", count: 7)
        let (stripe, token) = ("pk_test_51abcDEF234ghi", "EAABabc123def456ghi789")
        func severities(_ query: String) -> [String] {
            FileLint(Array("a(\"https://api.acme.io/x?\(query)\")".utf8), path: "a.kt").findings.map { "\($0.severity) \($0.range.count)" }
        }
        #expect(severities("api_key=\(google)") == ["note 39"])
        #expect(severities("api_key=\(stripe)") == ["note 22"])
        let mapbox = "pk." + "eyJ1Ijoic2hvcCIsImEiOiJ4WTF6In0.aBc1dEf2gHi3"
        #expect(severities("access_token=\(mapbox)") == ["note \(mapbox.count)"])
        #expect(severities("api_key=\(google)&access_token=\(token)") == ["warning 22"])
        #expect(severities("api_key=\(google)0") == ["warning 40"])
    }

    @Test("the token or signature of one file is a note, and a service's key is a warning everywhere")
    func pages() {
        func severities(_ link: String, inCode: Bool = false) -> [Finding.Severity] {
            let text = inCode ? "a(\"https://\(link)\")" : "<a href=\"https://\(link)\">a</a>"
            return FileLint(Array(text.utf8), path: inCode ? "a.kt" : "a.html").findings.map(\.severity)
        }
        let key = "ff7zhr96m2o1vkhyo15z"
        for page in ["t.shop.example.dev/click.php?key=\(key)", "forum.acme.io/viewforum.php?f=20&sid=\(key)"] {
            #expect(severities(page) == [.note] && severities(page, inCode: true) == [.warning])
        }
        let stored = "firebasestorage.googleapis.com/v0/b/a/o/b?alt=media"
        #expect(severities("\(stored)&token=\(key)", inCode: true) == [.note])
        #expect(severities("\(stored)&access_token=sk_live_\(key)", inCode: true) == [.warning])
        let package = "/Users/acme/WebstormProjects/Acme-Extension-2/node_modules/@polkadot/util/packageInfo.js"
        #expect(FileLint(Array("new URL(\"file://\(package)\")".utf8), path: "a.js").findings == [])
        // A signature is for one file.
        #expect(severities("acme.io/a.jpg?hmac=\(key)", inCode: true) == [.note])
        #expect(severities("acme.io/a.jpg?t=st=1709447459~exp=1709448059~hmac=\(key)", inCode: true) == [.note])
        #expect(severities("acme.io/a?Expires=1743984000&Signature=\(key)", inCode: true) == [.note])
        #expect(severities("acme.io/a?Signature=\(key)&token=\(key)", inCode: true) == [.warning])
        #expect(severities("acme.io/login?next=/a&key=\(key)", inCode: true) == [.warning])
        #expect(severities("acme.io/a?key=sk_live_\(key)") == [.warning])
        let template = "acme://certificate?callback=shop%3A%2F%2Fa%3Fpassword%3D%24%28PASSWORD%29"
        #expect(found(in: "a(\"\(template)\")", "a.swift") == [])
    }

    @Test("comments of HTML and XML are not read")
    func markupComments() {
        #expect(found(in: "<!-- \(Self.bad) -->", "a.html") == [] && found(in: "<!-- \(Self.bad) --><a/>", "a.xml") == [])
    }

    @Test("an ignore comment hides findings on its line and, alone on a line, on the next")
    func ignoring() {
        let link = "open(\"Shop://a\")"
        #expect(found(in: "\(link) // linkscope:ignore", "a.kt") == [])
        #expect(found(in: "// linkscope:ignore\n\(link)\n\(link)", "a.kt") == ["3:7 capital-scheme"])
        #expect(found(in: "\(link) // linkscope:ignore\n\(link)", "a.kt") == ["2:7 capital-scheme"])
        #expect(FileLint(Array("<!-- linkscope:ignore -->\n[a](Shop://a)".utf8), path: "a.md").findings == [])
        #expect(FileLint(Array("\(link) // linkscope:ignore".utf8), path: "a.kt").hidden == 1)
    }

    @Test("an ignore comment with codes hides only these")
    func ignoringCodes() {
        let link = "open(\"Shop://a\")"
        #expect(found(in: "\(link) // linkscope:ignore capital-scheme, bad-port", "a.kt") == [])
        #expect(found(in: "\(link) // linkscope:ignore bad-port", "a.kt") == ["1:7 capital-scheme"])
        #expect(found(in: "// linkscope:ignore-file\n\(link)", "a.kt") == [])
    }

    @Test("a link cannot hide what is wrong with it")
    func ignoringInLink() {
        #expect(found(in: #"open("Shop://a?b=linkscope:ignore")"#, "a.kt") == ["1:7 capital-scheme"])
        #expect(found(in: #"open("Shop://a linkscope:ignore")"#, "a.kt") == ["1:7 capital-scheme"])
        #expect(found(in: #"open("Shop://a?b=linkscope:ignore-file")"#, "a.kt") == ["1:7 capital-scheme"])
        #expect(FileLint(Array("[a](Shop://a?b=linkscope:ignore)".utf8), path: "a.md").findings.map(\.code) == ["capital-scheme"])
        #expect(found(in: #"open("Shop://a?b=linkscope:ignore") // linkscope:ignore"#, "a.kt") == [])
        #expect(found(in: #"{"//": "linkscope:ignore", "a": "Shop://a"}"#, "a.json") == [])
    }

    @Test("a word in an ignore comment that is no code is a note")
    func unknownCodes() {
        func notes(_ comment: String) -> [String] {
            FileLint(Array("a() // \(comment)".utf8), path: "a.swift").findings.map { "\($0.severity) \($0.code) \($0.range)" }
        }
        #expect(notes("linkscope:ignore bad-port, capital-schema") == ["note unknown-ignore 34..<48"])
        #expect(notes("linkscope:ignore bad-port -- a reason") == [] && notes("linkscope:ignore") == [])
    }

    @Test("what is too much for a check is said")
    func limits() {
        func limit(_ text: String, _ path: String) -> String? { FileLint(Array(text.utf8), path: path).limit }
        let many = Array(repeating: "\"Shop://a\"", count: 1001).joined(separator: "\n")
        #expect(limit(many, "a.kt") == "only the first 1000 findings are reported")
        #expect(limit(String(repeating: "See shop://a. ", count: 80_000), "a.md") == "lines of more than 1048576 bytes are not checked")
        #expect(limit("\"Shop://a\"", "a.kt") == nil && limit("See shop://a.", "a.md") == nil)
    }

    @Test("files of unknown languages and binary files are not read")
    func others() {
        #expect(!FileLint.reads("a.png") && !FileLint.reads("README") && FileLint.reads("app/AndroidManifest.xml"))
        #expect(FileLint.isBinary(Array("bplist00\u{0}".utf8)) && !FileLint.isBinary(Array("<plist/>".utf8)))
    }

    @Test("an association file in the tree is checked as a whole")
    func associationFiles() {
        #expect(found(in: "{", ".well-known/apple-app-site-association").contains { $0.hasSuffix("association-not-json") })
        #expect(found(in: "{}", "assetlinks.json").contains { $0.hasSuffix("association-wrong-root") })
        let rules = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"*"},{"/":"/a"}]}]}}"#
        let useless = FileLint(Array(rules.utf8), path: "apple-app-site-association").findings
        #expect(useless.map { "\($0.severity) \($0.code)" } == ["note aasa-unreachable-rule"])
    }
}
