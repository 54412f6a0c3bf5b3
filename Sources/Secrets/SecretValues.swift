import Bytes

/// The secrets of one link, to be masked in other texts. A program that fails may print a piece of the link that does not look like a
/// secret: the value without its name, the second half of the value, or the decoded value.
package struct SecretValues: Sendable {
    /// A piece of a secret is recognized if it has this many bytes. Shorter pieces occur in other words too.
    private static let pieceLength = 6
    /// The fewest bytes of a secret that is masked.
    private static let shortest = 3
    /// The most times that a value is decoded.
    private static let mostDecodings = 3

    /// All pieces of this length of the long secrets, each packed in an integer.
    private var pieces: Set<UInt64> = []
    /// The secrets that are shorter than a piece, which are recognized only as a whole.
    private var short: Set<[UInt8]> = []

    package init(in link: String) {
        let bytes = Array(link.utf8)
        for range in Secrets.ranges(in: bytes) {
            for spelling in Self.spellings(of: Array(bytes[range])) where spelling.count >= Self.shortest {
                if spelling.count < Self.pieceLength { short.insert(spelling) }
                for start in stride(from: 0, through: spelling.count - Self.pieceLength, by: 1) {
                    pieces.insert(Self.packed(spelling[start..<start + Self.pieceLength]))
                }
            }
        }
    }

    /// Returns the text with the secrets and their pieces masked.
    package func masked(_ text: String) -> String {
        if pieces.isEmpty, short.isEmpty { return text }
        let bytes = Array(text.utf8)
        var found: [Range<Int>] = []
        for start in bytes.indices {
            if let length = lengthOfSecret(at: start, in: bytes) { found.append(start..<start + length) }
        }
        if found.isEmpty { return text }
        found = found.map { Self.wholeCharacters($0, of: bytes) }
        found.joinOverlapping()
        return String(decoding: Secrets.masked(bytes, found), as: UTF8.self)
    }

    private func lengthOfSecret(at start: Int, in bytes: [UInt8]) -> Int? {
        let end = start + Self.pieceLength
        if end <= bytes.count, pieces.contains(Self.packed(bytes[start..<end])) { return Self.pieceLength }
        return (Self.shortest..<Self.pieceLength).last { length in
            start + length <= bytes.count && short.contains(Array(bytes[start..<start + length]))
        }
    }

    /// Returns the value as written, decoded, and percent-encoded with digits in both cases.
    private static func spellings(of value: [UInt8]) -> Set<[UInt8]> {
        var decoded: Set = [value]
        var last = value
        for _ in 0..<mostDecodings {
            last = PercentCoding.decoded(last.span, 0..<last.count)
            guard decoded.insert(last).inserted else { break }
        }
        let encoded = decoded.map { PercentCoding.encoded($0) }
        return decoded.union(encoded).union(encoded.map(withLowercaseEscapes))
    }

    private static func withLowercaseEscapes(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            for place in index + 1..<min(index + 3, bytes.count) { result[place] = ByteClass.lowered(bytes[place]) }
        }
        return result
    }

    private static func packed(_ piece: ArraySlice<UInt8>) -> UInt64 { piece.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Returns the range with the rest of the characters at its ends.
    private static func wholeCharacters(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }
}
