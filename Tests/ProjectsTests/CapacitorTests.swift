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
}
