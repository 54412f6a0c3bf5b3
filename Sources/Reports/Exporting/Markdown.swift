import Bytes
import Secrets

/// Writes texts from outside as Markdown that shows them as they are. Secrets are masked, and invisible characters are escaped.
enum Markdown {
    /// Returns a text without formatting.
    static func text(_ text: String) -> String {
        var result = ""
        for character in PlainText.safe(Secrets.masked(text)).unicodeScalars {
            if "\\`*_{}[]<>#|!~&".unicodeScalars.contains(character) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(character)
        }
        return result
    }

    /// Returns a text as code in a line. The sign `|` is escaped, because it would end a cell of a table, even in code.
    static func code(_ text: String) -> String {
        let shown = PlainText.safe(Secrets.masked(text)).escaping(["|": "\\|"])
        guard !shown.isEmpty else { return "(empty)" }
        let fence = String(repeating: "`", count: longestFence(in: shown) + 1)
        let gap = shown.first == "`" || shown.last == "`" ? " " : ""
        return fence + gap + shown + gap + fence
    }

    /// Returns a block of code with one line.
    static func block(_ bytes: [UInt8]) -> String { fenced([PlainText.safe(Secrets.masked(bytes))]) }

    /// Returns a block of code. Its fence is longer than every row of backticks in the code.
    ///
    /// - Parameter lines: Lines that are safe to show.
    static func fenced(_ lines: [String], language: String = "text") -> String {
        let longest = lines.map(longestFence).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(lines.joined(separator: "\n"))\n\(fence)\n"
    }

    /// Returns a table.
    ///
    /// - Parameter rows: The cells, as Markdown.
    static func table(_ columns: [String], _ rows: [[String]]) -> String {
        let lines = [columns, columns.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// Returns the length of the longest row of backticks.
    private static func longestFence(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
