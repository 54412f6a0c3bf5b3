import LinkLayers
import Linting

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
