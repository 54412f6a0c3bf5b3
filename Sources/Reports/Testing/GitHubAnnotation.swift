import Suites
import YAMLText

/// Failures as workflow commands, which GitHub Actions shows beside the lines of a suite.
package enum GitHubAnnotation {
    /// Appends a line for each failure of a link.
    package static func append(_ tested: TestedLink, of path: String, showsSecrets: Bool, to output: inout [UInt8]) {
        var masking = Masking(showsSecrets: showsSecrets)
        for failure in tested.failures {
            let title = "\(masking.text(tested.link.title)): \(failure.key.rawValue)"
            let place = "file=\(property(path)),line=\(failure.place.line),col=\(failure.place.column)"
            output += "::error \(place),title=\(property(title))::\(data(masking.text(failure.sentence)))\n".utf8
        }
    }

    /// Returns a text for the part after the command's properties.
    private static func data(_ text: String) -> String {
        PlainText.safe(text).replacing("%", with: "%25")
    }

    /// Returns a text for the value of a property, which also ends at a colon or a comma.
    private static func property(_ text: String) -> String { data(text).replacing(":", with: "%3A").replacing(",", with: "%2C") }
}
