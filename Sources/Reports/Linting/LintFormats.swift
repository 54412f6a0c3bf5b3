package import Checks
import LinkLayers

/// The findings of a source tree as a SARIF log.
package struct LintLog {
    /// The maximum number of results. Code hosts refuse larger logs (GitHub's limit, from memory).
    package static let most = 25_000

    private var results: [UInt8] = []
    private var count = 0
    private let showsSecrets: Bool
    private let rules: [LintRule]
    /// The number of findings that the log has no room for.
    package private(set) var leftOut = 0

    /// - Parameter rules: All kinds of findings that the log can have.
    package init(_ rules: [LintRule] = LintRule.all, showsSecrets: Bool) {
        self.rules = rules
        self.showsSecrets = showsSecrets
    }

    package mutating func add(_ file: LintedFile) {
        let placed = file.placed(showsSecrets: showsSecrets)
        for finding in placed.prefix(Self.most - count) { finding.appendSARIF(to: &results) }
        leftOut += max(0, placed.count - (Self.most - count))
        count = min(count + placed.count, Self.most)
    }

    package var bytes: [UInt8] {
        let rules = rules.map { SARIFLog.Rule(id: $0.code, description: $0.explanation) }
        return SARIFLog(rules).head + results.dropFirst() + SARIFLog.end
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
