import ArgumentParser
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

/// `linkscope project`: what an app's source tree says about links.
struct ProjectCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Show which links an app's source tree claims, which routes it has, and what cannot work.",
        discussion: """
            Reads the project in a folder without building it or running its code: Gradle, Android manifests, Xcode \
            projects, XcodeGen, Tuist, Info.plist, entitlements, Expo, React Native, Flutter, Capacitor, Cordova, .NET, Unity and \
            NativeScript, with the association files that are kept in the tree. One folder can have many apps.

            linkscope prints the apps with their IDs in each build, the links that they claim, and the routes that the code declares. It \
            lists values that the files do not contain, with the setting that defines each. Then it lists problems, each with file and \
            line: claims without a route, routes that no claim reaches, differences between Android and iOS and between the builds, and \
            declarations that no device accepts.

            With --links, linkscope shows what each link of a file does on each platform and in each build. linkscope uses an \
            association file in the tree for every host that the apps claim or, if the file's folder is named after a host, for that host \
            only. If the tree has no association file, linkscope assumes that the site allows every link. The device has the project's \
            apps and a browser, and no others. A link that certainly opens no app, on no platform and in no build, makes the \
            exit code 1.

            With --site, linkscope asks each host that the apps claim for its association files, and Apple for its copies, as linkscope \
            verify does. With --against, linkscope fetches the files from another server instead, such as a test server. It reports where \
            the apps and the served files differ, and uses the served files to answer --links.

            With --json, the output is one object: apps, claims, routes, unknowns, links, report and, with --site or --against, sites.

            Examples:
              linkscope project
              linkscope project --links links.txt path/to/app
              linkscope project --site --junit project.xml
              linkscope project --against staging.example.com
              linkscope project --json . | jq -r '.report[].code'

            Exit codes: 0 nothing is wrong; 1 something cannot work (a warning or an error), or a link of --links opens no app; \
            2 wrong usage; 3 a file cannot be read or written.
            """
    )

    @Argument(help: ArgumentHelp("The folder of the project.", valueName: "DIR"), completion: .directory)
    var folder = "."

    @Option(
        help: ArgumentHelp(
            "Show what each link of this file does; the file has one link per line. - is standard input. Lines that begin with # are left out.",
            valueName: "FILE|-"),
        completion: .file())
    var links: String?

    @Flag(help: "Ask the hosts that the apps claim for their association files.")
    var site = false

    @Option(
        help: ArgumentHelp(
            "Fetch association files from this host, and check the apps against these files as if every claimed host served them.",
            valueName: "HOST"))
    var against: String?

    @Flag(help: "Report again whenever a file of the project changes, until Ctrl-C.")
    var watch = false

    @Option(help: ArgumentHelp("Write the findings as SARIF.", valueName: "FILE"), completion: .file())
    var sarif: String?

    @Option(help: ArgumentHelp("Write the findings as JUnit.", valueName: "FILE"), completion: .file())
    var junit: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var fetching: FetchOptions

    @OptionGroup var mask: MaskingOptions

    /// The maximum size, in bytes, of a list of links.
    private static let largestList = 64 << 20

    func check(in console: Console) throws(CommandFailure) {
        try fetching.check()
        if let against, WebSite("https://" + against) == nil {
            throw .usage("--against \(Secrets.masked(against)): give one host, such as staging.example.com")
        }
        if !site, against == nil { try fetching.checkUnused("needs --site or --against") }
        if watch, links == "-" { throw .usage("--watch cannot be combined with --links -") }
        if let sarif, sarif == junit { throw .usage("--sarif and --junit need different files") }
    }

    @MainActor func execute(in console: Console) async throws {
        let links = try links.map { try Self.links(in: $0, console) } ?? []
        if watch { return try await watch(links, in: console) }
        if try await report(on: ProjectFolder.tree(of: folder).tree, links, in: console) { throw CommandFailure("", code: Exit.no) }
    }

    private static func links(in path: String, _ console: Console) throws -> [String] {
        let bytes =
            path == "-"
            ? try InputFile.bytes(ofInputOf: console, limit: largestList)
            : try InputFile.bytes(of: path, limit: largestList, option: "--links")
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            .map(String.init)
    }

    // MARK: One run

    /// The most hosts that are asked. Apps that claim more of them name the countries of one service.
    private static let mostHosts = 256

    /// Reports again whenever a file of the project changes, until a signal ends the program.
    @MainActor private func watch(_ links: [String], in console: Console) async throws {
        var (tree, stamp) = try ProjectFolder.tree(of: folder)
        while true {
            do {
                _ = try await report(on: tree, links, in: console)
            } catch let failure as CommandFailure {
                // What is wrong now may be right after the next change.
                console.error(failure.lines)
            }
            console.error("linkscope: watching the project; Ctrl-C ends")
            guard let changed = ProjectFolder.change(of: folder, after: stamp) else { return }
            (tree, stamp) = changed
        }
    }

    /// Prints and writes what a project's files and sites say. Returns whether something cannot work, or one of the links opens no app.
    @MainActor private func report(on tree: ProjectTree, _ links: [String], in console: Console) async throws -> Bool {
        let progress = ProgressLine(console)
        progress.show("reading the project \(ShownPath.of(folder))")
        let read = Project(tree)
        progress.clear()
        guard !read.apps.isEmpty || !read.findings.isEmpty else { throw CommandFailure(ProjectFolder.hasNone(folder)) }
        let sites = site || against != nil ? await sites(of: read, in: console) : nil
        let (asked, project) = (sites ?? ServedSites(), sites.map(read.serving) ?? read)
        let report = ProjectReport(read, serving: project, sites: asked)
        let files = LintedFile.all(of: report, in: folder, sites: asked) { tree.file($0)?.bytes }
        let links = ProjectLinks(links, in: project)
        let unopened = links.unopened
        if json {
            console.bytes(ProjectJSON.bytes(project, report, links: links, sites: sites, showsSecrets: mask.showSecrets))
        } else {
            let layout = console.layout(.auto)
            let page = ProjectPage(project, sites: asked, layout: layout, showsSecrets: mask.showSecrets)
            var output = page.bytes(links: links)
            var tally = LintTally()
            for file in files {
                tally.add(file)
                LintPage(layout: layout, showsSecrets: mask.showSecrets).append(file, to: &output)
            }
            console.bytes(output)
            let count = unopened.count
            let words = count == 0 ? "" : "; \(count) of \(links.links.count) links \(count == 1 ? "opens" : "open") no app"
            console.line(tally.findingWords + words)
        }
        if let sarif {
            var log = LintLog(LintRule.ofProjects, showsSecrets: mask.showSecrets)
            for file in files { log.add(file) }
            try ReportFile(sarif).finish(with: log.bytes)
        }
        if let junit {
            let bytes = ProjectJUnit.bytes(
                project, files, links: links.links, unopened: unopened, name: folder, showsSecrets: mask.showSecrets)
            try ReportFile(junit).finish(with: bytes)
        }
        return !unopened.isEmpty || report.findings.contains { $0.severity >= .warning }
    }

    // MARK: Sites

    /// Asks the hosts of a project for their association files, all at the same time.
    @MainActor private func sites(of project: Project, in console: Console) async -> ServedSites {
        let claimed = project.claimedHosts.prefix(Self.mostHosts)
        var questions: [(site: WebSite, hosts: [ClaimedHost])] = []
        if site { questions += claimed.compactMap { host in WebSite("https://" + host.name).map { ($0, [host]) } } }
        if let against, let site = WebSite("https://" + against) { questions.append((site, Array(claimed))) }
        let progress = ProgressLine(console)
        let source = CancellationTokenSource()
        let fetcher = Fetcher(settings: fetching.settings(console.environment))
        let lookups = SiteLookups(fetcher: fetcher, rules: fetching.rules(), token: source.token)
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
