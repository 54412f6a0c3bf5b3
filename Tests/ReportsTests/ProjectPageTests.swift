import Deciding
import Projects
import Reports
import Screen
import Testing

@Suite("The page of a project") struct ProjectPageTests {
    @Test func `an app claims no links only if the files say so, and a single candidate for its ID is perhaps the ID`() {
        for (isOpen, line) in [(true, "claims no links that the files tell"), (false, "claims no links")] {
            var project = Project(ProjectTree([:]))
            let place = SourcePlace("app.json", line: 1)
            project.apps = [ProjectApp("shop", .ios, builds: [ProjectApp.Build("*", .unknown(candidates: ["a.shop"]))], at: place)]
            if isOpen { project.openApps = ["shop"] }
            let page = ProjectPage(project, layout: TextLayout(), showsSecrets: false).bytes(links: ProjectLinks([], in: project))
            let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
            #expect(lines == ["shop  iOS  app.json:1", "  app ID  perhaps a.shop", "  \(line)"])
        }
    }

    @Test func `builds with the same ID are named beside it`() {
        var project = Project(ProjectTree([:]))
        let builds = ["debug", "release"].map { ProjectApp.Build($0, .known("a.shop")) }
        project.apps = [ProjectApp("shop", .android, builds: builds, at: SourcePlace("build.gradle", line: 1))]
        let page = ProjectPage(project, layout: TextLayout(), showsSecrets: false).bytes(links: ProjectLinks([], in: project))
        #expect(String(decoding: page, as: UTF8.self).contains("  app ID  a.shop (debug, release)\n"))
    }

    @Test func `an answer that all builds have names the claim of the one that users get`() {
        var project = Project(ProjectTree([:]))
        let builds = ["debug", "release"].map { ProjectApp.Build($0, .known("a.\($0)")) }
        project.apps = [ProjectApp("shop", .ios, builds: builds, at: SourcePlace("app.json", line: 1))]
        for (line, build) in ["debug", "release"].enumerated() {
            let place = SourcePlace("Info.plist", line: line + 1)
            project.claims.append(Claim(.urlScheme("shop"), app: "shop", variants: [build], at: place))
        }
        let links = ProjectLinks(["shop://x"], in: project)
        let page = ProjectPage(project, layout: TextLayout(), showsSecrets: false).bytes(links: links)
        #expect(String(decoding: page, as: UTF8.self).split(separator: "\n").last?.hasSuffix("Info.plist:2") == true)
    }
}
