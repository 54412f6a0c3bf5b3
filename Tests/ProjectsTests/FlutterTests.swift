import Deciding
import LinkLayers
import Testing

@testable import Projects

@Suite("Flutter, go_router and auto_route")
struct FlutterTests {
    private static let pubspec = "name: trips\nenvironment:\n  sdk: ^3.6.0\ndependencies:\n  flutter:\n    sdk: flutter\n"

    /// Reads the routes of two apps whose native halves others read.
    private func project(_ files: [String: String], pubspec: String = pubspec, isLinked: Bool = true) -> Project {
        let tree = ProjectTree(files.merging(["pubspec.yaml": pubspec]) { $1 })
        var project = Project()
        project.apps = [
            ProjectApp("android", .android, at: SourcePlace("a", line: 1)), ProjectApp("Runner", .ios, at: SourcePlace("b", line: 1)),
        ]
        if isLinked {
            project.claims = project.apps.map { Claim(.urlScheme("trips"), app: $0.key, variants: ["*"], at: SourcePlace("c", line: 1)) }
        }
        let files = tree.paths.filter { $0.hasSuffix(".dart") }
        var routers = GoRouter.routers(in: files, for: ["android", "Runner"], source: SourceReader(tree), into: &project)
        FlutterProject("", in: tree)?.apply(to: &routers, of: &project)
        project.routers = routers
        return project
    }

    private func routes(_ code: String) -> [String] { project(["lib/a.dart": code]).routers.flatMap(\.routes).map(\.pattern) }

