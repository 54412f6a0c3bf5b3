import Testing

@testable import Projects

@Suite("React Navigation")
struct ReactNavigationTests {
    /// A project whose apps an Expo configuration makes, so that no native folders are needed.
    private func project(_ code: String, _ files: [String: String] = [:]) -> Project {
        let own = [
            "package.json": #"{"dependencies": {"expo": "1"}}"#,
            "app.json": #"{"expo": {"slug": "s", "scheme": "shop", "ios": {"bundleIdentifier": "a.b"}, "android": {"package": "a.b"}}}"#,
            "src/linking.ts": code,
        ]
        return Project(ProjectTree(files.merging(own) { $1 }))
    }

    @Test("the sample: nested screens, an exact path, the rest")
    func sample() throws {
        let project = try project(#require(ProjectTree(sample: "05-react-navigation-bare", ["src/linking.ts"]).file("src/linking.ts")).text)
        let router = try #require(project.routers.first)
        let routes = ["11 /", "12 /room/:roomId", "13 /u/:name", "15 /settings", "17 /settings/privacy", "18 /about", "21 /*"]
        #expect(router.lines == routes.map { "src/linking.ts:" + $0 } && router.isCertain)
        #expect(router.routes.map(\.name) == ["Home", "Room", "Profile", "Settings", "Privacy", "About", "NotFound"])
        #expect(router.routes.map(\.isCatchAll) == [false, false, false, false, false, false, true])
        #expect(
            router.prefixes.map { "\($0.value) \($0.place.line)" } == [
                "chatter:// 5", "https://chat.example.com 6", "https://www.chat.example.com 7",
            ])
        #expect(project.unknowns.isEmpty)
    }

    @Test(
        "forms of screens",
        arguments: [
            ("{ A: { screens: { B: 'b' } } }", ["/b"]),
            ("{ A: { path: '', screens: { B: { path: '', screens: { C: 'c/:id(\\\\d+)' } } } } }", ["/", "/", "/c/:id"]),
            ("{ A: { path: 'a', alias: ['b', { path: 'c', exact: true }], screens: { D: 'd' } } }", ["/a", "/b", "/c", "/a/d"]),
            ("{ A: 'a/:id?', B: undefined, C: { path: '/c/', exact: true } }", ["/a/:id?", "/c"]),
            ("{ ...more, A: PATHS.a }; const more = { B: 'b' }; const PATHS = { a: 'x' }", ["/b", "/x"]),
        ])
    func screens(screens: String, patterns: [String]) {
        let project = project("const screens = \(screens)\nexport default { prefixes: ['shop://'], config: { screens } }")
        #expect(project.routers.flatMap(\.routes).map(\.pattern) == patterns)
        #expect(project.routers.map(\.isCertain) == [true])
    }

    @Test("static navigation: the screens have their links themselves")
    func staticNavigation() {
        let code = """
            import { Shop } from './shop'
            const Root = createNativeStackNavigator({
              screens: { Home, Item: { screen: ItemScreen, linking: 'item/:id' }, Shop: { screen: Shop, linking: { path: 'shop' } } },
              groups: { Modal: { screens: { About: { screen: About, linking: { path: 'about', exact: true } } } } },
            })
            const Navigation = createStaticNavigation(Root)
            const app = <Navigation linking={{ prefixes: ['shop://'] }} />
            """
        let shop = """
            export const Shop = createBottomTabNavigator({
              screens: { Cart: { screen: Cart, linking: 'cart' }, Inner: createStackNavigator({ screens: { Pay: { linking: 'pay' } } }) },
            })
            """
        let router = project(code, ["src/shop.ts": shop]).routers.first
        #expect(router?.routes.map(\.pattern) == ["/item/:id", "/shop", "/shop/cart", "/shop/pay", "/about"])
        #expect(router?.prefixes.map(\.value) == ["shop://"] && router?.isCertain == true)
    }

    @Test("constraints are kept by the names of parameters")
    func constraints() {
        let project = project(#"export default { prefixes: [], config: { screens: { A: 'a/:id(\\d+)/b' } } }"#)
        #expect(project.routers.first?.routes.first?.constraints == ["id": #"\d+"#])
    }

    @Test("the scheme of the app, and prefixes of imported files")
    func prefixes() {
        let code =
            "import { HOST } from '../env'\nconst own = Linking.createURL('/')\nconst a = <Nav linking={{ prefixes: [own, `https://${HOST}`], config: { screens: {} } }} />"
        let project = project(code, ["env.ts": "export const HOST = 'a.example'"])
        #expect(project.routers.first?.prefixes.map(\.value) == ["shop://", "https://a.example"])
    }

    @Test(
        "what code decides makes the router uncertain",
        arguments: [
            "{ prefixes: ['a://'], config: { screens: { A: 'a' } }, getStateFromPath(path) { return null } }",
            "{ prefixes: ['a://'], config: { screens: { A: 'a' } }, subscribe: (l) => l }",
            "{ prefixes: [process.env.P], config: { screens: { A: 'a' } } }",
            "{ prefixes: ['a://'], config: { screens: makeScreens() } }",
            "{ prefixes: ['a://'], config: { screens: { ...other(), A: 'a' } } }",
        ])
    func uncertain(object: String) {
        let project = project("export const linking = \(object)")
        #expect(project.routers.map(\.isCertain) == [false] && project.unknowns.count == 1)
    }

    @Test("other objects with prefixes are none, and an app without a table has unknown routes")
    func none() {
        let project = project("const a = { prefixes: ['x'] }; type B = { prefixes: string[]; config?: object }")
        #expect(project.routers.map(\.kind) == [.code] && project.unknowns.map(\.what) == ["routes"])
    }

    @Test("screens that contain themselves end")
    func cycle() {
        #expect(
            project(
                "const s = { A: { path: 'a', screens: s }, B: { screens: s } }; export default { prefixes: [], config: { screens: s } }"
            ).routers.count == 1)
    }
}
