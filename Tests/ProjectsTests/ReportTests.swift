import Deciding
import Projects
import TestSupport
import Testing

@Suite("What is wrong between the files of a project")
struct ReportTests {
    // MARK: Routes

    @Test("rule 56: a route that no claim reaches; not the start, not the rest, not with an uncertain claim")
    func unreachable() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], ["/p/"])
        project.route(.goRouter, ["shop"], ["/", "/p/:id", "/q/:id"])
        #expect(project.report == ["warning route-unreachable routes:3 "])
        project.claim("shop", ["https"], ["shop.example"], ["/x"], certain: false)
        #expect(project.report.isEmpty)
        // A scheme without a host reaches all routes.
        project.claims.removeLast()
        project.claim("shop", ["shop"], [])
        #expect(project.report.isEmpty)
    }

    @Test(
        "a pattern of a filter reaches a route if they have a path in common",
        arguments: [
            ("/p/.*/edit", true), ("/p/[0-9]{2}/edit", true), ("/.*", true), ("/p/a*/edit", true), ("/p/x/show", false), ("/q.*", false),
            (#"/p/\.*/edit"#, true),
        ])
    func patterns(_ pattern: String, _ reaches: Bool) {
        for kind in [FilterPattern.Kind.simple, .advanced] {
            var project = Project(.made("shop"))
            project.claim("shop", ["https"], ["shop.example"], [pattern], kind: kind)
            project.route(.goRouter, ["shop"], ["/p/:id/edit"])
            #expect(project.report.isEmpty == reaches, "\(project.report)")
        }
    }

    @Test("rule 56: a route with a placeholder, whose value only a build knows, is not called unreachable")
    func placeholder() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"])
        project.route(.navigation, ["shop"], ["https://shop.example/a", "https://${host}/x"])
        #expect(project.report.isEmpty, "\(project.report)")
    }

    @Test("a route without // is reached by its scheme, and one whose scheme nobody claims is a note, as only the app opens it")
    func schemes() {
        var project = Project(.made("shop"))
        project.claim("shop", ["lightning", "shop"], [])
        project.route(.navigation, ["shop"], ["lightning:{data}", "shop:pay/{id}", "inner://day/{id}"])
        #expect(project.report == ["note route-unreachable routes:3 "])
        project.claims.removeAll()
        project.claim("shop", ["shop"], ["pay"])
        project.route(.navigation, ["shop"], ["shop://day/{id}"])
        #expect(project.report.contains("warning route-unreachable routes:1 "), "\(project.report)")
    }

    @Test("an escaped bracket does not end a set")
    func bracketInSet() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], [#"/p/x[\]/]edit"#], kind: .advanced)
        project.route(.goRouter, ["shop"], ["/p/:id/edit"])
        #expect(project.report.isEmpty, "\(project.report)")
    }

    @Test(
        "a claimed path leads to the route that takes it as a link, whatever the rest and the parameters are called",
        arguments: [
            ("/docs/*slug", "/docs/a/b", true), ("/docs/*slug", "/doc", false), ("/u/:name/:tab?", "/u/ann", true),
            ("/u/:name/:tab*", "/u/ann/a/b", true), ("/u/:name/:tab?", "/u/ann/a/b", false), ("/y/:year", "/y/2024", true),
            ("/y/:year", "/y/next", false), ("/docs", "/docs/", true),
        ])
    func paths(_ pattern: String, _ path: String, _ reaches: Bool) {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], [path], kind: .literal)
        project.route(.reactNavigation, ["shop"], [pattern]) { $0.routes[0].constraints = ["year": "[0-9]{4}"] }
        #expect(project.report.isEmpty == reaches, "\(project.report)")
    }

    @Test("a route that some builds, or one platform, do not reach")
    func variants() {
        var project = Project(.made("shop", .android, ("debug", "a"), ("release", "b")), .made("apple", .ios))
        project.claim("shop", ["https"], ["shop.example"], ["/p/"], variants: ["release"])
        project.claim("shop", ["https"], ["shop.example"], ["/q"])
        project.claim("apple", domain: "shop.example")
        project.claim("apple", domain: "shop.example")
        project.route(.goRouter, ["shop", "apple"], ["/p/:id", "/q", "/r"])
        #expect(
            project.report.filter { $0.contains("route-") } == [
                "note route-missing-in-variant routes:1 debug", "note route-platform-only routes:3 ",
            ])
        project.claims[0].variants = ["debug"]
        #expect(project.report.contains("warning route-missing-in-variant routes:1 release"))
    }

    @Test("rule 56: a claimed path that no route handles; not with a router of code, an unsure one, or one that takes the rest")
    func claims() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], ["/p", "/sale"], line: 4)
        project.route(.expoRouter, ["shop"], ["/p/:id"])
        #expect(project.report.isEmpty)  // One place, and a route for a part of it.
        project.claim("shop", ["https"], ["shop.example"], ["/sale"], line: 5)
        #expect(project.report == ["warning claim-without-route AndroidManifest.xml:5 "])
        var other = project
        other.routers[0].isCertain = false
        #expect(other.report.isEmpty)
        other = project
        other.routers[0].routes[0].isCatchAll = true
        #expect(other.report.isEmpty)
        other = project
        other.route(.code, ["shop"], [])
        #expect(other.report.isEmpty)
        // A library's activity handles its links itself.
        other = project
        other.claims.removeLast()
        other.claim("shop", ["https"], ["shop.example"], ["/sale"], line: 5) {
            $0.component = "net.openid.appauth.RedirectUriReceiverActivity"
        }
        #expect(other.report.isEmpty)
    }

    @Test("the host of the app's own scheme is the first part of the path for Expo Router, and nothing for Flutter")
    func ownScheme() {
        for (kind, reaches) in [(Router.Kind.expoRouter, true), (.goRouter, false)] {
            var project = Project(.made("shop"))
            project.claim("shop", ["shop"], ["product"], ["/seven"], kind: .literal)
            project.route(kind, ["shop"], ["/product/:id"])
            #expect(project.report.isEmpty == reaches, "\(kind) \(project.report)")
        }
    }

    @Test("rule 18: the Navigation library compares whole links in letters of any case, and a link without a scheme is one of a web page")
    func wholeLinks() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], ["/Book/"])
        project.route(.navigation, ["shop"], ["https://SHOP.example/book/{id}?x={x}", "shop.example/book/{id}", "shop.example/.*"])
        project.routers[0].routes = project.routers[0].routes.map { route in
            var route = route
            route.isWholeLink = true
            return route
        }
        #expect(project.report.isEmpty, "\(project.report)")
    }

    // MARK: React Navigation

    @Test("a path that no link has is a mistake of the filter, and lacks no route")
    func noPath() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], ["p"], line: 1)
        project.claim("shop", ["https"], ["shop.example"], ["/q/"], line: 2)
        project.route(.goRouter, ["shop"], ["/"])
        #expect(project.report == ["warning claim-without-route AndroidManifest.xml:2 "])
    }

    @Test("rule 41: a claim without a prefix, and a prefix without a claim")
    func prefixes() {
        var project = Project(.made("shop"))
        project.claim("shop", ["https"], ["shop.example"], line: 1)
        project.claim("shop", ["https"], ["m.shop.example"], line: 2)
        project.claim("shop", ["fb123"], [], line: 3)
        project.route(.reactNavigation, ["shop"], ["/"]) { router in
            router.prefixes = ["https://shop.example", "https://*.far.example", "exp://", "http://localhost:3000", "shop://"].enumerated()
                .map {
                    FilterClaim.Datum("prefix", $1, at: SourcePlace("linking.ts", line: $0 + 1))
                }
        }
        #expect(
            project.report == [
                "warning claim-host-not-in-prefixes AndroidManifest.xml:2 ", "warning rn-prefix-not-claimed linking.ts:2 ",
                "warning rn-prefix-not-claimed linking.ts:5 ",
            ])
        project.routers[0].prefixes = [FilterClaim.Datum("prefix", "*", at: SourcePlace("linking.ts", line: 1))]
        #expect(project.report.isEmpty)
        // Filters of one line have findings of their own.
        var line = Project(.made("shop"))
        line.claim("shop", ["https"], ["shop.example"], line: 1)
        line.claim("shop", ["https"], ["m.shop.example"], line: 1)
        line.route(.reactNavigation, ["shop"], ["/"]) { router in
            router.prefixes = [FilterClaim.Datum("prefix", "https://shop.example", at: SourcePlace("linking.ts", line: 1))]
        }
        #expect(line.report == ["warning claim-host-not-in-prefixes AndroidManifest.xml:1 "])
        // A prefix that is missing is one mistake, however often its links are claimed.
        line.claim("shop", ["https"], ["m.shop.example"], line: 4)
        #expect(line.report == ["warning claim-host-not-in-prefixes AndroidManifest.xml:1 "])
    }

    // MARK: Platforms

    @Test("rule 57: hosts, schemes and paths of one platform only")
    func gaps() {
        var project = Project(.made("shop"), .made("apple", .ios))
        project.claim("shop", ["https"], ["shop.example"], ["/p"], line: 1)
        project.claim("shop", ["https"], ["a.wide.example", "only.example"], line: 2)
        for (line, scheme) in ["shop", "com.shop", "fb1", "msauth.com.shop", "exp+shop"].enumerated() {
            project.claim("shop", [scheme], [], line: 3 + line)
        }
        project.claim("apple", domain: "shop.example", line: 1)
        project.claim("apple", domain: "*.wide.example", line: 2)
        project.claim("apple", scheme: "com.googleusercontent.apps.1", line: 1)
        project.claim("apple", scheme: "other", line: 2)
        #expect(
            project.report == [
                "note platform-gap-path AndroidManifest.xml:1 ", "warning platform-gap-host AndroidManifest.xml:2 ",
                "warning platform-gap-scheme AndroidManifest.xml:3 ", "warning platform-gap-scheme Info.plist:2 ",
            ])
        // Nor do schemes that only one of the systems has, and filters for any host.
        for scheme in ["geo", "content", "com.shop.oauth"] { project.claim("shop", [scheme], [], line: 8) }
        project.claim("shop", ["https"], ["*"], line: 8)
        project.claim("shop", ["https"], ["other.example"], verified: false, line: 8)
        for scheme in ["org-appextension-feature-x", "prefs"] { project.claim("apple", scheme: scheme, line: 8) }
        project.claim("apple", domain: "www.example.com", line: 8)
        #expect(project.report.count == 4)
        // A filter that no tapped link reaches claims nothing that the other platform lacks.
        project.claim("shop", ["geo"], [], line: 8) { $0.filter.categories = [] }
        #expect(project.report.count == 4)
        // One finding for many hosts.
        project.claim("shop", ["https"], (0..<200).map { "h\($0).example" }, line: 9)
        #expect(project.report.filter { $0.contains("gap-host") } == ["warning platform-gap-host AndroidManifest.xml:2 "])
        #expect(
            ProjectReport(project).findings.contains {
                $0.message.hasPrefix("The host only.example, as 200 others, is claimed on Android only.")
            })
        // Each build can claim the host by itself.
        var builds = Project(.made("shop"), .made("apple", .ios, ("Debug", "com.apple"), ("Release", "com.apple")))
        builds.claim("shop", ["https"], ["shop.example"])
        for (line, build) in ["Debug", "Release"].enumerated() {
            builds.claim("apple", scheme: "shop", variants: [build], line: line + 1)
            #expect(builds.report.contains("\(line == 0 ? "note" : "warning") platform-gap-scheme Info.plist:1 "))
        }
        // A watch has an app with the same ID.
        var watch = project
        watch.apps.append(.made("watch", .android, ("*", "com.shop")))
        watch.claim("watch", ["watch"], [], line: 10)
        #expect(watch.report.count == project.report.count)
        // One platform, and a project with several apps of which none belong together.
        project.apps.removeLast()
        #expect(project.report.isEmpty)
    }

    @Test("a path that the association file for iOS leaves out; then the paths of the declarations are not compared")
    func files() {
        var project = Project(.made("shop"), .made("apple", .ios, team: "T"))
        project.claim("shop", ["https"], ["shop.example"], ["/p"], line: 1)
        project.claim("shop", ["https"], ["shop.example"], ["/sale"], line: 2)
        project.claim("apple", domain: "shop.example")
        project.keep(apple: #"{"applinks":{"details":[{"appIDs":["T.com.apple"],"components":[{"/":"/p/*"}]}]}}"#)
        #expect(project.report == ["warning claim-not-in-assoc AndroidManifest.xml:2 "])
    }

    @Test("two apps that claim the same links; not two with the same ID")
    func overlap() {
        var project = Project(.made("a"), .made("b"))
        project.claim("a", ["https"], ["shop.example"], line: 1)
        project.claim("b", ["https"], ["*.example"], ["/p"], line: 2)
        #expect(project.report == ["note claim-overlap AndroidManifest.xml:2 "])
        for index in project.apps.indices { project.apps[index].builds = [.init("release", .known("com.\(index)"))] }
        #expect(project.report == ["warning claim-overlap AndroidManifest.xml:2 "])
        for index in project.apps.indices { project.apps[index].builds = [.init("release", .known("com.same"))] }
        #expect(project.report.isEmpty)
    }

    // MARK: The whole

    @Test("what no reader has said: an app whose routes are nowhere")
    func openQuestions() {
        var project = Project(.made("shop"), .made("tv"))
        project.claim("shop", ["shop"], [], line: 8)
        #expect(project.openQuestions.map { "\($0.what) \($0.place.line)" } == ["shop routes 8"])
        project.apps.removeLast()
        project.claims = []
        project.claim("shop", ["shop"], [], line: 8) { $0.componentPlace = SourcePlace("AndroidManifest.xml", line: 7) }
        #expect(project.openQuestions.map { "\($0.what) \($0.place.line)" } == ["routes 7"])
        project.routers = [Router(.code, apps: ["shop"])]
        #expect(project.openQuestions.isEmpty)
    }

    @Test("thousands of claims, routes, prefixes and apps take no long time", .timeLimit(.minutes(30)))
    func many() {
        let many = Effort.size(1_000, long: 5_000)
        var project = Project()
        for app in 0..<20 {
            project.apps.append(.made("a\(app)"))
            for line in 0..<50 {
                project.claim(
                    "a\(app)", ["https", "a"], ["h\(line).example"], ["/a/\(String(repeating: "b/", count: 100))", "/.*x.*y.*"],
                    kind: .simple)
            }
        }
        project.route(.reactNavigation, project.apps.map(\.key), (0..<many).map { "/a/:b/:c*/\($0)" }) { router in
            router.prefixes = (0..<many).map { FilterClaim.Datum("prefix", "https://h\($0).example", at: SourcePlace("p", line: $0)) }
        }
        project.claim("a0", (0..<many).map { "s\($0)" }, (0..<many).map { "h\($0)" })
        let count = project.report.count
        project.claims.removeLast()
        #expect(count == 0 && project.report.count < 10_000)
    }
}
