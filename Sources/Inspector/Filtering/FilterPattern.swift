/// A text to find in others. `*` stands for any bytes. Letters of ASCII fit in both cases.
struct FilterPattern: Sendable, Equatable {
    /// The pieces between the stars, in lower case.
    private let pieces: [[UInt8]]
    /// Whether the pattern must fit the whole text.
    private let isWhole: Bool

    init(_ text: String, isWhole: Bool = false, isLiteral: Bool = false) {
        let bytes = text.utf8.map(Self.lower)
        let star = UInt8(ascii: "*")
        // A pattern with a star is about the whole text, as in a shell.
        self.isWhole = isWhole || (!isLiteral && bytes.contains(star))
        pieces = isLiteral ? [bytes] : bytes.split(separator: star, omittingEmptySubsequences: false).map(Array.init)
    }

    /// The longest piece. A text that does not contain it does not fit.
    var longestPiece: [UInt8] { pieces.max { $0.count < $1.count } ?? [] }

    func fits(_ text: String) -> Bool { fits(Array(text.utf8)) }

    func fits(_ text: [UInt8]) -> Bool {
        guard isWhole else { return Self.contains(text, pieces[0]) }
        var start = 0
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            if index == 0 {
                guard Self.isAt(0, piece, in: text) else { return false }
                start = piece.count
                if isLast { return text.count == piece.count }
            } else if isLast {
                return text.count - piece.count >= start && Self.isAt(text.count - piece.count, piece, in: text)
            } else if let found = Self.place(of: piece, in: text, from: start) {
                start = found + piece.count
            } else {
                return false
            }
        }
        return true
    }

    static func contains(_ text: [UInt8], _ piece: [UInt8]) -> Bool { place(of: piece, in: text, from: 0) != nil }

    /// Returns the first place of a piece; nil if the text does not contain the piece.
    private static func place(of piece: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard let first = piece.first else { return start }
        let span = text.span
        let last = span.count - piece.count
        guard start <= last else { return nil }
        for place in start...last where lower(span[place]) == first && isAt(place, piece, in: text) { return place }
        return nil
    }

    private static func isAt(_ place: Int, _ piece: [UInt8], in text: [UInt8]) -> Bool {
        guard place + piece.count <= text.count else { return false }
        let (piece, text) = (piece.span, text.span)
        for index in piece.indices where lower(text[place + index]) != piece[index] { return false }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
}
