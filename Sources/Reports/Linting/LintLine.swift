import LinkLayers
import Linting

/// A finding of a file as one line of JSON. Scripts rely on the keys and their order.
package enum LintLine {
    /// Appends a line for each finding.
    package static func append(_ file: LintedFile, showsSecrets: Bool, to output: inout [UInt8]) {
        for placed in file.placed {
            var json = JSONOutput(showsSecrets: showsSecrets)
            json.beginReport()
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
            json.endReport()
            json.append(to: &output)
            output.append(0x0A)
        }
    }
}
