import ArgumentParser
import Checks
import CursesTerminal
import LinkLayers
import Projects
import Reports
import Secrets

/// `linkscope project`: what an app's source tree says about links.
struct ProjectCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Show which links an app's source tree claims, which routes it has, and what cannot work.",
        discussion: """
            Reads the project in a folder without building it and without executing anything of it: Gradle, Android manifests, Xcode \
            projects, XcodeGen, Tuist, Info.plist, entitlements, Expo, React Native, Flutter, Capacitor, Cordova, .NET, Unity and \
            NativeScript, with the association files that are kept in the tree. One folder can have many apps.

            linkscope prints the apps with their IDs in each build, the links that they claim, the routes that the code declares, what the \
            files leave open and the key that would tell, and then what is wrong: claims without a route, routes that no claim reaches, \
            differences between Android and iOS and between the builds, and declarations that no device accepts, each with file and line.

            With --links, linkscope answers what each link of a file does on each platform and in each build. An association file in the \
            tree counts for each host that the apps claim, unless its folder names a host. Where the tree has none, the site is taken to \
            allow everything. The device has the project's apps and a browser, and no others.

            With --json, the output is one object: apps, claims, routes, unknowns, links, report.

            Examples:
              linkscope project
              linkscope project --links links.txt path/to/app
              linkscope project --json . | jq -r '.report[].code'

            Exit codes: 0 nothing is wrong; 1 something cannot work (a warning or an error); 2 wrong usage; 3 a file cannot be read or \
            written.
            """
    )

    @Argument(help: ArgumentHelp("The folder of the project.", valueName: "DIR"), completion: .directory)
    var folder = "."

    @Option(
        help: ArgumentHelp("Answer the links of this file, one per line, or - for standard input.", valueName: "FILE|-"),
        completion: .file())
    var links: String?

    @Option(help: ArgumentHelp("Write the findings as SARIF.", valueName: "FILE"), completion: .file())
    var sarif: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    /// The maximum size, in bytes, of a list of links.
    private static let largestList = 64 << 20

    @MainActor func execute(in console: Console) async throws {
        let links = try self.links.map { try Self.links(in: $0, console) } ?? []
        let tree = try ProjectFolder.tree(of: folder).tree
        let project = Project(tree)
        guard !project.apps.isEmpty || !project.findings.isEmpty else {
            throw CommandFailure(
                "\(Secrets.masked(folder)): no app project found: name the folder that has build.gradle, an Xcode project, pubspec.yaml, package.json or config.xml"
            )
        }
        let report = ProjectReport(project)
        let files = LintedFile.all(of: report, in: folder) { tree.file($0)?.bytes }
        if json {
            console.bytes(ProjectJSON.bytes(project, report, links: links, showsSecrets: showSecrets))
        } else {
            let layout = console.layout(.auto)
            var output = ProjectPage(project, layout: layout, showsSecrets: showSecrets).bytes(links: links)
            var tally = LintTally()
            for file in files {
                tally.add(file)
                LintPage(layout: layout, showsSecrets: showSecrets).append(file, to: &output)
            }
            console.bytes(output)
            console.line(tally.findingWords)
        }
        if let sarif {
            var log = LintLog(LintRule.ofProjects, showsSecrets: showSecrets)
            for file in files { log.add(file) }
            try LintRun.write(log.bytes, to: sarif)
        }
        if report.findings.contains(where: { $0.severity >= .warning }) { throw CommandFailure("", code: Exit.no) }
    }

    private static func links(in path: String, _ console: Console) throws -> [String] {
        let bytes =
            path == "-"
            ? try InputFile.bytes(ofInputOf: console, limit: largestList)
            : try InputFile.bytes(of: path, limit: largestList, option: "--links")
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}
