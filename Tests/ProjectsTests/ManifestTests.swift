import Testing

@testable import Projects

@Suite("Merged manifests")
struct ManifestTests {
    private let file = "app/src/main/AndroidManifest.xml"

    @Test("a stronger manifest removes, replaces, or adds to what a weaker one has (rules 5, 6, 7)")
    func merging() {
        let main =
            activity(filter("scheme=main")) + activity(filter("scheme=gone"), name: ".Gone")
            + activity(filter("scheme=old"), name: "a.b.Old")
        let debug =
            activity(filter("scheme=debug"), attributes: "") + "<activity android:name='a.b.Gone' tools:node='remove'/>"
            + activity(filter("scheme=new"), name: ".Old", attributes: "android:exported='true' tools:node='replace'")
        let facts = AndroidFacts(app(main, ["app/src/debug/AndroidManifest.xml": manifest(debug)]))
        #expect(
            facts.claims == [
                "app debug debug app/src/debug/AndroidManifest.xml:3", "app debug new app/src/debug/AndroidManifest.xml:5",
                "app * main \(file):3", "app release gone \(file):5", "app release old \(file):7",
            ])
        #expect(facts.findings.isEmpty)
        let all = AndroidFacts(app(main, ["app/src/debug/AndroidManifest.xml": manifest("<activity tools:node='removeAll'/>")]))
        #expect(all.claims.allSatisfy { $0.hasPrefix("app release ") } && all.claims.count == 3)
        let filters = "<activity android:name='.Main'><intent-filter tools:node='removeAll'/></activity>"
        let none = AndroidFacts(app(activity(filter("scheme=x")), ["app/src/debug/AndroidManifest.xml": manifest(filters)]))
        #expect(none.claims == ["app release x \(file):3"])
        let attribute = activity("", attributes: "tools:remove='android:exported'")
        let removed = AndroidFacts(app(activity(filter("scheme=x")), ["app/src/debug/AndroidManifest.xml": manifest(attribute)]))
        #expect(removed.project.claims.map { if case .filter(let claim) = $0.kind { claim.isExported } else { nil } } == [nil, true])
    }

    @Test("modules of the same build bring their filters, artifacts are unknown (rule 8)")
    func libraries() {
        let more = [
            "core/link/build.gradle.kts": "plugins { id(\"com.android.library\") }\nandroid { namespace = \"a.link\" }",
            "core/link/src/main/AndroidManifest.xml": manifest(activity(filter("scheme=${applicationId}"), name: ".Link")),
            "core/link/src/debug/AndroidManifest.xml": manifest(activity(filter("scheme=debug"), name: ".Debug")),
            "other/build.gradle": "", "other/src/main/AndroidManifest.xml": manifest(activity(filter("scheme=other"))),
        ]
        for dependency in [
            "implementation project(':core:link')", "implementation(projects.core.link)", "api(project(path: ':core:link'))",
        ] {
            let facts = AndroidFacts(app("", script: "}\ndependencies { \(dependency)\nimplementation 'x:y:1'\n", more))
            let folder = "core/link/src"
            #expect(
                facts.claims == [
                    "app debug debug \(folder)/debug/AndroidManifest.xml:3", "app * a.b \(folder)/main/AndroidManifest.xml:3",
                ],
                "\(dependency)")
            #expect(facts.unknowns.first?.hasPrefix("filters of dependencies: ") == true)
        }
    }

    @Test("an alias that is off, and a flag that a resource decides, are uncertain (rule 11)")
    func aliases() {
        let alias = "<activity-alias android:name='.A' android:targetActivity='.Main' android:enabled='false' android:exported='true'>"
        let body = alias + filter("scheme=a") + "</activity-alias>" + activity(filter("scheme=b"), attributes: "android:exported='@bool/x'")
        let facts = AndroidFacts(app(body))
        #expect(facts.claims == ["app * a disabled perhaps \(file):2", "app * b perhaps \(file):3"])
        #expect(facts.unknowns.map { String($0.prefix { $0 != ":" }) } == ["enabled of .A", "@bool/x"])
        let off = AndroidFacts(app(activity(filter("scheme=c"), attributes: "android:exported='true' android:enabled='false'")))
        #expect(
            off.claims == ["app * c disabled perhaps \(file):3"] && off.unknowns == ["enabled of .Main: code may switch it on \(file):2"])
    }

    @Test("source sets may be elsewhere, and Kotlin Multiplatform names them otherwise")
    func sourceSets() {
        var files = app("", script: "sourceSets { main { manifest.srcFile 'Other.xml' } }\n")
        files["app/src/main/AndroidManifest.xml"] = nil
        files["app/Other.xml"] = manifest(activity(filter("scheme=x")))
        #expect(AndroidFacts(files).claims == ["app * x app/Other.xml:3"])
        files = app("")
        files["app/src/main/AndroidManifest.xml"] = nil
        files["app/src/androidMain/AndroidManifest.xml"] = manifest(activity(filter("scheme=x")))
        #expect(AndroidFacts(files).claims == ["app * x app/src/androidMain/AndroidManifest.xml:3"])
    }

    @Test("values without an answer are named, with candidates")
    func gaps() {
        let script = "defaultConfig { manifestPlaceholders = [h: flag ? 'a.example' : 'b.example'] }\n"
        let facts = AndroidFacts(app(activity(filter("scheme=https host=${h}") + "\n" + filter("scheme=@string/none")), script: script))
        #expect(facts.claims == ["app * https a.example perhaps \(file):3", "app * https b.example perhaps \(file):3"])
        #expect(
            facts.unknowns == [
                "${h}: a condition chooses it a.example b.example \(file):3",
                "@string/none: no values file that can be read has the string \(file):4",
            ])
        let missing = AndroidFacts(app(activity(filter("scheme=https host=${h}") + "\n" + filter("scheme=${h}"))))
        #expect(missing.findings == ["error android-unresolved-placeholder \(file):3"])
    }

    @Test("a nav-graph becomes one filter for each deep link, of included graphs too (rule 17)")
    func navigation() {
        let graph = """
            <navigation xmlns:app="http://schemas.android.com/apk/res-auto" xmlns:android="http://schemas.android.com/apk/res/android">
            <fragment android:id="@+id/item"><deepLink app:uri="https://x.example/p/{id}" android:autoVerify="true"/></fragment>
            <fragment><deepLink app:uri="x.example"/></fragment>
            <fragment><deepLink app:uri="shop://.*.x.example/a/{b}/c?q={q}"/></fragment>
            <include app:graph="@navigation/inner"/>
            </navigation>
            """
        let inner =
            "<navigation xmlns:a='http://schemas.android.com/apk/res-auto'><deepLink a:uri='s://h/a.*'/><include a:graph='@navigation/main'/></navigation>"
        let more = ["app/src/main/res/navigation/main.xml": graph, "app/src/main/res/navigation/inner.xml": inner]
        let main = "app/src/main/res/navigation/main.xml"
        let facts = AndroidFacts(app(activity("<nav-graph android:value='@navigation/main'/>"), more))
        #expect(
            facts.claims == [
                "app * s h pathPattern=/a.* app/src/main/res/navigation/inner.xml:1",
                "app * https x.example pathPrefix=/p/ verified \(main):2",
                "app * http,https x.example path=/ \(main):3", "app * shop *.x.example pathPattern=/a/.*/c \(main):4",
            ])
        let routes = ["s://h/a.* -", "https://x.example/p/{id} item", "x.example -", "shop://.*.x.example/a/{b}/c?q={q} -"]
        #expect(facts.routes.map { $0.split(separator: " ").dropFirst().dropLast().joined(separator: " ") } == routes)
        #expect(AndroidFacts(app(activity(""), more)).claims.isEmpty)
    }

    @Test("annotations of DeepLinkDispatch, with what they put before their links (rule 21)")
    func dispatch() {
        let code = """
            import com.airbnb.deeplinkdispatch.DeepLinkSpec
            @DeepLinkSpec(prefix = ["app://", "https://x.example"])
            annotation class AppLink(val value: String)
            const val PATH = "/b"
            @AppLink("/a/{id}") class A
            @AppLink(PATH)
            @Other(1) object B
            """
        let java = """
            import com.airbnb.deeplinkdispatch.DeepLink;
            public class C {
              @DeepLink({"s://c", "s://d/<id>"})
              public static Intent intent(Context context) { return null; }
            }
            """
        let facts = AndroidFacts(app("", ["app/src/main/java/A.kt": code, "app/src/main/java/C.java": java]))
        #expect(
            facts.routes == [
                "deepLinkDispatch app:///a/{id} A app/src/main/java/A.kt:5",
                "deepLinkDispatch https://x.example/a/{id} A app/src/main/java/A.kt:5",
                "deepLinkDispatch app:///b B app/src/main/java/A.kt:6", "deepLinkDispatch https://x.example/b B app/src/main/java/A.kt:6",
                "deepLinkDispatch s://c intent app/src/main/java/C.java:3", "deepLinkDispatch s://d/<id> intent app/src/main/java/C.java:3",
            ])
        #expect(facts.project.routers.map(\.isCertain) == [false])
    }

    @Test("Compose declares routes; templates of constants are known, others are not (rule 20)")
    func compose() {
        let code = """
            object Links { const val BASE = "https://x.example" }
            val links = listOf(
                navDeepLink { uriPattern = "${Links.BASE}/a/{id}" },
                navDeepLink { uriPattern = "$host/b" },
                navDeepLink<Item>(basePath = "https://x.example/c"),
            )
            val old = NavDeepLink.Builder().setUriPattern("s://d").build()
            """
        let facts = AndroidFacts(app(activity(filter("scheme=https host=x.example", verified: true)), ["app/src/main/kotlin/L.kt": code]))
        let file = "app/src/main/kotlin/L.kt"
        #expect(
            facts.routes == [
                "navigation https://x.example/a/{id} - \(file):3", "navigation https://x.example/c - \(file):5",
                "navigation s://d - \(file):7",
            ])
        #expect(facts.unknowns == ["route: host is not defined in a file that can be read \(file):4"])
    }
}

