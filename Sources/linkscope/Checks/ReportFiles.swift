import Reports
import Secrets
import Store

/// The files of `--junit` and `--sarif`, which are written while links are tested. They appear under their names when they are complete.
nonisolated final class ReportFiles {
    /// A suite of the JUnit file: its numbers come before its cases.
    private struct Section {
        var path: String
        var tally: TestTally
        var cases: Range<Int>
    }

    /// A file with its path, for messages.
    private struct Report {
        var path: String
        var file: NewFile
    }

    private let junit: Report?
    private let sarif: Report?
    /// The cases of all suites.
    private let cases: SpoolFile?
    private let showsSecrets: Bool
    private var sections: [Section] = []
    private var hasFailures = false

    /// - Throws: `CommandFailure` if a file cannot be written.
    init(junit: String?, sarif: String?, showsSecrets: Bool) throws(CommandFailure) {
        self.showsSecrets = showsSecrets
        self.junit = try junit.map(Self.report)
        self.sarif = try sarif.map(Self.report)
        cases = try junit.map { path throws(CommandFailure) in
            try Self.telling(path) { () throws(SystemError) in try SpoolFile(beside: path) }
        }
        if let sarif = self.sarif { try write(SARIFFile.head, to: sarif) }
    }

    private static func report(_ path: String) throws(CommandFailure) -> Report {
        let file = try telling(path) { () throws(SystemError) in try NewFile(path: path, replaces: true, takesStreams: true) }
        return Report(path: path, file: file)
    }

    /// Adds results of links of the current suite, which the next call of `endSuite` ends.
    ///
    /// - Parameters:
    ///   - cases: The cases of the JUnit file.
    ///   - failures: The failures of the SARIF file, each after a comma.
    func add(cases bytes: [UInt8], failures: [UInt8]) throws(CommandFailure) {
        if let junit, let cases { try Self.telling(junit.path) { () throws(SystemError) in try cases.append(bytes.span) } }
        guard let sarif, !failures.isEmpty else { return }
        try write(hasFailures ? failures : Array(failures.dropFirst()), to: sarif)
        hasFailures = true
    }

    func endSuite(_ path: String, _ tally: TestTally) {
        let start = sections.last?.cases.upperBound ?? 0
        sections.append(Section(path: path, tally: tally, cases: start..<max(cases?.count ?? 0, start)))
    }

    /// Completes the files.
    func finish(_ total: TestTally) throws(CommandFailure) {
        if let junit, let cases {
            try Self.telling(junit.path) { () throws(SystemError) in
                try Self.append(JUnitFile.head(total), to: junit.file)
                for section in sections {
                    try Self.append(JUnitFile.head(of: section.path, section.tally, showsSecrets: showsSecrets), to: junit.file)
                    try cases.read(section.cases) { bytes throws(SystemError) in try junit.file.append(bytes) }
                    try Self.append(JUnitFile.suiteEnd, to: junit.file)
                }
                try Self.append(JUnitFile.end, to: junit.file)
                try junit.file.finish()
            }
        }
        guard let sarif else { return }
        try write(SARIFFile.end, to: sarif)
        try Self.telling(sarif.path) { () throws(SystemError) in try sarif.file.finish() }
    }

    private func write(_ bytes: [UInt8], to report: Report) throws(CommandFailure) {
        try Self.telling(report.path) { () throws(SystemError) in try report.file.append(bytes.span) }
    }

    private static func append(_ bytes: [UInt8], to file: NewFile) throws(SystemError) { try file.append(bytes.span) }

    /// Names the file in an error.
    private static func telling<Value>(_ path: String, _ body: () throws(SystemError) -> Value) throws(CommandFailure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw CommandFailure("\(Secrets.masked(path)): \(error.reason)")
        }
    }
}
