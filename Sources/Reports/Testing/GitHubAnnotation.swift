import Suites
import YAMLText

/// Failures as workflow commands, which GitHub Actions shows beside the lines of a suite.
package enum GitHubAnnotation {
    /// Appends a line for each failure of a link.
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        var masking = Masking(showsSecrets: showsSecrets)
        for failure in tested.failures {
            GitHubCommand.append(
                "error", path: masking.text(path), line: failure.place.line, column: failure.place.column,
                title: "\(masking.text(tested.link.title)): \(failure.key.rawValue)", message: masking.text(failure.sentence), to: &output)
        }
    }
}