@Suite("What is wrong with an intent filter")
struct FilterFindingTests {
    private func findings(_ text: String, script: String = "", attributes: String = "android:exported=\"true\"") -> [String] {
        AndroidFacts(app(activity(text, attributes: attributes), script: script)).findings.map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    @Test(
        "each trap of a declaration has its code (rules 12 to 16; traps of devices.md)",
        arguments: [
            (["scheme=shop"], []), (["scheme=shop://"], ["error android-scheme-invalid"]),
            (["scheme=s host=x query=a=1"], ["warning android-group-ignored"]),
            (["scheme=s host=x fragmentPrefix=a"], ["warning android-group-ignored"]),
            (["scheme=s host=x pathRegex=/a"], ["warning android-pattern"]), (["scheme=s host=x mimeGroup=a"], []),
            (["scheme=Shop"], ["error android-scheme-capitals"]), (["scheme="], ["error android-scheme-invalid"]),
            (["scheme=", "scheme=ftp", "host=x"], []),
            (["scheme=s host=https://x"], ["error android-host-malformed"]), (["scheme=s host=x/y"], ["error android-host-malformed"]),
            (["scheme=s host=x:80"], ["error android-host-malformed"]), (["scheme=s host=a.*.b"], ["error android-host-malformed"]),
            (["scheme=s host=*x.b"], ["warning android-host-wildcard"]), (["scheme=s host=*.x.b"], ["note android-host-wildcard"]),
            (["scheme=bitcoin", "scheme=BITCOIN"], []), (["scheme=s host= path=/p"], []),
            (["scheme=s host=*.x.b", "host=x.b"], []), (["scheme=s host=x port=99999"], ["error android-port-invalid"]),
            (["scheme=s host=x", "port=8080"], ["warning android-port-invalid"]),
            (["scheme=s host=x path=p"], ["error android-path-no-slash"]), (["scheme=s host=x pathSuffix=.pdf"], []),
            (["scheme=s host=x path=/p?q=1"], ["error android-path-query"]),
            (["scheme=s host=x path=/a%20b"], ["warning android-path-escaped"]),
            (["scheme=s host=x pathPrefix=/"], ["note android-path-root"]), (["scheme=s path=/p"], ["warning android-path-ignored"]),
            (["scheme=shop.page.link"], ["warning dead-service"]),
            (["scheme=s host=example.com"], ["warning android-host-malformed"]), (["scheme=s host=shop.example.com"], []),
            (["host=x"], ["error android-host-ignored"]), (["scheme=s host=x pathPattern=*"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/*"], ["warning android-pattern"]),
            (["scheme=s host=x pathPrefix=/a/*"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/.*\\\\.gpx", "pathPattern=/.*\\\\..*\\\\.gpx"], []),
            (["scheme=s host=x pathPattern=/.*/edit"], ["note android-pattern"]), (["scheme=s host=x pathPattern=/a/.*"], []),
            (["scheme=s host=x pathAdvancedPattern=/.*x"], ["warning android-pattern"]),
            (["scheme=s host=x pathAdvancedPattern=/(a|b)"], ["warning android-pattern"]),
            (["scheme=s host=x pathAdvancedPattern=/[a"], ["error android-pattern"]),
            (["scheme=s mimeType=a/b"], ["note android-mime-type"]),
            (["scheme=s mimeType=a/b", "mimeType=a/c"], ["note android-mime-type"]), (["scheme=content mimeType=a/b"], []),
            (["scheme=s host=a path=/a", "scheme=s host=b path=/b"], ["note android-cross-product"]),
            (["scheme=s host=a path=/a", "scheme=t host=b path=/b"], ["warning android-cross-product"]),
            (["scheme=s host=a", "scheme=s host=b", "scheme=t host=a", "scheme=t host=b"], []),
            (["scheme=http host=a.x", "scheme=https host=a.x", "scheme=https host=b.x"], ["warning android-no-autoverify"]),
            (["scheme=s host=a path=/a", "scheme=s host=a path=/b"], []), (["scheme=s host=a", "scheme=s host=b"], []),
            (["scheme=http", "scheme=https", "host=a", "host=b", "path=/a"], ["warning android-no-autoverify"]),
            (["scheme=https host=x.example"], ["warning android-no-autoverify"]), (["scheme=https"], []),
            (["scheme=https host=x.example port=443"], ["warning android-port-default", "warning android-no-autoverify"]),
            // Misspelled, http alone, and services that ended.
            (["scheme=htps host=x.example"], ["warning android-scheme-invalid"]),
            (["scheme=1234-abc.apps.googleusercontent.com"], ["error android-scheme-invalid"]),
            (["scheme=http host=x.example"], ["warning android-no-autoverify", "note android-scheme-invalid"]),
            (["scheme=https host=shop.page.link"], ["warning dead-service", "note android-no-autoverify"]),
            // Signs of regular expressions and of routes.
            (["scheme=s host=x pathPattern=/item/[0-9]+"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/(a|b)"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/item/.+"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/item$"], ["warning android-pattern"]),
            (["scheme=s host=x path=/item/{id}"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/item/:id"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=/item/\\\\d+"], ["warning android-pattern"]),
            (["scheme=s host=x pathPattern=^/item/.*"], ["warning android-pattern"]),
            (["scheme=s host=.x.example"], ["error android-host-malformed"]),
            (["scheme=s host=x pathPrefix=/${id}"], ["error android-unresolved-placeholder"]),
            (["scheme=s host=x pathPrefix=/GC", "pathPrefix=/gc"], ["note android-pattern"]),
            // The path / and the prefix /.
            (["scheme=s host=x path=/"], ["warning android-path-root"]),
            (["scheme=https host=x.example path=/"], ["warning android-no-autoverify"]),
            (["scheme=s host=x pathPrefix=/a", "pathPrefix=/"], ["warning android-path-root"]),
            // What follows the scheme.
            (["scheme=https sspPrefix=x.example/"], ["error android-pattern"]),
            (["scheme=s host=x ssp=y"], ["warning android-pattern"]), (["scheme=s sspPrefix=y"], []),
            (["scheme=https sspPrefix=//x.example/"], ["warning android-not-verified"]),
            // A scheme of the app beside https.
            (
                ["scheme=https", "host=x.example", "scheme=s", "host=user"],
                ["warning android-no-autoverify", "warning android-cross-product"]
            ),
            (["scheme=https host=x.example path=/a", "scheme=s"], ["warning android-no-autoverify", "warning android-cross-product"]),
            (["scheme=https", "scheme=s", "host=x.example"], ["warning android-no-autoverify", "note android-cross-product"]),
        ] as [([String], [String])])
    func traps(_ data: [String], _ expected: [String]) {
        let elements = data.map { element in
            "<data "
                + element.split(separator: " ").map { "android:" + $0.replacing("=", with: "=\"", maxReplacements: 1) + "\"" }.joined(
                    separator: " ") + "/>"
        }
        let whole = filter().replacing("</intent-filter>", with: elements.joined() + "</intent-filter>")
        #expect(findings(whole) == expected)
    }

    @Test("verification needs web schemes only, and one verified host counts for all filters (rule 15)")
    func verification() {
        let mixed = filter("scheme=https host=x.example", "scheme=s", verified: true)
        #expect(findings(mixed) == ["error android-mixed-schemes"])
        #expect(findings(mixed, script: "defaultConfig { targetSdk 30 }\n") == ["warning android-mixed-schemes"])
        #expect(findings(filter("scheme=s", verified: true)) == ["note android-mixed-schemes"])
        // The finding says to move the scheme, which is also the repair of a product with it, but of no other product.
        #expect(findings(filter("scheme=https host=x.example", "scheme=s host=y", verified: true)) == ["error android-mixed-schemes"])
        let web = ["scheme=https host=x.example path=/a", "scheme=https host=y.example path=/b"]
        let product = filter(web[0], web[1], "scheme=s host=z", verified: true)
        #expect(findings(product) == ["error android-mixed-schemes", "note android-cross-product"])
        let own = filter("scheme=s host=a path=/a", "scheme=t host=b path=/b", verified: true)
        #expect(findings(own) == ["note android-mixed-schemes", "warning android-cross-product"])
        let repairs = [mixed, filter("scheme=s", verified: true)].map { AndroidFacts(app(activity($0))).project.findings.first?.repair }
        #expect(repairs[0]?.hasPrefix("Move ") == true && repairs[1] == "Remove android:autoVerify.")
        let (plain, verified) = (filter("scheme=https host=x.example"), filter("scheme=https host=x.example", verified: true))
        #expect(findings(plain + verified).isEmpty && findings(verified + plain).isEmpty)
        #expect(findings(plain + filter("scheme=https host=y.example", verified: true)) == ["warning android-no-autoverify"])
        let alias = "android:exported='true' android:enabled='false'"
        #expect(findings(plain, attributes: alias).isEmpty)
        // One filter with https is enough, and hosts of others cannot name the app.
        let (http, https) = (filter("scheme=http host=x.example", verified: true), filter("scheme=https host=x.example", verified: true))
        #expect(findings(http) == ["note android-scheme-invalid"] && findings(http + https).isEmpty)
        #expect(findings(filter("scheme=https", "host=www.youtube.com")) == ["note android-no-autoverify"])
        let many = (0..<6).map { "host=lemmy\($0).example\($0)" }
        #expect(findings(filter("scheme=https", many[0], many[1], many[2], many[3], many[4], many[5])) == ["note android-no-autoverify"])
        // Sites of others can have a filter each.
        let each = (0..<6).map { filter("scheme=https host=lemmy\($0).example\($0)") }.joined(separator: "\n")
        #expect(findings(each) == (0..<6).map { _ in "note android-no-autoverify" })
        let refused = plain.replacing("<intent-filter>", with: "<intent-filter android:autoVerify=\"false\">")
        #expect(findings(refused) == ["note android-no-autoverify"])
    }

    @Test("a host for all sites is told once, and is a note if the author keeps it from Android's lint")
    func everyHost() {
        let all = { (path: String) in filter("scheme=https", "host=*", "pathPattern=\(path)", verified: true) }
        #expect(findings(all("/a") + "\n" + all("/b")) == ["warning android-host-wildcard"])
        #expect(findings(filter("scheme=https host=", verified: true)) == ["error android-host-malformed"])
        let ignored = " tools:ignore=\"AppLinkUrlError\""
        #expect(findings(all("/a").replacing("<data android:host", with: "<data\(ignored) android:host")) == ["note android-host-wildcard"])
        #expect(findings(all("/a").replacing("<intent-filter", with: "<intent-filter\(ignored)")) == ["note android-host-wildcard"])
        #expect(findings(all("/a"), attributes: "android:exported='true'" + ignored) == ["note android-host-wildcard"])
        #expect(findings(all("/a").replacing("<data", with: "<data tools:ignore=\"UnusedAttribute\"")) == ["warning android-host-wildcard"])
        #expect(findings(filter("scheme=s path=/p").replacing("<data", with: "<data\(ignored)")) == ["note android-path-ignored"])
    }

    @Test("what another filter of the app makes up for is a note")
    func siblings() {
        let codes = filter("scheme=SHOP")
        #expect(findings(codes + filter("scheme=shop")) == ["note android-scheme-capitals"])
        #expect(findings(filter("scheme=shop") + codes) == ["note android-scheme-capitals"])
        #expect(findings(codes + filter("scheme=other")) == ["error android-scheme-capitals"])
    }

    @Test("a link of a navigation graph with a scheme and one slash has no host")
    func oneSlash() {
        let place = SourceFile("main.xml", []).place(0)
        func data(_ uri: String) -> [String] {
            NavigationGraph.filter(uri, isVerified: false, at: place).data.map { "\($0.name)=\($0.value)" }
        }
        #expect(data("wc:/{topic}@2") == ["scheme=wc", "pathPattern=/.*@2"])
        #expect(data("shop://item/7") == ["scheme=shop", "host=item", "path=/7"])
        #expect(data("a.example:8080/p") == ["scheme=http", "scheme=https", "host=a.example", "port=8080", "path=/p"])
    }

    @Test("what a filter must have besides its data (rules 13, 16)")
    func reach() {
        #expect(findings(filter("scheme=s", without: "DEFAULT")) == ["error android-missing-default"])
        // Links of the app's own may be for its notifications, and pages have those that many apps open.
        #expect(findings(filter("scheme=s", without: "BROWSABLE")) == ["note android-missing-browsable"])
        #expect(findings(filter("scheme=bitcoin", without: "BROWSABLE")) == ["warning android-missing-browsable"])
        #expect(findings(filter("scheme=https host=x", verified: true, without: "VIEW")) == ["error android-missing-view"])
        #expect(findings(filter("scheme=s"), attributes: "android:exported='false'") == ["error android-not-exported"])
        #expect(
            findings(filter("scheme=s"), attributes: "android:exported='false' android:enabled='false'") == ["note android-not-exported"])
        let inner = filter("scheme=s", without: "BROWSABLE")
        #expect(
            findings(inner, attributes: "android:exported='false'") == ["note android-missing-browsable", "note android-not-exported"])
        #expect(findings(filter("scheme=s"), attributes: "") == ["error android-exported-missing"])
        #expect(findings(filter("scheme=s"), script: "defaultConfig { targetSdkVersion 30 }\n", attributes: "").isEmpty)
        #expect(findings("<intent-filter><action android:name='x.SEND'/><data android:mimeType='*/*'/></intent-filter>").isEmpty)
    }

    @Test("a name with a typing mistake is corrected, and an attribute without its prefix is told")
    func misspelled() {
        func messages(_ body: String) -> [String] {
            AndroidFacts(app(activity(body))).project.findings.map { "\($0.code.rawValue): \($0.repair ?? "")" }
        }
        let whole = filter("scheme=s")
        #expect(
            messages(whole.replacing("action.VIEW", with: "action.view")) == [
                "android-missing-view: Write android.intent.action.VIEW in place of \"android.intent.action.view\"."
            ])
        #expect(
            messages(whole.replacing("BROWSABLE", with: "BROWSEABLE")) == [
                "android-missing-browsable: Write android.intent.category.BROWSABLE in place of \"android.intent.category.BROWSEABLE\"."
            ])
        #expect(
            messages(whole.replacing("category.DEFAULT", with: "category.OPENABLE")) == [
                "android-missing-default: Add <category android:name=\"android.intent.category.DEFAULT\" />."
            ])
        #expect(
            messages(whole.replacing("android:scheme", with: "android:scheme='t' host"))
                == ["android-pattern: Write android:host."])
        #expect(messages(whole.replacing("android:scheme", with: "pathological='t' android:scheme")) == [])
    }

    @Test("a value that only the build knows has no finding, and the others of its filter have theirs (rules 9, 10)")
    func unknownValues() {
        let script = "defaultConfig { manifestPlaceholders = [h: System.getenv('H'), s: System.getenv('S')] }\n"
        #expect(findings(filter("scheme=Shop host=${h}"), script: script) == ["error android-scheme-capitals"])
        #expect(findings(filter("scheme=${s} host=x/y", verified: true), script: script) == ["error android-host-malformed"])
        #expect(findings(filter("scheme=https host=${h} port=@integer/p", verified: true), script: script).isEmpty)
        #expect(findings(filter("scheme=s host=x pathAdvancedPattern=/[0-9]{3}"), script: script).isEmpty)
        #expect(findings(filter("scheme=s host=a path=${h}", "scheme=s host=b path=/b"), script: script).isEmpty)
    }

    @Test("groups count only with a host, and a path beside them goes around them (rule 14)")
    func groups() {
        let group = "<uri-relative-filter-group android:allow='false'><data android:path='/no'/></uri-relative-filter-group>"
        let with = { (data: String) in filter(data).replacing("</intent-filter>", with: group + "</intent-filter>") }
        #expect(findings(with("scheme=s")) == ["warning android-group-ignored"])
        #expect(findings(with("scheme=s host=x path=/no")) == ["warning android-group-ignored"])
    }
}

