import JSONDocument
import LinkLayers
import Screen

/// The rows of a record that is a JSON object: its findings and its tree.
struct DocumentLines {
    let document: JSONDocument
    let findings: [Finding]
    let folded: Set<String>
    let mask: SecretMask

    func lines() -> [DetailLine] {
        var lines: [DetailLine] = []
        if !findings.isEmpty {
            lines.append(.heading("Problems (\(findings.count))"))
            lines += findings.map { DetailLine($0, mask: mask) }
            lines.append(.blank)
        }
        let path = "record"
        let isFolded = folded.contains(path)
        lines.append(.heading("The record as received", fold: isFolded ? .closed : .open, path: path))
        if !isFolded, let root = document.root {
            let tree = JSONTreeLines(folded: folded, mask: mask)
            lines += tree.lines(below: root, path: path, indent: 1)
        }
        return lines
    }
}

extension DetailLine {
    /// Creates the row of a finding: its severity and its message.
    init(_ finding: Finding, mask: SecretMask) {
        self.init(
            "! \(finding.severity.rawValue)",
            mask.words(finding.message),
            labelRole: finding.severity == .error ? .error : .warning,
            valueRole: .text,
            path: finding.code.rawValue
        )
        overflow = .words
        isFinding = true
        place = finding.range.map { .input($0) }
    }
}
