import LinkLayers

/// The review of a change. It writes its comments to standard output.
struct Review {
    /// The number of links that the change adds.
    private(set) var links = 0
    /// The highest severity of their findings.
    private(set) var worst = LinkFinding.Severity.note
    private var file = ""
    private var number = 0

    /// Reads the next line of the diff.
    mutating func read(_ line: String) {
        if line.hasPrefix("+++ ") {
            file = String(line.dropFirst(line.hasPrefix("+++ b/") ? 6 : 4))
        } else if line.hasPrefix("@@ ") {
            // @@ -1,3 +10,4 @@
            let start = line.split(separator: "+", maxSplits: 1).last?.prefix { $0.isNumber } ?? ""
            number = Int(start) ?? 1
        } else if line.hasPrefix("+") {
            for (column, text) in Self.links(in: line.dropFirst()) { comment(on: LinkReading(text), at: "\(file):\(number):\(column)") }
            number += 1
        } else if line.hasPrefix(" ") {
            number += 1
        }
    }

    /// Returns the links in a line, each with the column of its first character.
    private static func links(in line: Substring) -> [(column: Int, text: String)] {
        line.matches(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^"'<>]+/).map { match in
            (line.distance(from: line.startIndex, to: match.range.lowerBound) + 1, String(match.output))
        }
    }

    /// Writes the comments on a link. Everything that is written is masked, because a review is public.
    private mutating func comment(on link: LinkReading, at place: String) {
        links += 1
        let findings = link.findings.filter { $0.severity > .note || $0.code == .secret }
        guard !findings.isEmpty else { return }
        print("\(place): \(link.kind) link \(link.masked)")
        for layer in link.layers { print("    \(layer.kind)\(layer.service.map { " of \($0)" } ?? ""): \(layer.masked)") }
        for finding in findings {
            worst = max(worst, finding.severity)
            print("    \(finding.severity) \(finding.code): \(finding.message)")
        }
        guard let repaired = link.repaired() else { return }
        print("    suggestion: \(repaired.masked)")
        for step in repaired.steps { print("        \(step.code): \(step.summary)") }
    }
}