@Suite("XML trees")
struct XMLTreeTests {
    @Test("elements have their attributes and texts, with their places")
    func tree() throws {
        let text = "<?xml version='1.0'?><!-- <x> --><a b='1 &amp; 2'><c>t</c><c d=\"\"/></a>"
        let root = try XMLTree.root(of: SourceFile("x", Array(text.utf8)))
        #expect(root.name == "a" && root["b"] == "1 & 2" && root.all("c").map(\.text) == ["t", ""])
        let range = try #require(root.attribute("b")?.place.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "1 &amp; 2")
    }

    @Test(
        "the first mistake is named",
        arguments: [
            ("<a>\n<b></a>", "2:6 the tags do not match: </a> stands where </b> must"),
            ("<a>\n", "1:4 the file ends early; <a> is not closed"),
            ("<a>\n<b c=\"1></a>", "2:6 the value of c has no closing quote"), ("<a b=1/>", "1:4 b has no value in quotes"),
            ("<a><!-- </a>", "1:4 the comment has no end"), ("", "1:1 the file has no element"), ("</a>", "1:3 </a> closes nothing"),
            ("<a/><b/>", "1:6 <b> follows the end of the first element"), ("<a b='1' b='2'/>", "1:13 the attribute b stands twice in <a>"),
            ("<a <b/></a>", "1:1 the tag <a> has no end"),
        ])
    func mistakes(_ text: String, _ expected: String) {
        let file = SourceFile("x", Array(text.utf8))
        do {
            _ = try XMLTree.root(of: file)
            Issue.record("no mistake in \(text)")
        } catch {
            #expect("\(file.place(error.offset).line):\(file.column(error.offset)) \(error.problem)" == expected)
        }
    }

    @Test("nesting has a limit, and long files end soon")
    func hostile() {
        for text in [
            String(repeating: "<a>", count: 100_000), String(repeating: "<", count: 100_000), String(repeating: "<a b='", count: 50_000),
        ] {
            #expect(throws: XMLTree.Mistake.self) { try XMLTree.root(of: SourceFile("x", Array(text.utf8))) }
        }
    }
}
