package import Checks
import Secrets

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

    /// Adds the findings of a file.
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
