import Checks
import Dispatch
import Foundation
import LinkLayers
import Projects
import Reports
import Secrets
import Store
import Synchronization

/// One run of `linkscope lint`.
nonisolated struct LintRun: Sendable {
    let console: Console
    let level: Finding.Severity
    let ignoredCodes: Set<String>
    let sites: AppSites
    /// The files and folders that the user names.
    let roots: [String]
    let isJSON: Bool
    let isGitHub: Bool
    let showsSecrets: Bool
    let layout: TextLayout
    let progress: ProgressLine
    let sarif: String?
    let baseline: LintBaseline?
    let newBaseline: String?

    /// The number of files read per batch.
    private static let batch = 256
    /// The maximum size of a file, in bytes. Larger files are most likely generated.
    private static let largestFile = 4 << 20

    /// The results so far.
    private struct Results {
        var tally = LintTally()
        var log: LintLog
        var known: LintBaseline?
        var new = LintBaseline()
        var hasFailed = false
        /// The schemes that the apps may ask about, and the files that ask, which are reported last.
        var askable = AskableSchemes()
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
        var results = Results(log: LintLog(showsSecrets: showsSecrets), known: baseline)
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
            lint.addFindings(askable: results.askable)
            report(path, bytes, lint, &results)
        }
        if results.tally.files > 0 || !results.hasFailed {
            if isJSON { console.error(results.tally.words) } else { console.line(results.tally.words) }
        }
        if let sarif {
            try Self.write(results.log.bytes, to: sarif)
            if results.log.leftOut > 0 { console.error("linkscope: \(sarif) has only the first \(LintLog.most) findings") }
        }
        if let newBaseline { try Self.write(results.new.bytes, to: newBaseline) }
        if results.hasFailed { throw CommandFailure("") }
        if results.tally.findings > 0, newBaseline == nil { throw CommandFailure("", code: Exit.no) }
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
            let root = roots.filter { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }.max { $0.count < $1.count } ?? ""
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
            results.askable.merge(lint.askable)
            if lint.asked.isEmpty { report(path, bytes, lint, &results) } else { results.asking.append((path, bytes, lint)) }
        }
    }

    /// Prints the findings of a file, and adds them to the log.
    private func report(_ path: String, _ bytes: [UInt8], _ lint: FileLint, _ results: inout Results) {
        let told = lint.findings.filter { $0.severity >= level && !ignoredCodes.contains($0.code) }
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
            file.remove { results.known?.take($0, path: path) ?? false }
            results.tally.hidden += before - file.findings.count
        }
        guard !file.findings.isEmpty else { return }
        results.tally.add(file)
        if sarif != nil { results.log.add(file) }
        if newBaseline != nil { return results.new.add(file) }
        var output: [UInt8] = []
        if isJSON {
            LintLine.append(file, showsSecrets: showsSecrets, to: &output)
        } else {
            LintPage(layout: layout, showsSecrets: showsSecrets).append(file, to: &output)
        }
        var annotations: [UInt8] = []
        if isGitHub { for finding in file.placed(showsSecrets: showsSecrets) { finding.appendAnnotation(to: &annotations) } }
        // With --json, standard output has only JSON. GitHub reads both outputs.
        if isJSON, !annotations.isEmpty { console.raw(String(decoding: annotations, as: UTF8.self)) } else { output += annotations }
        console.bytes(output)
    }

    /// Writes a file, which appears under its name only when it is complete.
    static func write(_ bytes: [UInt8], to path: String) throws {
        do throws(SystemError) {
            let file = try NewFile(path: path, replaces: true, takesStreams: true)
            try file.append(bytes.span)
            try file.finish()
        } catch {
            throw CommandFailure("\(Secrets.masked(path)): \(error.reason)")
        }
    }
}

/// Reads the folder of `--associations`: `HOST/apple-app-site-association` and `HOST/assetlinks.json`, also below `HOST/.well-known`.
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
                if let bytes = try bytes(of: apple) { sites.add(host, appleFile: bytes, path: apple) }
                let android = place + "/assetlinks.json"
                if let bytes = try bytes(of: android) { sites.add(host, assetLinks: bytes, path: android) }
            }
        }
        guard !sites.hosts.isEmpty else {
            throw CommandFailure(
                "--associations \(folder): no association files found: save them as HOST/apple-app-site-association and HOST/assetlinks.json in this folder"
            )
        }
        return sites
    }

    private static func bytes(of path: String) throws(CommandFailure) -> [UInt8]? {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
        return try InputFile.bytes(of: path, limit: largestFile)
    }
}
