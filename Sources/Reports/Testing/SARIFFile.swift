import Secrets
import Suites
import YAMLText

/// The failures of suites as a SARIF log, written in parts.
package enum SARIFFile {
    /// Appends the failures of a link, each with a comma before it. The comma of the first failure of a log is left out.
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        var masking = Masking(showsSecrets: showsSecrets)
        for failure in tested.failures {
            SARIFLog.append(
                SARIFLog.Result(
                    rule: failure.key.rawValue, level: "error",
                    message: masking.text("\(tested.link.title): \(failure.sentence)" as QuotingText), path: masking.text(path),
                    line: failure.place.line, column: failure.place.column), to: &output)
        }
    }

    /// What comes before the failures.
    package static let head = SARIFLog(
        ExpectationKey.allCases.map { key in
            SARIFLog.Rule(id: key.rawValue, description: "A link does not meet its expectation \"\(key.rawValue)\".")
        }
    ).head

    /// What comes after the failures.
    package static let end = SARIFLog.end
}
