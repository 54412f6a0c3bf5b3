import Bytes

/// A text to find in others. `*` stands for any bytes. ASCII letters match case-insensitively.
struct FilterPattern: Sendable, Equatable {
    /// The pieces between the stars, in lower case.
    private let pieces: [[UInt8]]
    /// The longest piece, which a text that fits contains.
    let longestPiece: [UInt8]
    /// Whether the pattern must fit the whole text.
    private let isWhole: Bool

    init(_ text: String, isWhole: Bool = false, isLiteral: Bool = false) {
        let bytes = text.utf8.map(ByteClass.lowered)
        let star = UInt8(ascii: "*")
        // A pattern with a star is about the whole text, as in a shell.
        self.isWhole = isWhole || (!isLiteral && bytes.contains(star))
        pieces = isLiteral ? [bytes] : bytes.split(separator: star, omittingEmptySubsequences: false).map(Array.init)
        longestPiece = pieces.max { $0.count < $1.count } ?? []
    }

    func fits(_ text: String) -> Bool { ByteView.with(text, fits) }

    func fits(_ text: Span<UInt8>) -> Bool { ByteView.with(text, fits) }

    func fits(_ text: ByteView) -> Bool {
        guard isWhole else { return Self.place(of: pieces[0], in: text, from: 0) != nil }
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

    /// Returns whether the pattern may fit a value that a text contains as it is. A pattern whose longest piece is not in the text fits no
    /// such value.
    func mayFitPart(of text: Span<UInt8>) -> Bool { ByteView.with(text) { Self.place(of: longestPiece, in: $0, from: 0) != nil } }

    // MARK: Searching

    /// Returns the first place of a piece; nil if the text does not contain the piece.
    ///
    /// A million records are searched while a filter is typed, so eight places are tested at a time. A place where the first and the last
    /// byte of the piece fit is then compared byte by byte. Bit 0x20 is set in both texts, because it tells the cases of a letter apart.
    private static func place(of piece: [UInt8], in text: ByteView, from start: Int) -> Int? {
        guard let first = piece.first, let last = piece.last else { return start }
        let (low, high, caseBits): (UInt64, UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080, 0x2020_2020_2020_2020)
        let firsts = UInt64(first) &* low | caseBits
        let lasts = UInt64(last) &* low | caseBits
        let end = text.count - piece.count
        var place = start
        while place <= end {
            let differences = (text.word(at: place) | caseBits) ^ firsts | (text.word(at: place + piece.count - 1) | caseBits) ^ lasts
            // A byte without differences sets its highest bit here. A byte above such a byte may set it wrongly.
            var found = (differences &- low) & ~differences & high
            while found != 0 {
                let candidate = place + found.trailingZeroBitCount >> 3
                if isAt(candidate, piece, in: text) { return candidate }
                found &= found &- 1
            }
            place += 8
        }
        return nil
    }

    private static func isAt(_ place: Int, _ piece: [UInt8], in text: ByteView) -> Bool {
        guard place + piece.count <= text.count else { return false }
        for index in piece.indices where ByteClass.lowered(text[place + index]) != piece[index] { return false }
        return true
    }
}
