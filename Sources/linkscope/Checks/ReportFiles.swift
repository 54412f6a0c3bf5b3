import Checks
import Reports
import Secrets
import Store

/// A file of a report, which appears under its name only when it is complete. Errors name the file.
nonisolated struct ReportFile {
    private let path: String
    private let file: NewFile

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        file = try failing(as: { Self.failure($0, path) }, NewFile(path: path, replaces: true, takesStreams: true))
    }

    func append(_ bytes: [UInt8]) throws(CommandFailure) { try failing(as: failure, file.append(bytes.span)) }

    func append(_ part: Range<Int>, of spool: SpoolFile) throws(CommandFailure) {
        try failing(as: failure, spool.read(part) { bytes throws(SystemError) in try file.append(bytes) })
    }

    /// Appends the last bytes and completes the file.
    func finish(with bytes: [UInt8]) throws(CommandFailure) { try failing(as: failure, file.finish(with: bytes)) }

    func failure(_ error: SystemError) -> CommandFailure { Self.failure(error, path) }

    private static func failure(_ error: SystemError, _ path: String) -> CommandFailure {
        CommandFailure("\(Secrets.masked(path)): \(error.reason)")
    }
}

/// The files of `--junit` and `--sarif`, which are written while links are tested. They appear under their names when they are complete.
nonisolated final class ReportFiles {
    /// A suite of the JUnit file: its numbers come before its cases.
    private struct Section {
        var path: String
        var tally: TestTally
        var cases: Range<Int>
    }

    private let junit: ReportFile?
    private let sarif: ReportFile?
    /// The cases of all suites.
    private var cases: SpoolFile?
    private let showsSecrets: Bool
    private var sections: [Section] = []
    private var hasFailures = false

    /// - Throws: `CommandFailure` if a file cannot be written.
    init(junit: String?, sarif: String?, showsSecrets: Bool) throws(CommandFailure) {
        self.showsSecrets = showsSecrets
        self.junit = try junit.map(ReportFile.init)
        self.sarif = try sarif.map(ReportFile.init)
        if let file = self.junit, let junit { cases = try failing(as: file.failure, SpoolFile(beside: junit)) }
        try self.sarif?.append(SARIFLog.head(LintRule.ofSuites))
    }

    /// Adds results of links of the current suite, which the next call of `endSuite` ends.
    ///
    /// - Parameters:
    ///   - cases: The cases of the JUnit file.
    ///   - failures: The failures of the SARIF file, each after a comma.
    func add(cases bytes: [UInt8], failures: [UInt8]) throws(CommandFailure) {
        if let junit, let cases { try failing(as: junit.failure, cases.append(bytes.span)) }
        guard let sarif, !failures.isEmpty else { return }
        try sarif.append(hasFailures ? failures : Array(failures.dropFirst()))
        hasFailures = true
    }

    func endSuite(_ path: String, _ tally: TestTally) {
        let start = sections.last?.cases.upperBound ?? 0
        sections.append(Section(path: path, tally: tally, cases: start..<max(cases?.count ?? 0, start)))
    }

    func finish(_ total: TestTally) throws(CommandFailure) {
        if let junit, let cases {
            try junit.append(JUnitFile.head(total))
            for section in sections {
                try junit.append(JUnitFile.head(of: section.path, section.tally, showsSecrets: showsSecrets))
                try junit.append(section.cases, of: cases)
                try junit.append(JUnitFile.suiteEnd)
            }
            try junit.finish(with: JUnitFile.end)
        }
        try sarif?.finish(with: SARIFLog.end)
    }
}
