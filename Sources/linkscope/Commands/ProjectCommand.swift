import ArgumentParser
import Deciding
import HTTPTransport
import Reports
import Secrets
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

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    /// The maximum size, in bytes, of a list of links.
    private static let largestList = 64 << 20

    func check(in console: Console) throws(CommandFailure) {
        try fetching.check()
        if let against, WebSite("https://" + against) == nil {
            throw CommandFailure("--against \(Secrets.masked(against)): give one host, such as staging.example.com", code: Exit.usage)
        }
        if !site, against == nil { try fetching.checkUnused("needs --site or --against") }
        if watch, links == "-" { throw CommandFailure("--watch cannot be combined with --links -", code: Exit.usage) }
        if let sarif, sarif == junit { throw CommandFailure("--sarif and --junit need different files", code: Exit.usage) }
    }

    @MainActor func execute(in console: Console) async throws {
        let links = try self.links.map { try Self.links(in: $0, console) } ?? []
        let run = ProjectRun(
            console: console, folder: folder, links: links, asksSites: site, against: against,
            settings: fetching.settings(console.environment), rules: fetching.rules(), isJSON: json, sarif: sarif, junit: junit,
            showsSecrets: showSecrets)
        if watch { return try await run.watch() }
        if try await run.report(on: ProjectFolder.tree(of: folder).tree) { throw CommandFailure("", code: Exit.no) }
    }

    private static func links(in path: String, _ console: Console) throws -> [String] {
        let bytes =
            path == "-"
            ? try InputFile.bytes(ofInputOf: console, limit: largestList)
            : try InputFile.bytes(of: path, limit: largestList, option: "--links")
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
            .map(String.init)
    }
}
