import ArgumentParser
import Bytes
import Checks
import CursesTerminal
import LinkLayers
import Reports

extension Finding.Severity: ExpressibleByArgument {}

/// `linkscope lint`: finds mistakes in the links of source trees.
struct Lint: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Find mistakes in the links of source trees, manifests and entitlements.",
        discussion: """
            Reads the string literals in Swift, Kotlin, Java, Groovy, JavaScript, TypeScript, Dart, C, Objective-C, Python, JSON and \
            .strings files; the text of HTML, Markdown and YAML files; XML files; and the commands of shell scripts, makefiles and fastfiles \
            that open links. It finds no links in comments of source code. linkscope also checks what the app declares in \
            AndroidManifest.xml, build.gradle, Info.plist, entitlements and Expo's app.json, whether they name the schemes that the code \
            asks about (canOpenURL, resolveActivity), and apple-app-site-association and assetlinks.json as a whole. Findings in tests \
            and licenses are notes.

            A part that is known only when the program runs, such as \\(id), ${id}, {id} or %s, can be anything, so linkscope does not check \
            that part. For web links that open no app, linkscope reports only certain problems, such as a service that has shut down.

            In folders, linkscope skips hidden files, symbolic links, node_modules, Pods, Carthage, DerivedData, build, vendor, \
            third_party, and files that \
            .gitignore names. It does not understand .gitignore patterns with !, ** or [, so it may read files that git ignores, and skip \
            files that only a pattern with ! keeps. Files that are binary or larger than 4 MiB are counted as skipped.

            --associations names a folder with the association files of your hosts: FOLDER/HOST/apple-app-site-association and \
            FOLDER/HOST/assetlinks.json. linkscope lint then reports each host in the manifest or entitlements whose association file is \
            missing or names no app. It also reports links to these hosts that open in the browser.

            A comment linkscope:ignore hides the findings on its line and, if nothing else is on the line, also those on the next line. \
            linkscope:ignore CODE hides only the findings with this code; write a reason after two hyphens. If CODE is not a code of \
            linkscope, a note says so. A comment linkscope:ignore-file hides all findings of its file. --write-baseline saves the current \
            findings to a file. With --baseline, only findings that are not in that file are reported.

            With --json, each finding is one object: path, line, column, endLine, endColumn (after the last character), code, severity, message, \
            link, repair, masked. Columns count characters (Unicode scalars) from 1.

            Examples:
              linkscope lint .
              linkscope lint --associations web/associations app/src
              linkscope lint --sarif lint.sarif .
              git ls-files -z | linkscope lint -
              linkscope lint --json . | jq -r .code | sort | uniq -c

            Exit codes: 0 no findings at or above --level, 1 at least one, 2 wrong usage, 3 a file cannot be read or written.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Files, folders, or - to read file names from standard input, one per line or separated by zero bytes.", valueName: "PATH|-"
        ), completion: .file())
    var inputs: [String] = []

    @Option(help: ArgumentHelp("Report findings of this severity or higher: note, warning or error.", valueName: "SEVERITY"))
    var level = Finding.Severity.warning

    @Option(help: ArgumentHelp("Leave out findings with this code. Can be repeated.", valueName: "CODE"), completion: .lintCode)
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp("Leave out files and folders with this name or path, as in .gitignore. Can be repeated.", valueName: "PATTERN"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "Check the hosts that the app declares, and links to them, against the association files in this folder.", valueName: "FOLDER"),
        completion: .directory)
    var associations: String?

    @Option(help: ArgumentHelp("Do not report findings that are listed in this file.", valueName: "FILE"), completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write the findings to this file instead of printing them, for --baseline.", valueName: "FILE"),
        completion: .file())
    var writeBaseline: String?

    @Option(help: ArgumentHelp("Write the findings as SARIF.", valueName: "FILE"), completion: .file())
    var sarif: String?

    @Flag(help: "Print one JSON object per finding.")
    var json = false

    @Flag(help: "Print annotations for GitHub Actions too (default: if GITHUB_ACTIONS is true).")
    var github = false

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    /// The maximum size, in bytes, of a list of names or of a baseline.
    private static let largestList = 64 << 20

    func check(in console: Console) throws(CommandFailure) {
        guard !inputs.isEmpty else { throw CommandFailure("no path given: name files or folders, such as .", code: Exit.usage) }
        if inputs.contains("-"), inputs.count > 1 {
            throw CommandFailure("- cannot be combined with other paths", code: Exit.usage)
        }
        let codes = LintRule.all.map(\.code)
        for code in ignore where !codes.contains(code) {
            let advice = NearestWord.to(code, among: codes).map { "; did you mean \($0)?" } ?? ""
            throw CommandFailure("--ignore \(code): no finding has this code\(advice)", code: Exit.usage)
        }
        if let writeBaseline {
            if baseline != nil { throw CommandFailure("--write-baseline cannot be combined with --baseline", code: Exit.usage) }
            if writeBaseline == sarif { throw CommandFailure("--write-baseline and --sarif need different files", code: Exit.usage) }
        }
    }

    @MainActor func execute(in console: Console) async throws {
        var excluded = IgnoreList()
        for pattern in exclude { excluded.add(pattern) }
        let known = try baseline.map { try LintBaseline(InputFile.bytes(of: $0, limit: Self.largestList, option: "--baseline")) }
        let run = LintRun(
            console: console, level: level, ignoredCodes: Set(ignore), sites: try associations.map(AssociationFolder.sites) ?? AppSites(),
            roots: inputs, isJSON: json,
            isGitHub: github || console.environment["GITHUB_ACTIONS"] == "true", showsSecrets: showSecrets, layout: console.layout(.auto),
            progress: ProgressLine(console), sarif: sarif, baseline: known, newBaseline: writeBaseline)
        try run.run(TreeWalk(try names(in: console), excluded: excluded))
    }

    /// Returns the paths, or the names on standard input: one a line, or with a zero byte after each.
    private func names(in console: Console) throws -> [String] {
        guard inputs == ["-"] else { return inputs }
        let bytes = try InputFile.bytes(ofInputOf: console, limit: Self.largestList)
        let hasZeros = bytes.contains(0)
        return bytes.split { hasZeros ? $0 == 0 : ByteClass.isLineEnd($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
