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
        let first = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let ends = text.indices.filter { text[$0] == 0x0A || text[$0] == 0x0D && ($0 + 1 == text.count || text[$0 + 1] != 0x0A) }
        starts = [first] + ends.map { $0 + 1 }
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
        let line = max(0, starts.endOfPrefix { $0 <= index } - 1)
        return (line, starts[line])
    }

    /// Returns a line, and a line with carets below it.
    ///
    /// - Parameter range: The marked bytes of the text. Those outside of the line are left out.
    /// - Returns: The lines without line ends; none if the text has no such line.
    func excerpt(line number: Int, marking range: Range<Int>, showsSecrets: Bool) -> [String] {
        guard let whole = line(number) else { return [] }
        // A generated file may be one line. Bytes far away from the marked ones do not fit, and do not decide what is a secret.
        let start = min(max(range.lowerBound, whole.lowerBound), whole.upperBound)
        let end = min(max(range.upperBound, start), whole.upperBound)
        let first = max(whole.lowerBound, start - Self.around)
        let bytes = Array(text[first..<min(whole.upperBound, end + Self.around)])
        let range = start - first..<end - first
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

/// The part of the input that a finding is about, on one line, and a second line with carets below the exact place.
///
///    …al_applink_data=%7B%22target_url%22%3A5%7D
///                                           ^
///
/// Characters beyond ASCII are written as escapes, so that every character takes one column on any terminal and the carets are aligned.
struct FindingExcerpt {
    /// The width for output that is not wrapped.
    static let most = 100
    /// The columns by which a line may exceed its width: one escape, and the sign that the source continues.
    private static let excess = 10

    private let width: Int

    init(columns: Int = most + excess) { width = max(columns - Self.excess, Self.excess) }

    /// Appends the line, sanitized.
    ///
    /// - Parameter secrets: The ranges of the secrets in the source, in order.
    /// - Returns: The columns of the line that the carets mark. There is at least one.
    func append(
        _ source: Span<UInt8>, at range: Range<Int>, secrets: [Range<Int>], to line: inout ByteWriter
    ) -> Range<Int> {
        let start = min(max(range.lowerBound, 0), source.count)
        let end = min(max(range.upperBound, start), source.count)
        // A source that fits is shown from its beginning. Only printable ASCII is certain to take exactly one column per byte.
        let fits = end <= width && Self.printableEnd(source, from: 0, to: end) == end
        var place = fits ? 0 : beginning(of: source, before: start)
        var column = 0
        if place > 0 {
            line.append(string: "…")
            column = 1
        }
        var from: Int?
        var to = 0
        // The index of the last secret that begins at or before the place, or 0. The loop moves on to the first secret that ends after it.
        var secret = max(secrets.first(after: place) - 1, 0)
        while place < source.count {
            if column >= width, from != nil {
                line.append(string: "…")
                break
            }
            while secret < secrets.count, secrets[secret].upperBound <= place { secret += 1 }
            let next = secret < secrets.count ? secrets[secret] : source.count..<source.count
            if next.contains(place) {
                // A marked part of a secret marks all of its mask, which tells nothing about the length of the secret.
                line.append(string: Secrets.mask)
                if next.upperBound > start, from == nil { from = column }
                column += Secrets.maskLength
                if place < end || start == end && from == column - Secrets.maskLength { to = column }
                place = next.upperBound
                continue
            }
            // Everything up to the marked place is shown, and then what fits.
            let bound = min(next.lowerBound, max(start + 1, place + width - column))
            let run = place..<Self.printableEnd(source, from: place, to: bound)
            if !run.isEmpty {
                line.append(source.extracting(run))
                if from == nil, run.upperBound > start { from = column + start - place }
                if place < end { to = column + min(end, run.upperBound) - place }
                column += run.count
                place = run.upperBound
                continue
            }
            let piece = PlainText.piece(of: source, at: place)
            if place + piece.length > start, from == nil { from = column }
            let isMarked = place < end || (start == end && from == column)
            column += piece.append(to: &line, asciiOnly: true)
            place += piece.length
            if isMarked { to = column }
        }
        let lower = from ?? column
        return lower..<max(to, lower + 1)
    }

    private static func printableEnd(_ source: Span<UInt8>, from start: Int, to end: Int) -> Int {
        ByteView.with(source) { $0.printableEnd(from: start, to: end) }
    }

    /// Returns where the line begins, so that a place on it has some columns before it.
    private func beginning(of source: Span<UInt8>, before place: Int) -> Int {
        var start = place
        var columns = 0
        while start > 0 {
            let previous = source.characterStart(at: start - 1)
            var escape = ByteWriter(capacity: 16)
            columns += PlainText.piece(of: source, at: previous).append(to: &escape, asciiOnly: true)
            if columns > width * 3 / 10 { return start }
            start = previous
        }
        return start
    }
}
