import Deciding
import Testing

@testable import Projects

@Suite("Capacitor")
struct CapacitorTests {
    private func project(_ id: ProjectValue, _ files: [String: String]) throws -> (project: Project, router: Router?) {
        let tree = ProjectTree(files)
        let capacitor = try #require(CapacitorProject("", source: SourceReader(tree)))
        var project = Project()
        project.apps = [ProjectApp("android", .android, builds: [.init("release", id)], at: SourcePlace("build.gradle", line: 1))]
        capacitor.addFindings(["android"], to: &project)
        return (project, capacitor.router(in: tree.paths.filter { $0.hasSuffix(".ts") }, for: ["android"]))
    }

    @Test(
        "appId is compared with the native app; the web view's own address is no claim",
        arguments: [
            (ProjectValue.known("com.b"), ["capacitor-id-differs capacitor.config.ts:3"]), (.known("com.a"), []),
            (.unknown(candidates: []), []),
        ])
    func ids(id: ProjectValue, findings: [String]) throws {
        let config =
            "import type { CapacitorConfig } from '@capacitor/cli'\nconst config: CapacitorConfig = {\n  appId: 'com.a',\n  server: { hostname: 'a.example', androidScheme: 'https' } }\nexport default config"
        let result = try project(id, ["capacitor.config.ts": config])
        #expect(result.project.findingLines == findings && result.project.claims.isEmpty)
    }

    @Test("web routes are likely, not certain")
    func routes() throws {
        let code =
            "const routes: Routes = [{ path: 'a', component: A, children: [{ path: ':id', component: B }] }, { path: '**', component: C }, { path: 'x' }]"
        let router = try project(.known("com.a"), ["capacitor.config.json": "{}", "src/routes.ts": code]).router
        #expect(router?.routes.map(\.pattern) == ["/a", "/a/:id", "/**"] && router?.isCertain == false && router?.kind == .code)
    }

    @Test("the routes of a file that a route loads are below it")
    func loadedRoutes() throws {
        let files = [
            "app.routes.ts": "const routes = [{ path: 'app', loadChildren: () => import('./tabs/routes').then((m) => m.TABS) }]",
            "tabs/routes.ts":
                "export const TABS = [{ path: 'tabs', component: T, children: [{ path: 'more', loadChildren: () => import('./more.module') }] }]",
            "tabs/more.module.ts": "", "tabs/more-routing.module.ts": "const routes = [{ path: ':id', component: M }]",
            "capacitor.config.json": "{}",
        ]
        let router = try project(.known("com.a"), files).router
        #expect(router?.routes.map(\.pattern) == ["/app", "/app/tabs/more/:id", "/app/tabs", "/app/tabs/more"])
    }

    @Test("the listener that leads links to the web routes is named, or that there is none", arguments: [true, false])
    func listener(isThere: Bool) {
        let files = [
            "capacitor.config.json": "{}", "android/build.gradle": "", "package.json": "{}",
            "android/app/build.gradle": "apply plugin: 'com.android.application'\nandroid { namespace 'a.b' }",
            "android/app/src/main/AndroidManifest.xml": manifest(activity(filter("scheme=shop"))),
            "src/listen.ts": isThere ? "\nApp.addListener('appUrlOpen', open)" : "",
            "src/routes.ts": "const r = [{ path: 'a', component: A }]",
        ]
        let unknown = Project(ProjectTree(files)).unknowns.first { $0.what == "routes" }
        #expect(unknown?.place.text == (isThere ? "src/listen.ts:2" : "src/routes.ts:1"))
        #expect(unknown?.why.hasPrefix(isThere ? "a listener of appUrlOpen" : "no listener of appUrlOpen") == true)
    }

    @Test("without a table of routes, the code that takes the links is named, or that no table was found", arguments: [true, false])
    func codeListener(isThere: Bool) {
        let files = [
            "package.json": #"{"dependencies": {"react-native": "0.80"}}"#, "android/build.gradle": "",
            "android/app/build.gradle": "apply plugin: 'com.android.application'\nandroid { namespace 'a.b' }",
            "android/app/src/main/AndroidManifest.xml": manifest(activity(filter("scheme=shop"))),
            "links.ts": isThere ? "\nLinking.addEventListener('url', open)" : "",
        ]
        let unknown = Project(ProjectTree(files)).unknowns.first { $0.what == "routes" }
        #expect(unknown?.place.text == (isThere ? "links.ts:2" : "package.json:1"))
        #expect(unknown?.why.hasPrefix(isThere ? "links are handled in code" : "no route table found in the code") == true)
    }
}
