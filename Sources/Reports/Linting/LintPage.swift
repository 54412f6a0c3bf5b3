import Bytes
import LinkLayers
import Linting
import Screen

/// The findings of a file as text:
///
///     App/Links.swift:12:21: error: The al_applink_data is not valid JSON. [payload-not-json]
///        12 |     open("shop://item?al_applink_data=%7B")
///           |                                       ^^^
///       repair  Escape the & as %26.
///
package struct LintPage {
    private let layout: TextLayout
    private let showsSecrets: Bool

    package init(layout: TextLayout = .plain, showsSecrets: Bool = false) {
        // Values and excerpts stay on their lines.
        var layout = layout
        layout.columns = nil
        self.layout = layout
        self.showsSecrets = showsSecrets
    }

    package func append(_ file: LintedFile, to output: inout [UInt8]) {
        guard !file.findings.isEmpty else { return }
        var canvas = TextCanvas(layout, capacity: 512)
        var masking = Masking(showsSecrets: showsSecrets)
        let path = PlainText.safe(masking.text(file.pathWords))
        for placed in file.placed {
            let finding = placed.finding
            canvas.put(own: "\(path):\(placed.start.line):\(placed.start.column): ", .text)
            canvas.put(own: finding.severity.rawValue, Self.role(finding.severity))
            canvas.put(own: ": \(PlainText.safe(masking.text(finding.message))) ", .text)
            canvas.put(own: "[\(finding.code)]", .dim)
            canvas.endLine()
            for line in excerpt(file, placed) {
                canvas.put(own: PlainText.safe(line), .dim)
                canvas.endLine()
            }
            if let repair = finding.repair {
                canvas.put(own: "  repair", .key)
                canvas.put(own: "  \(PlainText.safe(masking.text(repair)))", .text)
                canvas.endLine()
            }
        }
        canvas.output.withSpan { output.append($0) }
    }

    private func excerpt(_ file: LintedFile, _ placed: LintedFile.Placed) -> [String] {
        guard let line = file.lines.line(placed.start.line) else { return [] }
        let start = min(max(placed.finding.range.lowerBound - line.lowerBound, 0), line.count)
        let end = min(max(placed.finding.range.upperBound - line.lowerBound, start), line.count)
        return file.lines.excerpt(line: placed.start.line, marking: start..<end, showsSecrets: showsSecrets)
    }

    private static func role(_ severity: Finding.Severity) -> Role {
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .dim
        }
    }
}
