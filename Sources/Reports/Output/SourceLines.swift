import Bytes
import Secrets

/// The lines of a file, to show a place in it:
///
///      7 |     opens: app
///        |            ^^^
package struct SourceLines: Sendable {
    let text: [UInt8]
    /// Where each line begins.
    private let starts: [Int]
    /// The bytes before and after the marked ones that are read for an excerpt.
    private static let around = 1 << 14

    package init(_ text: [UInt8]) {
        self.text = text
        // A byte order mark is not a character, so columns are counted after it.
        var starts = [text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for index in text.indices {
            if text[index] == 0x0A || (text[index] == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A)) {
                starts.append(index + 1)
            }
        }
        self.starts = starts
    }

    /// Returns the bytes of a line, counted from 1, without its line end; nil if the text has no such line.
    func line(_ number: Int) -> Range<Int>? {
        guard number >= 1, number <= starts.count else { return nil }
        let start = starts[number - 1]
        var end = number < starts.count ? starts[number] : text.count
        while end > start, ByteClass.isLineEnd(text[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Returns the index of the line of a byte, from 0, and where the line begins.
    fileprivate func start(of index: Int) -> (line: Int, start: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return (low, starts[low])
    }

    /// Returns a line, and a line with carets below it.
    ///
    /// - Parameter range: The marked bytes, counted from the beginning of the line.
    /// - Returns: The lines without line ends; none if the text has no such line.
    func excerpt(line number: Int, marking range: Range<Int>, showsSecrets: Bool) -> [String] {
        guard let whole = line(number) else { return [] }
        // A generated file may be one line. Bytes far away from the marked ones do not fit, and do not decide what is a secret.
        let first = max(whole.lowerBound, whole.lowerBound + range.lowerBound - Self.around)
        let line = first..<max(first, min(whole.upperBound, whole.lowerBound + range.upperBound + Self.around))
        let shift = first - whole.lowerBound
        let bytes = Array(text[line])
        let range = range.lowerBound - shift..<range.upperBound - shift
        var shown = ByteWriter(capacity: min(bytes.count, 256) + 16)
        let columns = FindingExcerpt().append(bytes.span, at: range, secrets: showsSecrets ? [] : Secrets.ranges(in: bytes), to: &shown)
        let number = String(number)
        let gap = String(repeating: " ", count: max(0, 5 - number.count))
        return [
            "\(gap)\(number) | \(shown.withSpan { $0.string })",
            String(repeating: " ", count: gap.count + number.count) + " | " + String(repeating: " ", count: columns.lowerBound)
                + String(repeating: "^", count: columns.count),
        ]
    }
}

/// Counts lines and columns, from 1, for one place after another. A column is a character (a Unicode scalar). If two places in a row are on
/// the same line, only the characters between them are counted.
struct PlaceCounter {
    private let lines: SourceLines
    private var line = (line: 0, start: 0)
    private var index = 0
    private var column = 1

    init(_ lines: SourceLines) { self.lines = lines }

    /// Returns the line and the column of a byte.
    mutating func place(of place: Int) -> (line: Int, column: Int) {
        let place = min(max(place, lines.start(of: 0).start), lines.text.count)
        let line = lines.start(of: place)
        if line.start != self.line.start { (self.line, index, column) = (line, line.start, 1) }
        if index <= place {
            for byte in lines.text[index..<place] where byte & 0xC0 != 0x80 { column += 1 }
        } else {
            for byte in lines.text[place..<index] where byte & 0xC0 != 0x80 { column -= 1 }
        }
        index = place
        return (line.line + 1, column)
    }
}