    @Test("the sample: children, shells, comments, and a flag that keeps links away")
    func sample() throws {
        let names = ["lib/router.dart", "pubspec.yaml", "ios/Runner/Info.plist", "android/app/src/main/AndroidManifest.xml"]
        let tree = try ProjectTree(sample: "04-flutter-go-router", names)
        let project = project(Dictionary(uniqueKeysWithValues: names.compactMap { name in tree.file(name).map { (name, $0.text) } }))
        #expect(
            project.routes(.goRouter) == ["6 /", "8 /trips/:tripId", "11 /trips/:tripId/map", "16 /admin"].map { "lib/router.dart:" + $0 })
        #expect(project.findingLines == ["flutter-deeplink-disabled ios/Runner/Info.plist:7"] && project.findings[0].severity == .error)
        #expect(project.routers.map { $0.disabled.mapValues(\.line) } == [[.ios: 7]] && project.routers[0].isCertain)
        #expect(project.unknowns.isEmpty && FlutterProject("", in: tree)?.name == "trips")
    }

    @Test(
        "forms of routes",
        arguments: [
            (
                "class R { static const a = '/a'; } final r = GoRouter(routes: [GoRoute(path: R.a, routes: [GoRoute(path: 'b/:id')])]);",
                ["/a", "/a/b/:id"]
            ),
            (
                "final r = GoRouter(routes: more); final more = [GoRoute(path: '/a', routes: inner)]; final inner = [GoRoute(path: 'b')];",
                ["/a", "/a/b"]
            ),
            (
                "final r = StatefulShellRoute.indexedStack(branches: [StatefulShellBranch(routes: <RouteBase>[GoRoute(path: '/a')])]);",
                ["/a"]
            ),
            (
                "@TypedGoRoute<Home>(path: '/', routes: [TypedGoRoute<Item>(path: 'item/:id(\\\\d+)')]) class Home extends GoRouteData {}",
                ["/", "/item/:id"]
            ),
            ("final r = GoRouter(routes: [if (kDebug) GoRoute(path: '/dev'), GoRoute(path: '/a/')]);", ["/dev", "/a"]),
            (
                "@AutoRouterConfig() class R { final routes = [AutoRoute(page: H.page, initial: true), AutoRoute(page: B.page, path: '/b', children: [AutoRoute(page: C.page, path: 'c')])]; }",
                ["/", "/b", "/b/c"]
            ),
            (
                "class A { static const name = '/a'; } f() => MaterialApp(home: H(), routes: {A.name: (c) => A(), '/b/c': (c) => B()});",
                ["/a", "/b/c", "/"]
            ),
            ("f() => MaterialApp.router(routerConfig: r);", []),
            ("// GoRoute(path: '/old')\nfinal s = \"GoRoute(path: '/text')\";", []),
        ])
    func forms(code: String, patterns: [String]) { #expect(routes(code) == patterns) }

    @Test(
        "redirects, paths made by code and loose routes make the router uncertain",
        arguments: [
            "final r = GoRouter(redirect: (c, s) => null, routes: [GoRoute(path: '/a')]);",
            "final r = GoRouter(routes: [GoRoute(path: '/a', redirect: guard)]);",
            "final r = GoRouter(routes: [GoRoute(path: '/a'), GoRoute(path: makePath())]);",
            "final r = GoRouter(routes: [GoRoute(path: '/a', routes: [...makeRoutes()])]);",
            "final r = [GoRoute(path: '/a')]; GoRoute b() => GoRoute(path: 'b');",
            "f() => MaterialApp(routes: {'/a': (c) => A()}, onGenerateRoute: make);",
            "f() => MaterialApp(routes: {'/a': (c) => A(), ...more()});",
        ])
    func uncertain(code: String) {
        let project = project(["lib/a.dart": code])
        #expect(
            project.routers.map(\.isCertain) == [false] && project.routers[0].routes.map(\.pattern) == ["/a"] && project.unknowns.count == 1
        )
    }

    private static func manifest(_ isOn: Bool) -> String {
        "<manifest><application><activity>\n<meta-data android:name=\"flutter_deeplinking_enabled\" android:value=\"\(isOn)\" />\n</activity></application></manifest>"
    }

    @Test("the flag and plugins that receive links")
    func flags() {
        let route = "final r = GoRouter(routes: [GoRoute(path: '/a')]);"
        let (manifest, plugin) = ("android/app/src/main/AndroidManifest.xml", Self.pubspec + "  app_links: ^6.0.0\n")
        let off = project(["lib/a.dart": route, manifest: Self.manifest(false)])
        #expect(off.findingLines == ["flutter-deeplink-disabled \(manifest):2"] && off.routers[0].disabled.keys.map(\.self) == [.android])
        let both = project(["lib/a.dart": route, manifest: Self.manifest(true)], pubspec: plugin)
        #expect(both.findingLines.sorted() == ["flutter-handler-conflict \(manifest):2", "flutter-handler-conflict pubspec.yaml:7"])
        #expect(both.routers[0].disabled.isEmpty && !both.routers[0].isCertain)
        // One line of pubspec.yaml is one mistake, on however many platforms. Without a claim there is none.
        #expect(project(["lib/a.dart": route], pubspec: plugin).findingLines == ["flutter-handler-conflict pubspec.yaml:7"])
        #expect(project(["lib/a.dart": route], pubspec: plugin, isLinked: false).findings.isEmpty)
        let quiet = project(
            [
                "lib/a.dart": route, manifest: Self.manifest(false),
                "ios/Runner/Info.plist": "<plist><dict><key>FlutterDeepLinkingEnabled</key><false/></dict></plist>",
            ], pubspec: plugin)
        #expect(quiet.findings.isEmpty)
    }

    @Test(
        "before Flutter 3.27 links do not reach the router by themselves",
        arguments: [
            ("  sdk: ^3.6.0", true), ("  flutter: '>=3.27.0'", true), ("  sdk: '>=3.0.0 <4.0.0'", false), ("  sdk: any", false),
            ("  flutter: \">=3.29.1 <4.0.0\" # new", true),
        ])
    func versions(constraint: String, isCertain: Bool) {
        let pubspec = "name: a\nenvironment:\n\(constraint)\ndependencies:\n  flutter:\n    sdk: flutter\n"
        let project = project(["lib/a.dart": "final r = GoRouter(routes: [GoRoute(path: '/a')]);"], pubspec: pubspec)
        #expect(project.routers.map(\.isCertain) == [isCertain] && project.unknowns.isEmpty == isCertain)
    }

    @Test("a package of Dart is no Flutter project")
    func dart() { #expect(FlutterProject("", in: ProjectTree(["pubspec.yaml": "name: a\ndependencies:\n  http: ^1.0.0\n"])) == nil) }
}
