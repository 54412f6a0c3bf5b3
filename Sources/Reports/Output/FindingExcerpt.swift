import Bytes
import Secrets

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

    /// The columns before the marked place.
    private var before: Int { width * 3 / 10 }

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
            let isSecret = next.contains(place)
            // Everything up to the marked place is shown, and then what fits.
            let bound = min(isSecret ? next.upperBound : next.lowerBound, max(start + 1, place + width - column))
            let run = place..<Self.printableEnd(source, from: place, to: bound)
            if !run.isEmpty {
                if isSecret { line.appendBullets(run.count) } else { line.append(source, run) }
                if from == nil, run.upperBound > start { from = column + start - place }
                if place < end { to = column + min(end, run.upperBound) - place }
                column += run.count
                place = run.upperBound
                continue
            }
            let piece = PlainText.piece(of: source, at: place)
            if place + piece.length > start, from == nil { from = column }
            let isMarked = place < end || (start == end && from == column)
            if isSecret {
                line.appendBullets(1)
                column += 1
            } else {
                column += piece.append(to: &line, asciiOnly: true)
            }
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
            let previous = Self.characterStart(in: source, at: start - 1)
            columns += Self.columns(of: PlainText.piece(of: source, at: previous))
            if columns > before { return start }
            start = previous
        }
        return start
    }

    /// Returns the width of a piece that is written in ASCII.
    private static func columns(of piece: PlainText.Piece) -> Int {
        var escape = ByteWriter(capacity: 16)
        return piece.append(to: &escape, asciiOnly: true)
    }

    /// Returns the start of the character that contains the byte at `place`.
    private static func characterStart(in source: Span<UInt8>, at place: Int) -> Int {
        var place = place
        for _ in 0..<3 where place > 0 && place < source.count && source[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}
