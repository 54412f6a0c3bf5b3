import Bytes
package import Checks
import LinkLayers
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

/// A file of a source tree with its findings, to be reported.
package struct LintedFile: Sendable {
    /// A finding with its place in lines and columns.
    struct Placed {
        var finding: LintFinding
        var start: (line: Int, column: Int)
        var end: (line: Int, column: Int)
    }

    /// The path as the user gave it, or as the walk found it.
    package let path: String
    let lines: SourceLines
    package private(set) var findings: [LintFinding]

    package init(path: String, _ bytes: [UInt8], _ findings: [LintFinding]) {
        self.path = path
        self.findings = findings
        // Most files have no findings, and their lines are not counted.
        lines = SourceLines(findings.isEmpty ? [] : bytes)
    }

    /// Removes findings.
    package mutating func remove(where isLeftOut: (LintFinding) -> Bool) { findings.removeAll(where: isLeftOut) }

    var placed: [Placed] {
        var (starts, ends) = (PlaceCounter(lines), PlaceCounter(lines))
        return findings.map { finding in
            Placed(
                finding: finding, start: starts.place(of: finding.range.lowerBound), end: ends.place(of: finding.range.upperBound))
        }
    }

    /// The findings as code hosts take them.
    package func placed(showsSecrets: Bool) -> [PlacedFinding] {
        var masking = Masking(showsSecrets: showsSecrets)
        return placed.map { placed in
            PlacedFinding(
                rule: placed.finding.code, severity: placed.finding.severity, message: masking.text(placed.finding.message),
                path: masking.text(path), start: placed.start, end: placed.end)
        }
    }

    /// The path as the beginning of a line of output. A path that begins with a colon gets `./`, because a program could otherwise read the
    /// line as a command, such as `::error`.
    var pathWords: String { path.hasPrefix(":") ? "./" + path : path }
}

/// The numbers of a run.
package struct LintTally: Sendable {
    package var files = 0
    package var links = 0
    package var errors = 0
    package var warnings = 0
    package var notes = 0
    /// The findings that a comment or the baseline hides.
    package var hidden = 0
    /// The files that are too large or binary.
    package var skipped = 0
    /// The files and folders whose names are not UTF-8, or that are too deep.
    package var unreached = 0
    /// The files that were checked only in part.
    package var partial = 0

    package init() {}

    package mutating func add(_ file: LintedFile) {
        for finding in file.findings {
            switch finding.severity {
            case .error: errors += 1
            case .warning: warnings += 1
            case .note: notes += 1
            }
        }
    }

    package var findings: Int { errors + warnings + notes }

    /// The numbers of findings, such as `1 error, 2 warnings`.
    package var findingWords: String {
        let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }
        return counts.isEmpty ? "no findings" : counts.map(Self.count).joined(separator: ", ")
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    /// The numbers in one line, such as `12 files, 40 links: 1 error, 2 warnings`.
    package var words: String {
        let count = Self.count
        var parts = [findingWords]
        if hidden > 0 { parts.append("\(count(hidden, "finding")) hidden") }
        if skipped > 0 { parts.append("\(count(skipped, "large or binary file")) skipped") }
        if unreached > 0 { parts.append("\(unreached) \(unreached == 1 ? "path" : "paths") not read") }
        if partial > 0 { parts.append("\(count(partial, "file")) checked in part") }
        return "\(count(files, "file")), \(count(links, "link")): \(parts.joined(separator: ", "))"
    }
}
