import Deciding
import Projects
import Testing

@Suite("What a link does in a project")
struct AnswerTests {
    // MARK: Android

    @Test("the filter that came nearest gives the reason, and its place")
    func nearest() throws {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], ["/p/"], line: 5)
        project.claim("shop", ["shop"], [], line: 9) { $0.filter.categories = [AndroidFilter.defaultCategory] }
        #expect(project.says("https://shop.example/p/1") == "app shop claimed-route-unknown ?")
        #expect(project.says("https://shop.example/q") == "browser - path-not-claimed -")
        #expect(project.says("https://other.example/p/1") == "browser - host-not-claimed -")
        #expect(project.says("other://x") == "nothing - scheme-not-claimed -")
        #expect(project.says("shop://x") == "nothing - no-browsable-category -")
        #expect(project.answer("https://shop.example/q", on: .android).claim?.place.line == 5)
        #expect(project.answer("https://shop.example/p/1", on: .android).claim?.place.line == 5)
        let device = ProjectDevice<AndroidDevice>(project, variant: "*")
        let filter = try #require(device.device.decide("https://shop.example/p/1", from: .request()).filter)
        #expect(device.claim(at: filter)?.place.line == 5 && device.keys[filter.app] == "shop")
    }

    @Test("the nearest filter gives the reason also if it is not certain")
    func nearestIsUncertain() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], ["/p/"], line: 5, certain: false)
        project.claim("shop", ["https"], ["other.example"], line: 9)
        let answer = project.answer("https://shop.example/q", on: .android)
        #expect(answer.opening == .browser && answer.claim?.place.line == 5)
    }

    @Test("a filter that no other app may start is the reason only if nothing else is")
    func notExported() {
        var project = Project(.made("shop"))
        project.claim("shop", ["shop"], []) { $0.isExported = false }
        #expect(project.says("shop://x") == "nothing - not-exported -")
        #expect(project.says("other://x") == "nothing - scheme-not-claimed -")
    }

    @Test("a claim with an unknown value, or of an activity that is switched off, opens perhaps")
    func uncertain() {
        var project = Project(.made("shop"))
        project.claim("shop", ["shop"], [], certain: false)
        project.claim("shop", ["off"], []) { $0.isEnabled = false }
        #expect(project.says("shop://x") == "app shop claimed-route-unknown ? perhaps")
        #expect(project.says("off://x") == "app shop claimed-route-unknown ? perhaps")
    }

    @Test("a link that an app which may claim anything could take is not certain to open nothing")
    func open() {
        var project = Project(.made("shop"), .made("apple", .ios))
        #expect(project.says("shop://x", .ios) == "nothing - scheme-not-claimed -")
        project.openApps = ["apple"]
        #expect(project.says("shop://x", .ios) == "nothing - scheme-not-claimed - perhaps")
        #expect(project.says("shop://x") == "nothing - scheme-not-claimed -")
        #expect(project.says("tel:1", .ios) == "system - system-scheme -")
    }

    @Test("two apps that claim a link: one of them, perhaps, and the first of the project is named")
    func twoApps() {
        var project = Project(.made("phone", .android, ("*", "a.phone")), .made("car", .android, ("*", "a.car")))
        for app in ["car", "phone"] { project.claim(app, ["shop"]) }
        #expect(project.says("shop://x") == "app phone claimed-route-unknown ? perhaps")
    }

    @Test("rules 15 and 54: only hosts that are asked for and whose file lists the app are verified")
    func verification() {
        var project = Project(.made("shop"), .made("other"))
        project.claim("shop", ["https"], ["shop.example", "*.wide.example"])
        project.claim("shop", ["https"], ["plain.example"], verified: false)
        project.claim("shop", ["https", "shop"], ["mixed.example"])
        project.claim("other", ["https"], ["other.example"])
        project.keep(assetLinks: "com.shop")
        #expect(project.says("https://SHOP.example/") == "app shop claimed-route-unknown ?")
        #expect(project.says("https://a.wide.example/") == "app shop claimed-route-unknown ?")
        #expect(project.says("https://plain.example/") == "browser - not-auto-verified -")
        #expect(project.says("https://mixed.example/") == "browser - mixed-schemes-not-verified -")
        #expect(project.says("https://other.example/") == "browser - package-not-in-association-file -")
        project.claim("shop", ["https"], ["*any.example"])
        #expect(project.says("https://many.example/") == "browser - host-pattern-not-verified -")
        // A file that names its host is not used for others (rule 53).
        project.keep(assetLinks: "com.other", host: "Other.Example")
        #expect(project.says("https://other.example/") == "app other claimed-route-unknown ?")
        // An app for Android before 12 asks for the hosts of all its filters.
        project.apps[0].targetSDK = 30
        #expect(project.says("https://plain.example/") == "app shop claimed-route-unknown ?")
    }

    @Test("without a readable file, or with an unknown ID, the site may approve the app")
    func unclear() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"])
        let file = SourceFile("assetlinks.json", Array("[{".utf8))
        project.associations = [Association(.android(AssetLinksFile(file.bytes)), file)]
        #expect(project.says("https://shop.example/") == "app shop claimed-route-unknown ? perhaps")
        project.associations = []
        project.keep(assetLinks: "com.shop.dev")
        project.apps[0].builds[0].id = .unknown(candidates: [])
        #expect(project.says("https://shop.example/") == "app shop claimed-route-unknown ? perhaps")
        project.apps[0].builds[0].id = .unknown(candidates: ["com.shop", "com.shop.dev"])
        #expect(project.says("https://shop.example/") == "app shop claimed-route-unknown ?")
        project.apps[0].builds[0].id = .unknown(candidates: ["com.shop"])
        #expect(project.says("https://shop.example/") == "browser - package-not-in-association-file -")
    }

    @Test("46: Flutter's routers do not see what stands in the place of a host; the answer says how to write the link")
    func advice() {
        var project = Project(.made("trips"))
        project.claim("trips", ["trip"], [])
        project.route(.goRouter, ["trips"], ["/trip/:id"])
        #expect(project.says("trip://trip/7") == "app trips claimed-no-route -")
        let advice = "The router sees only the path /7. Write trip:///trip/7 for the route /trip/:id."
        #expect(project.answer("trip://trip/7", on: .android).advice == advice)
        #expect(project.says("trip:///trip/7") == "app trips claimed /trip/:id")
        #expect(project.answer("trip://other/7", on: .android).advice == nil)
    }

    @Test("an app is installed as the build that is asked for, otherwise as its release")
    func variants() {
        var project = Project(
            .made("shop", .android, ("devDebug", "a.dev.debug"), ("devRelease", "a.dev"), ("prodRelease", "a")), .made("tv"))
        project.claim("shop", ["dev"], [], variants: ["devDebug", "devRelease"])
        project.claim("shop", ["prod"], [], variants: ["prodRelease"])
        project.claim("tv", ["tv"], [])
        #expect(project.variants(on: .android) == ["devDebug", "devRelease", "prodRelease", "*"])
        #expect(project.defaultVariant(on: .android) == "devRelease" && project.defaultVariant(on: .ios) == nil)
        #expect(project.says("dev://x") == "app shop claimed-route-unknown ?")
        #expect(project.says("prod://x") == "nothing - scheme-not-claimed -")
        #expect(project.says("prod://x", .android, "prodRelease") == "app shop claimed-route-unknown ?")
        #expect(project.says("tv://x", .android, "prodRelease") == "app tv claimed-route-unknown ?")
        #expect(ProjectApp.made("a", .ios, ("Debug-dev", "x"), ("Release-dev", "y")).defaultBuild.variant == "Release-dev")
    }

    @Test("two apps with one scheme, one ID or one key: each is there, and which opens is not certain")
    func several() {
        var project = Project(.made("a", .android, ("*", "same")), .made("b", .android, ("*", "same")))
        for app in ["a", "b"] { project.claim(app, ["shop"], []) }
        #expect(Set(ProjectDevice<AndroidDevice>(project, variant: "*").keys.values) == ["a", "b"])
        #expect(
            project.says("shop://x") == "app b claimed-route-unknown ? perhaps"
                || project.says("shop://x") == "app a claimed-route-unknown ? perhaps")
        #expect(ProjectAnswers(project, on: .android, variant: "*", only: ["b"]).answer("shop://x").app == "b")
    }

    @Test("a phone has no app for watches or cars that has the ID of the one for phones")
    func watch() {
        let feature = "<uses-feature android:name='android.hardware.type.watch'/><application>"
        let watch = manifest(activity(filter("scheme=shop"), name: ".Watch")).replacing("<application>", with: feature)
        let script = "apply plugin: 'com.android.application'\nandroid { defaultConfig { applicationId 'a.b' } }\n"
        var files = app(activity(filter("scheme=phone")))
        files["settings.gradle"] = "include ':app', ':wear'"
        (files["wear/build.gradle"], files["wear/src/main/AndroidManifest.xml"]) = (script, watch)
        var project = Project(ProjectTree(files))
        #expect(project.apps.map(\.isForPhone) == [true, false])
        #expect(project.says("shop://x") == "nothing - scheme-not-claimed -")
        project.apps[1].builds = [.init("*", .known("a.watch"))]
        #expect(project.says("shop://x") == "app wear claimed-route-unknown ?")
    }

    @Test("an app that takes all web links is a browser; system schemes are not the project's")
    func browser() {
        var project = Project(.made("web"))
        project.claim("web", ["http", "https"], [], verified: false)
        #expect(
            project.says("https://x.example/") == "browser - scheme-not-claimed -"
                || project.says("https://x.example/").hasPrefix("app web"))
        #expect(project.says("tel:1", .ios) == "system - system-scheme -")
    }

    // MARK: iOS

    private static let file = """
        {"applinks":{"details":[{"appIDs":["T.com.shop"],"components":[{"/":"/no/*","exclude":true},{"/":"/p/*"}]}]},
         "appclips":{"apps":["T.com.clip"]}}
        """

    @Test("the association file of the tree decides; without one, all is given")
    func universalLinks() {
        var project = Project(.made("shop", .ios, team: "T"))
        project.claim("shop", domain: "shop.example", line: 7)
        project.claim("shop", domain: "dev.example", mode: "developer")
        project.claim("shop", scheme: "Shop")
        project.claim("shop", domain: "two.example", mode: "developer", line: 8)
        project.claim("shop", domain: "two.example", line: 9)
        #expect(project.answer("https://two.example/", on: .ios).claim?.place.line == 9)
        #expect(project.says("https://shop.example/q", .ios) == "app shop claimed-route-unknown ?")
        project.keep(apple: Self.file, host: "shop.example")
        #expect(project.says("https://shop.example/p/1", .ios) == "app shop claimed-route-unknown ?")
        #expect(project.says("https://shop.example/q", .ios) == "browser - path-not-in-association-file -")
        #expect(project.says("https://shop.example/no/1", .ios) == "browser - excluded-by-association-file -")
        #expect(project.says("https://dev.example/", .ios) == "browser - developer-mode-only -")
        #expect(project.says("https://x.example/", .ios) == "browser - host-not-claimed -")
        #expect(project.says("shop://x", .ios) == "app shop claimed-route-unknown ?")
        #expect(project.answer("https://shop.example/q", on: .ios).claim?.place.line == 7)
        project.apps[0].team = "U"
        #expect(project.says("https://shop.example/p/1", .ios) == "browser - appid-not-in-association-file -")
        // A team that is not known is the one of the file.
        project.apps[0].team = nil
        #expect(project.says("https://shop.example/p/1", .ios) == "app shop claimed-route-unknown ?")
    }

    @Test("rule 30: an App Clip opens where no full app takes the link, and the file lists it")
    func clips() {
        var project = Project(.made("shop", .ios, team: "T"), .made("clip", .ios, team: "T", clipOf: "shop"))
        project.claim("shop", domain: "shop.example")
        project.claim("clip", domain: "shop.example", service: "appclips")
        project.claim("clip", domain: "clip.example", service: "appclips")
        #expect(project.says("https://shop.example/", .ios) == "app shop claimed-route-unknown ?")
        #expect(project.says("https://clip.example/", .ios).hasPrefix("clip clip clip-only-host; "))
        project.keep(apple: Self.file)
        #expect(project.says("https://clip.example/", .ios).hasPrefix("clip clip clip-only-host; "))
        // The installed app claims the host too, and may take the App Clip's place.
        #expect(project.answer("https://shop.example/q", on: .ios).opening == .clip)
        #expect(project.says("https://shop.example/q", .ios).hasSuffix(" perhaps"))
        project.associations = []
        project.keep(apple: #"{"applinks":{"details":[]},"appclips":{"apps":["T.com.other"]}}"#)
        #expect(project.says("https://clip.example/", .ios) == "browser - host-not-claimed -")
    }

    @Test("R10: of two apps that one site names, either may open; with one ID, they are one")
    func twoSites() {
        var project = Project(.made("shop", .ios, ("*", "a.shop")), .made("other", .ios, ("*", "a.other")))
        for app in ["shop", "other"] { project.claim(app, domain: "shop.example") }
        #expect(project.says("https://shop.example/", .ios) == "app shop claimed-route-unknown ? perhaps")
        project.apps[1].builds[0].id = .known("a.shop")
        #expect(project.says("https://shop.example/", .ios) == "app shop claimed-route-unknown ?")
    }

    // MARK: Routes

    @Test("the router of the app tells the screen; code that decides makes it unknown or uncertain")
    func screens() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"])
        project.route(.expoRouter, ["shop"], ["/p/:id"])
        #expect(project.says("https://shop.example/p/1") == "app shop claimed /p/:id")
        #expect(project.says("https://shop.example/q") == "app shop claimed-no-route -")
        project.routers[0].isCertain = false
        #expect(project.answer("https://shop.example/p/1", on: .android).isScreenCertain == false)
        #expect(project.says("https://shop.example/q") == "app shop claimed-route-unknown ?")
        project.routers[0].disabled = [.android: SourcePlace("AndroidManifest.xml", line: 3)]
        #expect(project.says("https://shop.example/p/1") == "app shop flutter-deep-linking-disabled -")
    }

    @Test("a router of a framework does not see what opens an activity of a library")
    func library() {
        var project = Project(.made("shop"))
        project.claim("shop", ["shop"]) { $0.component = ".MainActivity" }
        project.claim("shop", ["callback"]) { $0.component = "org.auth.CallbackActivity" }
        project.route(.goRouter, ["shop"], ["/"])
        #expect(project.says("shop:///") == "app shop claimed /")
        #expect(project.says("callback:///") == "app shop claimed-no-route -")
    }

    // MARK: Hostile

    @Test(
        "any text is a link, and any value a claim",
        arguments: ["", ":", "//", "https://", "\u{0}", "%%%", "https://[", "shop:" + String(repeating: "/", count: 10_000)])
    func hostile(_ link: String) {
        var project = Project(.made("shop"), .made("apple", .ios))
        project.apps[0].builds = []
        project.claim("shop", ["", "*", "https"], ["", "*", "*.", "[", "\""], ["", "[", "\\"], kind: .advanced)
        project.claim("apple", domain: "*.")
        project.claim("apple", domain: "\"\\\n")
        for platform in AppPlatform.allCases { #expect(project.answer(link, on: platform).opening != .clip) }
    }
}
