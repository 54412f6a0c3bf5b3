/// The part of the input that a finding is about, on one line, and a second line with carets below the exact place.
///
///    …al_applink_data=%7B%22target_url%22%3A5%7D
///                                           ^
///
/// Characters beyond ASCII are written as escapes, so that every character takes one column on any terminal and the carets are aligned.
struct FindingExcerpt {
    /// The line, sanitized.
    private(set) var line: [UInt8] = []
    /// The columns of the line that the carets mark. There is at least one.
    private(set) var columns = 0..<1

    private static let width = 100
    /// The number of characters shown before the marked place.
    private static let before = 30

    /// - Parameter secrets: The ranges of the secrets in the source, in order.
    init(of source: [UInt8], at range: Range<Int>, secrets: [Range<Int>]) {
        let start = min(max(range.lowerBound, 0), source.count)
        let end = min(max(range.upperBound, start), source.count)
        // A source that fits is shown from its beginning. Only printable ASCII is certain to take exactly one column per byte.
        let fits = end <= Self.width && source[..<end].allSatisfy { (0x20..<0x7F).contains($0) }
        let first = fits ? 0 : Self.characterStart(in: source, at: max(start - Self.before, 0))
        var column = 0
        if first > 0 {
            line += "…".utf8
            column = 1
        }
        var place = first
        var from: Int?
        var to = 0
        var remaining = secrets[...]
        while place < source.count {
            let piece = PlainText.piece(of: source, at: place)
            if column >= Self.width, from != nil {
                line += "…".utf8
                break
            }
            if place + piece.length > start, from == nil { from = column }
            let isMarked = place < end || (start == end && from == column)
            while let secret = remaining.first, secret.upperBound <= place { remaining.removeFirst() }
            if let secret = remaining.first, secret.contains(place) {
                line += "•".utf8
                column += 1
            } else {
                column += piece.append(to: &line, asciiOnly: true)
            }
            place += piece.length
            if isMarked { to = column }
        }
        let lower = from ?? column
        columns = lower..<max(to, lower + 1)
    }

    /// Returns the start of the character that contains the byte at `place`.
    private static func characterStart(in source: [UInt8], at place: Int) -> Int {
        var place = place
        for _ in 0..<3 where place > 0 && place < source.count && source[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}
