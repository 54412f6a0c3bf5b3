import Deciding
import LinkLayers
import Testing

@testable import Projects

@Suite("Expo and expo-router")
struct ExpoTests {
    private static let package = #"{"dependencies": {"expo": "1", "expo-router": "1"}}"#

    private func project(_ files: [String: String]) -> Project {
        Project(ProjectTree(files.merging(["package.json": Self.package]) { $1 }))
    }

    @Test("the sample with app.json alone")
    func sample() throws {
        let names = ["app.json", "package.json", "app/_layout.tsx", "app/+not-found.tsx", "app/ping+api.ts", "app/product/[id].tsx"]
        let project = Project(
            try ProjectTree(
                sample: "03-expo-router-static",
                names + ["app/docs/[...slug].tsx", "app/(tabs)/index.tsx", "app/(tabs)/settings.tsx", "app/(tabs)/_layout.tsx"]))
        #expect(project.apps.map(\.key) == ["acme", "acme-ios"] && project.apps.map(\.place.text) == ["app.json:17", "app.json:10"])
        #expect(project.apps.allSatisfy { $0.name == "Acme" && $0.builds == [.init("*", .known("com.example.acme"))] })
        let filter = "acme: https host=acme.example.com pathPrefix=/product https host=acme.example.com pathPrefix=/promo app.json:18"
        let apple = ["acme: app.json:6", "acme-beta: app.json:7", "com.example.acme: app.json:10"].map { "acme-ios: " + $0 }
        #expect(project.claimLines.prefix(5).elementsEqual([filter, "acme: acme acme-beta app.json:5"] + apple))
        #expect(project.claims[1].generatedFrom == "expo.scheme" && project.claims[2].generatedFrom == nil)
        #expect(project.claims[4].generatedFrom == "ios.bundleIdentifier (Expo adds it)")
        guard case .filter(let claim) = project.claims[0].kind else { throw Missing() }
        #expect(claim.isVerifiable && claim.isExported == true && claim.data.last?.place.line == 31)
        let routes = ["app/(tabs)/index.tsx:1 /", "app/(tabs)/settings.tsx:1 /settings", "app/docs/[...slug].tsx:1 /docs/*slug"]
        #expect(project.routes(.expoRouter) == routes + ["app/product/[id].tsx:1 /product/:id"])
        #expect(project.unknownLines == ["config plugins: plugins may add filters or schemes at prebuild app.json:41"])
        #expect(project.findings.map(\.code) == [.domainNoService] && project.findings.map(\.place.line) == [13])
    }

    private struct Missing: Error {}

    @Test("the sample with a configuration that spreads app.json; node_modules are skipped")
    func monorepo() throws {
        let names = ["app.json", "app.config.js", "package.json", "app/index.tsx", "app/item/[id].tsx"]
        let project = Project(
            try ProjectTree(
                sample: "06-monorepo", names.map { "apps/mobile/" + $0 } + ["node_modules/some-lib/app.json", "pnpm-workspace.yaml"]))
        #expect(project.apps.map(\.key) == ["mobile-android", "mobile-ios"] && project.apps.map(\.place.line) == [8, 7])
        let ids = ["com.example.market", "com.example.market.dev"]
        #expect(project.apps.allSatisfy { $0.name == "Market" && $0.builds == [.init("*", .unknown(candidates: ids))] })
        let file = "apps/mobile/app.json"
        let claims = [
            "mobile-android: https host=market.example.com \(file):12", "mobile-android: market \(file):5", "mobile-ios: market: \(file):5",
        ]
        #expect(project.claimLines.prefix(3) == claims[...])
        let expected = ["name: 6", "android.package: 2", "ios.bundleIdentifier: 2"]
        #expect(project.unknowns.map { "\($0.what): \($0.place.line)" } == expected)
        #expect(project.unknowns.allSatisfy { $0.why == "depends on process.env.APP_ENV" && $0.place.file == "apps/mobile/app.config.js" })
        #expect(project.unknowns[1].candidates == ids && project.unknowns[2].candidates == ids)
        #expect(project.routes(.expoRouter) == ["apps/mobile/app/index.tsx:1 /", "apps/mobile/app/item/[id].tsx:1 /item/:id"])
        #expect(project.findings.isEmpty)
    }

