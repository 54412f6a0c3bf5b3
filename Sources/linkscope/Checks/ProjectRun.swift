import AppLinks
import Checks
import CursesTerminal
import Deciding
import HTTPTransport
import LinkLayers
import Projects
import Reports
import Secrets
import Tasks
import Web

/// One run of `linkscope project`.
struct ProjectRun {
    let console: Console
    let folder: String
    let links: [String]
    /// Whether the hosts that the apps claim are asked for their association files.
    let asksSites: Bool
    /// The host that is asked in their place.
    let against: String?
    let settings: FetchSettings
    let rules: LookupRules
    let isJSON: Bool
    let sarif: String?
    let junit: String?
    let showsSecrets: Bool

    /// The most hosts that are asked. Apps that claim more of them name the countries of one service.
    private static let mostHosts = 256

    /// Reports again whenever a file of the project changes, until a signal ends the program.
    func watch() async throws {
        var (tree, stamp) = try ProjectFolder.tree(of: folder)
        while true {
            do {
                _ = try await report(on: tree)
            } catch let failure as CommandFailure {
                // What is wrong now may be right after the next change.
                console.error(failure.lines)
            }
            console.error("linkscope: watching the project; Ctrl-C ends")
            guard let changed = await ProjectFolder.change(of: folder, after: stamp) else { return }
            (tree, stamp) = changed
        }
    }

    /// Prints and writes what a project's files and sites say. Returns whether something cannot work, or one of the links opens no app.
    func report(on tree: ProjectTree) async throws -> Bool {
        let progress = ProgressLine(console)
        progress.show("reading the project \(ShownPath.of(folder))")
        let read = Project(tree)
        progress.clear()
        guard !read.apps.isEmpty || !read.findings.isEmpty else { throw CommandFailure(ProjectFolder.hasNone(folder)) }
        let sites = asksSites || against != nil ? await self.sites(of: read) : nil
        let (asked, project) = (sites ?? ServedSites(), sites.map(read.serving) ?? read)
        let report = ProjectReport(read, serving: project, sites: asked)
        let files = LintedFile.all(of: report, in: folder, sites: asked) { tree.file($0)?.bytes }
        let links = ProjectLinks(links, in: project)
        let unopened = links.unopened
        if isJSON {
            console.bytes(ProjectJSON.bytes(project, report, links: links, sites: sites, showsSecrets: showsSecrets))
        } else {
            let layout = console.layout(.auto)
            let page = ProjectPage(project, sites: asked, layout: layout, showsSecrets: showsSecrets)
            var output = page.bytes(links: links)
            var tally = LintTally()
            for file in files {
                tally.add(file)
                LintPage(layout: layout, showsSecrets: showsSecrets).append(file, to: &output)
            }
            console.bytes(output)
            let count = unopened.count
            let words = count == 0 ? "" : "; \(count) of \(links.links.count) links \(count == 1 ? "opens" : "open") no app"
            console.line(tally.findingWords + words)
        }
        if let sarif {
            var log = LintLog(LintRule.ofProjects, showsSecrets: showsSecrets)
            for file in files { log.add(file) }
            try LintRun.write(log.bytes, to: sarif)
        }
        if let junit {
            let bytes = ProjectJUnit.bytes(project, files, links: links.links, unopened: unopened, name: folder, showsSecrets: showsSecrets)
            try LintRun.write(bytes, to: junit)
        }
        return !unopened.isEmpty || report.findings.contains { $0.severity >= .warning }
    }

    // MARK: Sites

    /// Asks the hosts of a project for their association files, all at the same time.
    private func sites(of project: Project) async -> ServedSites {
        let claimed = project.claimedHosts.prefix(Self.mostHosts)
        var questions: [(site: WebSite, hosts: [ClaimedHost])] = []
        if asksSites { questions += claimed.compactMap { host in WebSite("https://" + host.name).map { ($0, [host]) } } }
        if let against, let site = WebSite("https://" + against) { questions.append((site, Array(claimed))) }
        let progress = ProgressLine(console)
        let source = CancellationTokenSource()
        let lookups = SiteLookups(fetcher: Fetcher(settings: settings), rules: rules, token: source.token)
        // This makes Ctrl-C erase the progress line before the program ends.
        let interruption = progress.isShown ? Interruption(console) { source.cancel() } : nil
        let running = questions.map { question in
            let platforms = question.hosts.reduce(into: Set()) { $0.formUnion($1.platforms) }
            return lookups.start(question.site, on: platforms, questions: [Verdict.Question(platforms: platforms)])
        }
        var sites = ServedSites()
        for (question, lookup) in zip(questions, running) {
            progress.show("asking \(question.site)")
            // A lookup that was stopped has no verdict, and the program ends below.
            guard case .success(let verdicts)? = try? await lookup.found.value.verdicts, let verdict = verdicts.first else { continue }
            sites.add(verdict, for: question.hosts)
        }
        progress.clear()
        interruption?.end()
        return sites
    }
}
