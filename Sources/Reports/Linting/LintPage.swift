import Bytes
package import Checks
import LinkLayers
import Screen
import Secrets

/// The findings of a file as text:
///
///     App/Links.swift:12:21: error: The al_applink_data is not valid JSON. [payload-not-json]
///        12 |     open("shop://item?al_applink_data=%7B")
///           |                                       ^^^
///       repair  Escape the & as %26.
///       also  in line 40, 52
///
/// A link that has several places in the file is printed at the first place.
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
        let key = { (placed: LintedFile.Placed) in placed.finding.link.map { [$0, placed.finding.code, placed.finding.message] } }
        var groups = Dictionary(grouping: file.placed, by: key)
        for placed in file.placed {
            let finding = placed.finding
            let same = groups.removeValue(forKey: key(placed)) ?? []
            if same.isEmpty, finding.link != nil { continue }
            canvas.put(own: "\(path):\(placed.start.line):\(placed.start.column): ", .text)
            canvas.put(own: finding.severity.rawValue, Self.role(finding.severity))
            canvas.put(own: ": \(PlainText.safe(masking.text(finding.message))) ", .text)
            canvas.put(own: "[\(finding.code)]", .dim)
            canvas.endLine()
            for line in file.lines.excerpt(line: placed.start.line, marking: finding.range, showsSecrets: showsSecrets) {
                canvas.put(own: PlainText.safe(line), .dim)
                canvas.endLine()
            }
            let others = finding.link == nil ? [] : same.dropFirst().map { "\($0.start.line)" }.unique
            let also = others.isEmpty ? nil : "in line \(others.listed(most: 5))"
            for case (let key, let words?) in [("repair", finding.repair), ("also", also)] {
                canvas.put(own: "  \(key)", .key)
                canvas.put(own: "  \(PlainText.safe(masking.text(words)))", .text)
                canvas.endLine()
            }
        }
        canvas.output.withSpan { output.append($0) }
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
    typealias Placed = (finding: LintFinding, start: (line: Int, column: Int), end: (line: Int, column: Int))

    /// The path as the user gave it, or as the walk found it.
    package let path: String
    let lines: SourceLines
    package var findings: [LintFinding]

    package init(path: String, _ bytes: [UInt8], _ findings: [LintFinding]) {
        self.path = path
        self.findings = findings
        // Most files have no findings, and their lines are not counted.
        lines = SourceLines(findings.isEmpty ? [] : bytes)
    }

    var placed: [Placed] {
        var (starts, ends) = (PlaceCounter(lines), PlaceCounter(lines))
        return findings.map { finding in
            (finding, starts.place(of: finding.range.lowerBound), ends.place(of: finding.range.upperBound))
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

    /// Appends a line of JSON for each finding. Scripts rely on the keys and their order.
    package func appendLines(showsSecrets: Bool, to output: inout [UInt8]) {
        for placed in placed {
            JSONOutput.report(showsSecrets: showsSecrets) { json in
                json.field("path", masked: path)
                json.field("line", placed.start.line)
                json.field("column", placed.start.column)
                json.field("endLine", placed.end.line)
                json.field("endColumn", placed.end.column)
                json.finding(code: placed.finding.code, placed.finding.severity, placed.finding.message)
                json.field("link", masked: placed.finding.link)
                json.field("repair", masked: placed.finding.repair)
                json.appendMasked()
            }.append(to: &output)
            output.append(0x0A)
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
        errors += file.findings.count { $0.severity == .error }
        warnings += file.findings.count { $0.severity == .warning }
        notes += file.findings.count { $0.severity == .note }
    }

    package var findings: Int { errors + warnings + notes }

    /// The numbers of findings, such as `1 error, 2 warnings`.
    package var findingWords: String {
        let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }
        return counts.isEmpty ? "no findings" : counts.map { $0.0.counted($0.1) }.joined(separator: ", ")
    }

    /// The numbers in one line, such as `12 files, 40 links: 1 error, 2 warnings`.
    package var words: String {
        var parts = [findingWords]
        if hidden > 0 { parts.append("\(hidden.counted("finding")) hidden") }
        if skipped > 0 { parts.append("\(skipped.counted("large or binary file")) skipped") }
        if unreached > 0 { parts.append("\(unreached.counted("path")) not read") }
        if partial > 0 { parts.append("\(partial.counted("file")) checked in part") }
        return "\(files.counted("file")), \(links.counted("link")): \(parts.joined(separator: ", "))"
    }
}

/// The findings of a source tree as a SARIF log.
package struct LintLog {
    /// The maximum number of results. Code hosts refuse larger logs (GitHub's limit, from memory).
    package static let most = 25_000

    private var results: [UInt8] = []
    private var count = 0
    private let showsSecrets: Bool
    private let rules: [LintRule]
    /// The number of findings that the log has no room for.
    package private(set) var leftOut = 0

    /// - Parameter rules: All kinds of findings that the log can have.
    package init(_ rules: [LintRule] = LintRule.all, showsSecrets: Bool) {
        self.rules = rules
        self.showsSecrets = showsSecrets
    }

    package mutating func add(_ file: LintedFile) {
        let placed = file.placed(showsSecrets: showsSecrets)
        for finding in placed.prefix(Self.most - count) { finding.appendSARIF(to: &results) }
        leftOut += max(0, placed.count - (Self.most - count))
        count = min(count + placed.count, Self.most)
    }

    package var bytes: [UInt8] {
        SARIFLog.head(rules) + results.dropFirst() + SARIFLog.end
    }
}

/// Findings that a project knows and has not repaired yet. Each line has a code, a path, and the link or message of the finding, with its
/// secrets masked. A finding about secrets also has a number that distinguishes them from other secrets of the same length
/// (``SecretMark``). The line numbers of findings are not stored, so a change above a finding does not make it new.
package struct LintBaseline: Sendable {
    /// How often each finding occurs.
    private var counts: [String: Int] = [:]
    private static let mark = "# findings that linkscope lint --baseline hides"

    package init() {}

    package init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            counts[String(line), default: 0] += 1
        }
    }

    package mutating func add(_ file: LintedFile) {
        for finding in file.findings { counts[Self.line(finding, path: file.path), default: 0] += 1 }
    }

    /// Removes a finding, and returns whether the baseline had it.
    package mutating func take(_ finding: LintFinding, path: String) -> Bool {
        let line = Self.line(finding, path: path)
        guard let count = counts[line], count > 0 else { return false }
        counts[line] = count - 1
        return true
    }

    package var bytes: [UInt8] {
        let lines = counts.sorted { $0.key < $1.key }.flatMap { Array(repeating: $0.key, count: $0.value) }
        return Array(([Self.mark] + lines).joined(separator: "\n").utf8) + [0x0A]
    }

    private static func line(_ finding: LintFinding, path: String) -> String {
        let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        let subject = Secrets.masked(finding.link ?? finding.message)
        let mark = finding.secretMark.map { "\t\($0.words)" } ?? ""
        return "\(finding.code)\t\(PlainText.safe(Secrets.masked(path)))\t\(PlainText.safe(String(subject.prefix(500))))\(mark)"
    }
}