    @Test(
        "app.json and app.config.ts alone prove nothing",
        arguments: [
            ["package.json": #"{"dependencies": {"react-native": "1"}}"#, "app.json": #"{"name": "Chatter"}"#],
            ["src/app/app.config.ts": "export const appConfig: ApplicationConfig = { providers: [] }", "package.json": "{}"],
            ["app.config.js": "module.exports = { name: 'x', scheme: 'x' }"],
        ])
    func nothing(files: [String: String]) { #expect(Project(ProjectTree(files)).apps.isEmpty) }

    @Test("app.config.json is read before app.json, app.config.ts before app.config.js")
    func precedence() {
        let statics = project(["app.config.json": #"{"expo": {"scheme": "a"}}"#, "app.json": #"{"expo": {"scheme": "b"}}"#])
        #expect(statics.claimLines == ["app: a app.config.json:1", "app-ios: a: app.config.json:1"])
        let dynamic = project(["app.config.ts": "export default { scheme: 'a' }", "app.config.js": "module.exports = { scheme: 'b' }"])
        #expect(dynamic.claimLines == ["app: a app.config.ts:1", "app-ios: a: app.config.ts:1"])
    }

    @Test(
        "a configuration that does not spread app.json replaces it",
        arguments: [
            ("module.exports = { name: 'N', scheme: 'new' }", "new", true),
            ("export default ({ config }: ConfigContext): ExpoConfig => ({ ...config, scheme: 'new' })", "new", false),
            ("export default (context) => { const id = 'x'; return { ...context.config, name: id } }", "old", false),
            ("module.exports = function ({ config }) { config.name; return { expo: { ...config } } }", "old", false),
            ("const json = require('./app.json'); module.exports = { ...json.expo }", "old", false),
            ("export default defineConfig({ scheme: 'new' })", "new", false), ("export default defineConfig(settings)", "", false),
        ])
    func dynamic(code: String, scheme: String, isIgnored: Bool) {
        let project = project(["app.json": #"{"# + "\n" + #" "expo": {"slug": "s", "scheme": "old"}}"#, "app.config.js": code])
        let schemes = project.claims.compactMap { if case .urlScheme(let scheme) = $0.kind { scheme } else { nil } }
        #expect(schemes == (scheme.isEmpty ? [] : [scheme]))
        #expect(project.findingLines == (isIgnored ? ["expo-static-ignored app.json:2"] : []))
    }

    @Test("values that an environment decides are candidates, and uncertain")
    func candidates() {
        let code = """
            const dev = process.env.DEV === '1'
            export default {
              slug: 's', scheme: dev ? 'a-dev' : 'a',
              ios: { bundleIdentifier: process.env.ID ?? 'com.a', associatedDomains: ['applinks:a.example', dev && 'applinks:dev.a.example'] },
              android: { package: 'com.a', intentFilters: [{ action: 'VIEW', data: { scheme: 'https', host: dev ? 'd.example' : 'p.example' } }] },
              plugins: getPlugins(),
            }
            """
        let project = project(["app.config.ts": code])
        #expect(
            project.claimLines.prefix(2) == [
                "s: https host=d.example host=p.example app.config.ts:5 (uncertain)", "s: a-dev a app.config.ts:3 (uncertain)",
            ])
        #expect(project.claims.contains { $0.line == "s-ios: a: app.config.ts:3 (uncertain)" })
        #expect(!project.claims.contains { $0.line.contains("com.a:") })
        #expect(project.unknownLines.contains("ios.bundleIdentifier: depends on process.env.ID (com.a) app.config.ts:4"))
        #expect(project.unknownLines.contains("scheme: depends on process.env.DEV (a-dev, a) app.config.ts:3"))
    }

    @Test("what a call makes is an unknown, and says nothing about what the other platform lacks")
    func calls() {
        let code = """
            const hosts = ['a.example']
            export default {
              slug: 's', scheme: 's',
              ios: { bundleIdentifier: getID(), associatedDomains: hosts.map((host) => `applinks:${host}`) },
              android: { package: 'com.a', intentFilters: [{ action: 'VIEW', autoVerify: true, category: ['BROWSABLE', 'DEFAULT'],
                data: { scheme: 'https', host: 'a.example' } }] },
            }
            """
        let project = project(["app.config.ts": code])
        #expect(
            project.unknownLines.prefix(2) == [
                "ios.bundleIdentifier: depends on getID app.config.ts:4", "ios.associatedDomains: depends on hosts.map app.config.ts:4",
            ])
        #expect(project.openApps == ["s-ios"] && ProjectReport(project).findings.isEmpty)
    }

    @Test("a host that only the build knows is there, and the filter has no finding")
    func unknownHost() {
        let code = """
            export default {
              android: { package: 'com.a', intentFilters: [{ action: 'VIEW', autoVerify: true, category: ['BROWSABLE', 'DEFAULT'],
                data: [{ scheme: 'https', host: `*.${process.env.HOST}`, pathPrefix: '/' }] }] },
            }
            """
        let project = project(["app.config.ts": code])
        #expect(project.findings.allSatisfy { $0.severity == .note } && project.unknownClaims.count == 1 && project.claims.isEmpty)
    }

    @Test("a function that changes the settings leaves open what the apps claim beside them")
    func wrapped() {
        let code = """
            module.exports = ({ config }) => {
              config = withSettings(config, { Root: { page: 1 } })
              return withMore(config)
            }
            """
        let project = project([
            "app.json": #"{"expo": {"slug": "s", "scheme": "shop", "android": {"package": "com.a"}}}"#, "app.config.ts": code,
        ])
        #expect(project.claimLines == ["s: shop app.json:1", "s-ios: shop: app.json:1"])
        #expect(project.apps[0].builds.map(\.id) == [.known("com.a")] && project.openApps == ["s", "s-ios"])
        #expect(project.unknownLines.contains("settings of app.config.ts: withMore may change them app.config.ts:3"))
        #expect(project.says("shop://x", .ios) == "app s-ios claimed-route-unknown ?")
        #expect(project.says("other://x") == "nothing - scheme-not-claimed - perhaps")
    }

    @Test("settings that code makes may claim anything")
    func made() {
        let project = project(["app.config.ts": "export default makeSettings(process.env.APP)"])
        #expect(project.openApps == ["app", "app-ios"])
        #expect(project.says("https://shop.example/", .ios) == "browser - host-not-claimed - perhaps")
    }

    @Test("a package that depends on Expo needs no settings, and with native folders it is an app of React Native")
    func noSettings() {
        #expect(project([:]).apps.map(\.place.text) == ["package.json:1", "package.json:1"])
        #expect(project(["ios/Podfile": ""]).apps.isEmpty)
    }

    @Test("an empty setting is one to fill in")
    func blanks() {
        let project = project(["app.json": #"{"expo": {"scheme": "", "ios": {"bundleIdentifier": ""}, "android": {"package": ""}}}"#])
        #expect(project.findings.isEmpty && project.claims.isEmpty)
    }

    @Test("own schemes of the platforms; URL types of infoPlist replace the generated ones")
    func schemes() {
        let own =
            #"{"expo": {"slug": "s", "scheme": "a", "android": {"scheme": "b"}, "ios": {"scheme": ["c"], "bundleIdentifier": "com.a"}}}"#
        #expect(
            project(["app.json": own]).claimLines.map { $0.split(separator: " ").dropLast().joined(separator: " ") } == [
                "s: a b", "s-ios: a:", "s-ios: c:", "s-ios: com.a:",
            ])
        let types =
            #"{"expo": {"slug": "s", "scheme": "a", "ios": {"bundleIdentifier": "com.a", "infoPlist": {"CFBundleURLTypes": [{"CFBundleURLSchemes": ["x"]}]}}}}"#
        #expect(project(["app.json": types]).claimLines.last == "s-ios: x: app.json:1")
    }

    @Test("filters as written: no categories are added, and a list of platforms is kept to")
    func filters() throws {
        let project = project([
            "app.json":
                #"{"expo": {"slug": "s", "platforms": ["android"], "android": {"package": "com.a", "intentFilters": [{"action": "VIEW", "data": {"scheme": "https", "host": "a.example", "port": 8080, "pathPattern": "/.*"}}]}}}"#
        ])
        guard project.apps.count == 1, case .filter(let claim) = project.claims.first?.kind else { throw Missing() }
        #expect(claim.isViewed && !claim.isBrowsable && !claim.isDefault && claim.filter.authorities.first?.port == 8080)
        #expect(claim.filter.paths.map(\.kind) == [.simple])
    }

    @Test(
        "files and folders of routes",
        arguments: [
            ("app/index.tsx", "/"), ("app/a/index.js", "/a"), ("app/(g)/(h)/x.tsx", "/x"), ("app/(a,b)/x.tsx", "/x"),
            ("app/[a]/[...b].tsx", "/:a/*b"),
            ("app/[...all].tsx", "/*all"), ("app/_layout.tsx", ""), ("app/+html.tsx", ""), ("app/+middleware.ts", ""), ("app/x+api.ts", ""),
            ("app/+not-found.tsx", ""), ("app/x.web.tsx", ""), ("app/x.ios.tsx", ""), ("app/types.d.ts", ""), ("app/read.md", ""),
            ("src/app/x.tsx", "/x"),
            ("lib/x.tsx", ""),
        ])
    func files(path: String, pattern: String) {
        let project = project([path: "", "app.json": #"{"expo": {"slug": "s"}}"#])
        #expect(project.routers.flatMap(\.routes).map(\.pattern) == (pattern.isEmpty ? [] : [pattern]))
        #expect(project.routers.flatMap(\.routes).contains(where: \.isCatchAll) == (pattern == "/*all"))
    }

    @Test("a file that may rewrite links makes the router uncertain; a plugin names the folder of routes")
    func uncertain() {
        let intent = project(["app/index.tsx": "", "app/+native-intent.tsx": "", "app.json": #"{"expo": {"slug": "s"}}"#])
        #expect(intent.routers.map(\.isCertain) == [false] && intent.unknowns.last?.place.file == "app/+native-intent.tsx")
        let root = project(["routes/x.tsx": "", "app.json": #"{"expo": {"plugins": [["expo-router", {"root": "./routes"}]]}}"#])
        #expect(root.routes(.expoRouter) == ["routes/x.tsx:1 /x"])
        let lower = project([
            "app/api/client.ts": "", "app/routes/_layout.tsx": "", "app/routes/(tabs)/x.tsx": "", "app.json": #"{"expo": {"slug": "s"}}"#,
        ])
        #expect(lower.routes(.expoRouter) == ["app/routes/(tabs)/x.tsx:1 /x"])
        let group = project(["app/(tabs)/_layout.tsx": "", "app/(tabs)/x.tsx": "", "app.json": #"{"expo": {"slug": "s"}}"#])
        #expect(group.routes(.expoRouter) == ["app/(tabs)/x.tsx:1 /x"])
    }

    @Test("a configuration that cannot be read is reported with its place, and the rest is read")
    func unreadable() {
        let project = project([
            "app.json": "{\"expo\": {\n \"slug\": \"s\" \"scheme\": \"a\"\n, \"name\": \"N\"}}", "b/pubspec.yaml": "name: x",
        ])
        #expect(project.findingLines == ["file-unreadable app.json:2"] && project.findings[0].message.hasPrefix("line 2, column "))
        #expect(project.apps.first?.name == "N")
    }

    @Test("keys are unique")
    func keys() {
        let json = #"{"expo": {"slug": "s"}}"#
        let project = Project(ProjectTree(["a/m/app.json": json, "b/m/app.json": json, "app.json": json]))
        #expect(Set(project.apps.map(\.key)).count == 6 && project.apps.map(\.key).contains("b-m-android"))
    }
}
