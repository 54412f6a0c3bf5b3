import LinkLayers
import Linting

/// The findings of a source tree as a SARIF log.
package struct LintLog {
    /// The maximum number of results. Code hosts refuse larger logs (GitHub's limit, from memory).
    package static let most = 25_000

    private var results: [UInt8] = []
    private var count = 0
    private var masking: Masking
    /// The number of findings that the log has no room for.
    package private(set) var leftOut = 0

    package init(showsSecrets: Bool) { masking = Masking(showsSecrets: showsSecrets) }

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
        let rules = LintRule.all.map { SARIFLog.Rule(id: $0.code, description: $0.explanation) }
        return SARIFLog(rules).head + results.dropFirst() + SARIFLog.end
    }
}
