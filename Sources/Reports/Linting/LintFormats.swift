package import Checks
import LinkLayers

/// The findings of a source tree as a SARIF log.
package struct LintLog {
    /// The maximum number of results. Code hosts refuse larger logs (GitHub's limit, from memory).
    package static let most = 25_000

    private var results: [UInt8] = []
    private var count = 0
    private var masking: Masking
    private let rules: [LintRule]
    /// The number of findings that the log has no room for.
    package private(set) var leftOut = 0

    /// - Parameter rules: All kinds of findings that the log can have.
    package init(_ rules: [LintRule] = LintRule.all, showsSecrets: Bool) {
        self.rules = rules
        masking = Masking(showsSecrets: showsSecrets)
    }

    package mutating func add(_ file: LintedFile) {
        for placed in file.placed {
            guard count < Self.most else {
                leftOut += 1
                continue
            }
            count += 1
            SARIFLog.append(
                SARIFLog.Result(
                    rule: placed.finding.code, level: placed.finding.severity.rawValue,
                    message: masking.text(placed.finding.message), path: masking.text(file.path),
                    line: placed.start.line, column: placed.start.column, end: placed.end), to: &results)
        }
    }

    package var bytes: [UInt8] {
        let rules = rules.map { SARIFLog.Rule(id: $0.code, description: $0.explanation) }
        return SARIFLog(rules).head + results.dropFirst() + SARIFLog.end
    }
}

/// Findings as workflow commands, which GitHub Actions shows beside the lines of a file.
package enum LintAnnotation {
    package static func append(_ file: LintedFile, showsSecrets: Bool, to output: inout [UInt8]) {
        var masking = Masking(showsSecrets: showsSecrets)
        for placed in file.placed {
            let severity = placed.finding.severity
            GitHubCommand.append(
                severity == .note ? "notice" : severity.rawValue, path: masking.text(file.path), line: placed.start.line,
                column: placed.start.column, title: placed.finding.code, message: masking.text(placed.finding.message), to: &output)
        }
    }
}

/// A finding of a file as one line of JSON. Scripts rely on the keys and their order.
package enum LintLine {
    /// Appends a line for each finding.
    package static func append(_ file: LintedFile, showsSecrets: Bool, to output: inout [UInt8]) {
        for placed in file.placed {
            JSONOutput.report(showsSecrets: showsSecrets) { json in
                json.field("path", masked: file.path)
                json.field("line", placed.start.line)
                json.field("column", placed.start.column)
                json.field("endLine", placed.end.line)
                json.field("endColumn", placed.end.column)
                json.field("code", placed.finding.code)
                json.field("severity", placed.finding.severity.rawValue)
                json.field("message", masked: placed.finding.message)
                json.field("link", masked: placed.finding.link)
                json.field("repair", masked: placed.finding.repair)
                json.appendMasked()
            }.append(to: &output)
            output.append(0x0A)
        }
    }
}
