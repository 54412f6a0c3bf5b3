public import ArgumentParser
import Bytes
import Checks
import CursesTerminal
import Dispatch
import Foundation
import LinkLayers
import Projects
import Reports
import Secrets
import Store
import Synchronization

extension Finding.Severity: ExpressibleByArgument {}

/// `linkscope lint`: finds mistakes in the links of source trees.
struct Lint: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Find mistakes in the links of source trees, manifests and entitlements.",
        discussion: """
            Reads the string literals in Swift, Kotlin, Java, C#, Groovy, JavaScript, TypeScript, Dart, C, Objective-C, Python, JSON and \
            .strings files; the text of HTML, Markdown, reStructuredText and YAML files; XML files; and commands that open links in shell \
            scripts, makefiles, fastfiles, batch files and PowerShell scripts. It finds no links in comments of source code. linkscope \
            also checks what the app declares in AndroidManifest.xml, build.gradle, Info.plist, entitlements and Expo's app.json, \
            and whether these files name the schemes that the code asks about (canOpenURL, resolveActivity). It checks all of \
            apple-app-site-association and assetlinks.json.

            A part that is known only when the program runs, such as \\(id), ${id}, {id} or %s, can be anything, so linkscope does not check \
            that part. For web links that open no app, linkscope reports only certain problems, such as a service that has shut down.

            By default, linkscope reports errors and warnings; --level note also reports notes. In Markdown and HTML, in tests, samples, \
            generated code and licenses, and inside a longer text, most findings are notes. Outside of code and settings, a secret is a \
            note, unless it is the key of a service or the address of a webhook.

            In folders, linkscope skips hidden files (but not .well-known), symbolic links, node_modules, Pods, Carthage, DerivedData, \
            build, vendor, third_party, and files that .gitignore names. It does not understand .gitignore patterns with !, ** or [, so it \
            may read files that git ignores, and skip files that only a pattern with ! keeps. Files that are binary or larger than 4 MiB \
            are counted as skipped.

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

    @OptionGroup var mask: MaskingOptions

    /// The maximum size, in bytes, of a list of names or of a baseline.
    private static let largestList = 64 << 20

    func check(in console: Console) throws(CommandFailure) {
        guard !inputs.isEmpty else { throw .usage("no path given: name files or folders, such as .") }
        if inputs.contains("-"), inputs.count > 1 { throw .usage("- cannot be combined with other paths") }
        let codes = LintRule.all.map(\.code)
        for code in ignore where !codes.contains(code) {
            let advice = NearestWord.to(code, among: codes).map { "; did you mean \($0)?" } ?? ""
            throw .usage("--ignore \(code): no finding has this code\(advice)")
        }
        if let writeBaseline {
            if baseline != nil { throw .usage("--write-baseline cannot be combined with --baseline") }
            if writeBaseline == sarif { throw .usage("--write-baseline and --sarif need different files") }
        }
    }

    @MainActor func execute(in console: Console) async throws {
        var excluded = IgnoreList()
        for pattern in exclude { excluded.add(pattern) }
        let known = try baseline.map { try LintBaseline(InputFile.bytes(of: $0, limit: Self.largestList, option: "--baseline")) }
        let run = LintRun(
            options: self, console: console, sites: try associations.map(AssociationFolder.sites) ?? AppSites(), baseline: known,
            layout: console.layout(.auto), progress: ProgressLine(console))
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

/// One run of `linkscope lint`.
nonisolated struct LintRun: Sendable {
    let options: Lint
    let console: Console
    let sites: AppSites
    let baseline: LintBaseline?
    let layout: TextLayout
    let progress: ProgressLine

    /// The number of files read per batch.
    private static let batch = 256
    /// The maximum size of a file, in bytes. Larger files are most likely generated.
    private static let largestFile = 4 << 20

    private struct Results {
        var tally = LintTally()
        var log: LintLog
        var known: LintBaseline?
        var new = LintBaseline()
        var hasFailed = false
        /// The schemes that the apps declare. Files whose findings depend on these schemes are reported last.
        var declarations = TreeDeclarations()
        var asking: [(path: String, bytes: [UInt8], lint: FileLint)] = []
    }

    private enum Linted: Sendable {
        case read(path: String, [UInt8], FileLint)
        /// The file is binary.
        case skipped
        case failed(String)
    }

    /// Reads files and prints their findings in the order of the walk.
    ///
    /// - Throws: `CommandFailure`. It has no message if there are findings, or if the reason is printed already.
    func run(_ walk: consuming TreeWalk) throws {
        var results = Results(log: LintLog(showsSecrets: options.mask.showSecrets), known: baseline)
        var batch: [String] = []
        while let found = walk.next() {
            switch found {
            // A list of names has files of every kind.
            case .file(let path, _) where !FileLint.reads(path): break
            case .file(_, let size) where size > Self.largestFile: results.tally.skipped += 1
            case .file(let path, _):
                batch.append(path)
                if batch.count == Self.batch { report(&batch, &results) }
            case .skipped(let reason):
                progress.clear()
                console.error("linkscope: skipped \(reason)")
                results.tally.unreached += 1
            case .failure(let reason):
                console.error("linkscope: \(reason)")
                results.hasFailed = true
            }
        }
        report(&batch, &results)
        progress.clear()
        for (path, bytes, asking) in results.asking {
            var lint = asking
            lint.addFindings(declarations: results.declarations)
            report(path, bytes, lint, &results)
        }
        if results.tally.files > 0 || !results.hasFailed {
            if options.json { console.error(results.tally.words) } else { console.line(results.tally.words) }
        }
        if let sarif = options.sarif {
            try ReportFile(sarif).finish(with: results.log.bytes)
            if results.log.leftOut > 0 { console.error("linkscope: \(sarif) has only the first \(LintLog.most) findings") }
        }
        if let newBaseline = options.writeBaseline { try ReportFile(newBaseline).finish(with: results.new.bytes) }
        if results.hasFailed { throw CommandFailure("") }
        if results.tally.findings > 0, options.writeBaseline == nil { throw CommandFailure("", code: Exit.no) }
    }

    private func report(_ batch: inout [String], _ results: inout Results) {
        if batch.isEmpty { return }
        let paths = batch
        batch.removeAll(keepingCapacity: true)
        let linted = Mutex([Linted?](repeating: nil, count: paths.count))
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            let result = lint(paths[index])
            linted.withLock { $0[index] = result }
        }
        progress.clear()
        for case let result? in linted.withLock({ $0 }) { report(result, &results) }
        progress.show("\(results.tally.files) files, \(results.tally.findings) findings")
    }

    private func lint(_ path: String) -> Linted {
        do throws(CommandFailure) {
            let bytes = try InputFile.bytes(of: path, limit: Self.largestFile)
            if FileLint.isBinary(bytes) { return .skipped }
            var lint = FileLint(bytes, path: path, sites: sites)
            let root = options.inputs.filter { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }.max { $0.count < $1.count } ?? ""
            if FileLint.isBeside(String(path.dropFirst(root.count))) { lint.lower() }
            return .read(path: path, bytes, lint)
        } catch {
            return .failed(error.message)
        }
    }

    private func report(_ linted: Linted, _ results: inout Results) {
        switch linted {
        case .failed(let reason):
            console.error("linkscope: \(reason)", isMasked: true)
            results.hasFailed = true
        case .skipped: results.tally.skipped += 1
        case .read(let path, let bytes, let lint):
            results.declarations.merge(lint.declarations)
            if lint.needsTree { results.asking.append((path, bytes, lint)) } else { report(path, bytes, lint, &results) }
        }
    }

    /// Prints the findings of a file, and adds them to the log.
    private func report(_ path: String, _ bytes: [UInt8], _ lint: FileLint, _ results: inout Results) {
        let told = lint.findings.filter { $0.severity >= options.level && !options.ignore.contains($0.code) }
        var file = LintedFile(path: path, bytes, told)
        results.tally.files += 1
        results.tally.links += lint.links
        results.tally.hidden += lint.hidden
        if let limit = lint.limit {
            console.error("linkscope: \(file.path): \(limit)")
            results.tally.partial += 1
        }
        if results.known != nil {
            let before = file.findings.count
            file.findings.removeAll { results.known?.take($0, path: path) ?? false }
            results.tally.hidden += before - file.findings.count
        }
        guard !file.findings.isEmpty else { return }
        results.tally.add(file)
        if options.sarif != nil { results.log.add(file) }
        if options.writeBaseline != nil { return results.new.add(file) }
        var output: [UInt8] = []
        if options.json {
            file.appendLines(showsSecrets: options.mask.showSecrets, to: &output)
        } else {
            LintPage(layout: layout, showsSecrets: options.mask.showSecrets).append(file, to: &output)
        }
        var annotations: [UInt8] = []
        if options.github || console.isOnGitHub {
            for finding in file.placed(showsSecrets: options.mask.showSecrets) { finding.appendAnnotation(to: &annotations) }
        }
        // With --json, standard output has only JSON. GitHub reads both outputs.
        if options.json, !annotations.isEmpty { console.raw(String(decoding: annotations, as: UTF8.self)) } else { output += annotations }
        console.bytes(output)
    }
}

/// Reads the folder of `--associations`: `HOST/apple-app-site-association` and `HOST/assetlinks.json`, also below `HOST/.well-known`.
///
/// The folder may come from a stranger, and findings quote its files. So a symbolic link that leads out of it is refused.
nonisolated enum AssociationFolder {
    private static let largestFile = 16 << 20
    private static let mostHosts = 10_000

    static func sites(in folder: String) throws(CommandFailure) -> AppSites {
        var sites = AppSites(folder: folder)
        let hosts: [String]
        do {
            hosts = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw CommandFailure("--associations \(folder): the folder cannot be read")
        }
        for host in hosts.prefix(mostHosts) where !host.hasPrefix(".") {
            for place in ["\(folder)/\(host)", "\(folder)/\(host)/.well-known"] {
                let apple = place + "/apple-app-site-association"
                if let bytes = try bytes(of: apple, in: folder) { sites.add(host, appleFile: bytes, path: apple) }
                let android = place + "/assetlinks.json"
                if let bytes = try bytes(of: android, in: folder) { sites.add(host, assetLinks: bytes, path: android) }
            }
        }
        guard !sites.hosts.isEmpty else {
            throw CommandFailure(
                "--associations \(folder): no association files found: save them as HOST/apple-app-site-association and HOST/assetlinks.json in this folder"
            )
        }
        return sites
    }

    private static func bytes(of path: String, in folder: String) throws(CommandFailure) -> [UInt8]? {
        guard let status = try? FileStatus.of(path, followingLinks: true), status.kind != .folder else { return nil }
        guard ProjectFolder.path(of: path, in: folder) != nil else {
            throw CommandFailure("--associations \(folder): \(path) leads out of this folder")
        }
        return try InputFile.bytes(of: path, limit: largestFile)
    }
}

/// Goes through the files of folders, in the order of their names.
///
/// Hidden files, folders of tools and what `.gitignore` files name are left out, except what the user names. Symbolic links inside folders are
/// not followed.
nonisolated struct TreeWalk {
    enum Found {
        case file(String, size: Int)
        /// A path that cannot be read, with the reason.
        case failure(String)
        /// A file or folder that the walk cannot reach, with the reason.
        case skipped(String)
    }

    /// A folder that is being read.
    private struct Folder {
        var path: String
        /// The names that are left, in reverse order.
        var names: [String]
        var ignored: IgnoreList
    }

    private var paths: ArraySlice<String>
    private let excluded: IgnoreList
    private var folders: [Folder] = []

    /// The folders in which tools put what they build and fetch.
    private static let toolFolders: Set = [
        "node_modules", "Pods", "Carthage", "DerivedData", "build", "bower_components", "vendor", "third_party",
    ]
    private static let largestList = 1 << 20
    private static let deepest = 200

    init(_ paths: [String], excluded: IgnoreList) {
        self.paths = paths[...]
        self.excluded = excluded
    }

    mutating func next() -> Found? {
        while true {
            if let name = folders.last?.names.last {
                folders[folders.count - 1].names.removeLast()
                if let found = visit(name) { return found }
            } else if !folders.isEmpty {
                folders.removeLast()
            } else if let path = paths.popFirst() {
                if let found = open(path) { return found }
            } else {
                return nil
            }
        }
    }

    /// Opens a path that the user names.
    private mutating func open(_ path: String) -> Found? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return .failure("\(path): \(SystemError("stat", code: errno).reason)") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(path, size: Int(status.st_size))
        case S_IFDIR: return enter(path)
        default: return .failure("\(path): neither a file nor a folder")
        }
    }

    private mutating func enter(_ path: String) -> Found? {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let list = names.contains(".gitignore") ? try? InputFile.bytes(of: path + "/.gitignore", limit: Self.largestList) : nil
            folders.append(Folder(path: path, names: sorted.reversed(), ignored: IgnoreList(list ?? [])))
            return nil
        } catch {
            return .failure("\(path): the folder cannot be read")
        }
    }

    private mutating func visit(_ name: String) -> Found? {
        guard !name.hasPrefix(".") || name == ".well-known", let folder = folders.last else { return nil }
        let path = folder.path == "." ? name : folder.path.hasSuffix("/") ? folder.path + name : "\(folder.path)/\(name)"
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let error = errno
            // The system's names are bytes. In a name that is not UTF-8, this sign replaces them.
            if name.contains("\u{FFFD}") { return .skipped("\(path): the name is not UTF-8") }
            // Programs may delete files during the walk.
            return error == ENOENT ? nil : .failure("\(path): \(SystemError("lstat", code: error).reason)")
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || status.st_mode & S_IFMT == S_IFREG, !isIgnored(path, isFolder: isFolder) else { return nil }
        guard isFolder else { return .file(path, size: Int(status.st_size)) }
        guard !Self.toolFolders.contains(name) else { return nil }
        guard folders.count < Self.deepest else { return .skipped("\(path): more than \(Self.deepest) folders deep") }
        return enter(path)
    }

    /// Returns whether `--exclude` or a list of an outer folder names a path.
    private func isIgnored(_ path: String, isFolder: Bool) -> Bool {
        if !excluded.isEmpty, excluded.contains(path, isFolder: isFolder) { return true }
        return folders.contains { folder in
            guard !folder.ignored.isEmpty else { return false }
            let start = folder.path == "." ? 0 : folder.path.utf8.count + (folder.path.hasSuffix("/") ? 0 : 1)
            return folder.ignored.contains(String(decoding: path.utf8.dropFirst(start), as: UTF8.self), isFolder: isFolder)
        }
    }
}
