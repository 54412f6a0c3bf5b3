import Bytes

/// A text after some number of decodings, with the original position of each byte.
struct DecodedLevel {
    let bytes: [UInt8]
    /// The original position of each byte and, as the last element, the end of the original text. Nil if nothing was decoded.
    private let origins: [Int32]?
    /// The number of decodings so far.
    private let depth: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        origins = nil
        depth = 0
    }

    private init(_ bytes: [UInt8], origins: [Int32], depth: Int) {
        self.bytes = bytes
        self.origins = origins
        self.depth = depth
    }

    func original(_ range: Range<Int>) -> Range<Int> {
        guard let origins else { return range }
        return Int(origins[range.lowerBound])..<Int(origins[range.upperBound])
    }

    private func start(of index: Int) -> Int32 { origins?[index] ?? Int32(clamping: index) }

    /// The text after all escapes are decoded, at every level.
    var decodedText: [UInt8] { decodedFully()?.bytes ?? bytes }

    /// Appends the secrets found at this level, as ranges of the original text.
    func appendSecrets(to found: inout [Range<Int>]) {
        var search = SecretSearch(bytes) { original($0..<$0 + 1).count }
        search.run()
        // Only the original text can be a single URL. Decoded text mixes several levels.
        if depth == 0 { search.searchAsURL() }
        for range in search.found { found.append(original(range)) }
    }

    /// Returns this level without zero-width characters, or nil if it has none.
    func withoutZeroWidth() -> DecodedLevel? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var kept: [UInt8] = []
        var places: [Int32] = []
        var recent: UInt32 = 0
        for index in bytes.indices {
            kept.append(bytes[index])
            places.append(start(of: index))
            ZeroWidth.add(bytes[index], to: &recent)
            guard bytes[index] >= 0x80 else { continue }
            let length = ZeroWidth.length(endingWith: recent)
            guard length > 0 else { continue }
            kept.removeLast(length)
            places.removeLast(length)
            recent = 0
        }
        guard kept.count < bytes.count else { return nil }
        places.append(start(of: bytes.count))
        return DecodedLevel(kept, origins: places, depth: depth)
    }

    /// Returns the next level: one more decoding or, after `Secrets.deepest` decodings, all remaining decodings at once. Returns nil if
    /// nothing is left to decode.
    func next() -> DecodedLevel? {
        depth < Secrets.deepest ? decodedOnce() : decodedFully()
    }

    /// Decodes `%XX` and `\u00XX` once.
    private func decodedOnce() -> DecodedLevel? {
        guard mayBeDecoded else { return nil }
        var decoded: [UInt8] = []
        var places: [Int32] = []
        decoded.reserveCapacity(bytes.count)
        places.reserveCapacity(bytes.count + 1)
        var index = 0
        while index < bytes.count {
            let escape = Self.escape(in: bytes, at: index)
            decoded.append(escape?.byte ?? bytes[index])
            places.append(start(of: index))
            index += escape?.length ?? 1
        }
        guard decoded.count < bytes.count else { return nil }
        places.append(start(of: bytes.count))
        return DecodedLevel(decoded, origins: places, depth: depth + 1)
    }

    /// Applies all remaining decodings in one pass. A decoded byte may complete another escape:
    ///
    ///    %252541 ► % ► %25 = % ► %2 ► %25 = % ► %4 ► %41 = A
    private func decodedFully() -> DecodedLevel? {
        guard mayBeDecoded else { return nil }
        var decoded: [UInt8] = []
        var places: [Int32] = []
        for index in bytes.indices {
            decoded.append(bytes[index])
            places.append(start(of: index))
            while let escape = Self.escape(endingIn: decoded) {
                decoded.removeLast(escape.length)
                places.removeLast(escape.length - 1)
                decoded.append(escape.byte)
            }
        }
        guard decoded.count < bytes.count else { return nil }
        places.append(start(of: bytes.count))
        return DecodedLevel(decoded, origins: places, depth: depth + 1)
    }

    private var mayBeDecoded: Bool { bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") } }

    private static func escape(endingIn bytes: [UInt8]) -> (byte: UInt8, length: Int)? {
        guard let last = bytes.last, ByteClass.hexadecimal(last) != nil, bytes.count >= 3 else { return nil }
        if let escape = escape(in: bytes, at: bytes.count - 3) { return escape }
        return bytes.count >= 6 ? escape(in: bytes, at: bytes.count - 6).flatMap { $0.length == 6 ? $0 : nil } : nil
    }

    private static func escape(in bytes: [UInt8], at index: Int) -> (byte: UInt8, length: Int)? {
        if let byte = PercentCoding.escape(in: bytes.span, at: index, end: bytes.count) { return (byte, 3) }
        guard index + 5 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
            bytes[index + 2] == UInt8(ascii: "0"), bytes[index + 3] == UInt8(ascii: "0"),
            let high = ByteClass.hexadecimal(bytes[index + 4]),
            let low = ByteClass.hexadecimal(bytes[index + 5]), high < 8
        else { return nil }
        return (high << 4 | low, 6)
    }
}
