/// A text after some decodings, each byte with the place in the original that it came from.
struct DecodedLevel {
    private let bytes: [UInt8]
    /// Where byte `i` began in the original, and at index `bytes.count` where the original ends; nil while nothing was decoded.
    private let origins: [Int32]?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        origins = nil
    }

    private init(_ bytes: [UInt8], origins: [Int32]) {
        self.bytes = bytes
        self.origins = origins
    }

    private func original(_ range: Range<Int>) -> Range<Int> {
        guard let origins else { return range }
        return Int(origins[range.lowerBound])..<Int(origins[range.upperBound])
    }

    /// The text after every decoding that changes something.
    var decodedText: [UInt8] {
        var level = self
        for _ in 0..<Secrets.deepest {
            guard let next = level.decodedOnce() else { break }
            level = next
        }
        return level.bytes
    }

    /// Finds what is secret in this level; the ranges are those of the original.
    func appendSecrets(to found: inout [Range<Int>]) {
        var search = SecretSearch(bytes) { original($0..<$0 + 1).count }
        search.run()
        // Only the text as it came can be one URL as a whole; what is decoded is a mixture.
        if origins == nil { search.searchAsURL() }
        for range in search.found { found.append(original(range)) }
    }

    /// One more decoding of `%XX` and `\u00XX`; nil when there is nothing left to decode.
    func decodedOnce() -> DecodedLevel? {
        guard bytes.contains(UInt8(ascii: "%")) || bytes.contains(UInt8(ascii: "\\")) else { return nil }
        var decoded: [UInt8] = []
        var places: [Int32] = []
        decoded.reserveCapacity(bytes.count)
        places.reserveCapacity(bytes.count + 1)
        var index = 0
        while index < bytes.count {
            let (byte, length) = decodedByte(at: index)
            decoded.append(byte)
            places.append(Int32(clamping: original(index..<index).lowerBound))
            index += length
        }
        guard decoded.count < bytes.count else { return nil }
        places.append(Int32(clamping: original(bytes.count..<bytes.count).lowerBound))
        return DecodedLevel(decoded, origins: places)
    }

    private func decodedByte(at index: Int) -> (byte: UInt8, length: Int) {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%"), let value = hexadecimal(at: index + 1) { return (value, 3) }
        if byte == UInt8(ascii: "\\"), index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
            hexadecimal(at: index + 2) == 0, let value = hexadecimal(at: index + 4), value < 0x80
        {
            return (value, 6)
        }
        return (byte, 1)
    }

    private func hexadecimal(at index: Int) -> UInt8? {
        guard index + 1 < bytes.count, let high = Self.digit(bytes[index]), let low = Self.digit(bytes[index + 1]) else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
