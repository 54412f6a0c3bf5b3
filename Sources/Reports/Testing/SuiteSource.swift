import Bytes
package import Checks
import Secrets

/// The text of a suite, to show the places of failures and mistakes:
///
///      7 |     opens: app
///        |            ^^^
package struct SuiteSource: Sendable {
    /// The path as the user gave it.
    package let path: String
    private let lines: SourceLines

    package init(path: String, _ text: [UInt8]) {
        self.path = path
        lines = SourceLines(YAMLDocument.withoutByteOrderMark(text))
    }

    /// Returns `path:line:column`, as editors and terminals know it.
    func words(of place: YAMLPlace, showsSecrets: Bool) -> String {
        "\(showsSecrets ? path : Secrets.masked(path)):\(place.line):\(place.column)"
    }

    /// Returns the line of a place, and a line with carets below it.
    ///
    /// - Returns: The lines without line ends; none if the text has no such line.
    func excerpt(at place: YAMLPlace, showsSecrets: Bool) -> [String] {
        guard let line = lines.line(place.line) else { return [] }
        let range = Self.range(of: place, in: Array(lines.text[line]))
        return lines.excerpt(line: place.line, marking: range, showsSecrets: showsSecrets)
    }

    /// Returns the bytes of the value at a place. A text in quotes ends at its closing quotation mark or at the end of the line.
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

    /// Returns a mistake with its place, and then the text at the place, in lines that are safe to show.
    package func lines(of problem: YAMLProblem, showsSecrets: Bool) -> [String] {
        let message = showsSecrets ? problem.message : Secrets.masked(problem.message)
        let place = words(of: problem.place, showsSecrets: showsSecrets)
        return (["\(place): \(message)"] + excerpt(at: problem.place, showsSecrets: showsSecrets)).map(PlainText.safe)
    }
}
