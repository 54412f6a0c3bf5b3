import Bytes
import Secrets
package import Suites
import YAMLText

/// The text of a suite, to show the places of failures and mistakes:
///
///      7 |     opens: app
///        |            ^^^
package struct SuiteSource: Sendable {
    /// The path as the user gave it.
    package let path: String
    private let text: [UInt8]
    /// Where each line begins.
    private let starts: [Int]

    package init(path: String, _ text: [UInt8]) {
        self.path = path
        self.text = text
        var starts = [0]
        for index in text.indices {
            if text[index] == 0x0A || (text[index] == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A)) {
                starts.append(index + 1)
            }
        }
        self.starts = starts
    }

    /// Returns `path:line:column`, as editors and terminals know it.
    func words(of place: YAMLPlace) -> String { "\(path):\(place.line):\(place.column)" }

    /// Returns the line of a place, and a line with carets below it.
    ///
    /// - Returns: The lines without line ends; none if the text has no such line.
    func excerpt(at place: YAMLPlace, showsSecrets: Bool) -> [String] {
        guard place.line >= 1, place.line <= starts.count else { return [] }
        let end = place.line < starts.count ? starts[place.line] : text.count
        var line = text[starts[place.line - 1]..<end]
        while let last = line.last, ByteClass.isLineEnd(last) { line.removeLast() }
        let bytes = Array(line)
        var shown = ByteWriter(capacity: bytes.count + 16)
        let columns = FindingExcerpt().append(
            bytes.span, at: Self.range(of: place, in: bytes), secrets: showsSecrets ? [] : Secrets.ranges(in: bytes), to: &shown)
        let number = String(place.line)
        let gap = String(repeating: " ", count: max(0, 5 - number.count))
        return [
            "\(gap)\(number) | \(shown.withSpan { $0.string })",
            String(repeating: " ", count: gap.count + number.count) + " | " + String(repeating: " ", count: columns.lowerBound)
                + String(repeating: "^", count: columns.count),
        ]
    }

    /// Returns the bytes of the value at a place: a text in quotes to its last quotation mark, a plain text as long as it is.
    private static func range(of place: YAMLPlace, in line: [UInt8]) -> Range<Int> {
        let start = index(after: place.column - 1, from: 0, in: line)
        guard start < line.count else { return line.count..<line.count }
        let quote = line[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return start..<index(after: place.length, from: start, in: line)
        }
        var end = start + 1
        while end < line.count, line[end] != quote {
            end += quote == UInt8(ascii: "\"") && line[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start..<min(end + 1, line.count)
    }

    /// Returns the index after so many characters.
    private static func index(after count: Int, from start: Int, in line: [UInt8]) -> Int {
        var (index, left) = (start, count)
        while index < line.count, left > 0 {
            index += 1
            while index < line.count, line[index] & 0xC0 == 0x80 { index += 1 }
            left -= 1
        }
        return index
    }

    /// Returns a mistake with its place, in lines that are safe to show.
    package func words(of problem: SuiteProblem, showsSecrets: Bool) -> String {
        let message = showsSecrets ? problem.message : Secrets.masked(problem.message)
        let lines = ["\(words(of: problem.place)): \(message)"] + excerpt(at: problem.place, showsSecrets: showsSecrets)
        return lines.map(PlainText.safe).joined(separator: "\n")
    }
}
