/// Reads UTF-8 strictly, one scalar at a time. Each invalid byte is returned separately.
///
/// Strictly means by the rules of RFC 3629: overlong forms, surrogates and values above U+10FFFF are invalid.
struct ScalarReader<Bytes: Collection> where Bytes.Element == UInt8 {
    enum Reading {
        case scalar(Unicode.Scalar)
        case invalid(UInt8)
    }

    private let bytes: Bytes
    private(set) var index: Bytes.Index
    /// The offset of the next byte in the source.
    private(set) var offset: Int

    init(_ bytes: Bytes, offset: Int = 0) {
        self.bytes = bytes
        index = bytes.startIndex
        self.offset = offset
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func next() -> Reading? {
        guard index != bytes.endIndex else { return nil }
        let lead = bytes[index]
        bytes.formIndex(after: &index)
        offset += 1
        if lead < 0x80 { return .scalar(Unicode.Scalar(lead)) }
        guard let length = UTF8Rules.length(lead: lead) else { return .invalid(lead) }
        var value = UTF8Rules.payload(lead: lead, length: length)
        var look = index
        for position in 1..<length {
            guard look != bytes.endIndex, UTF8Rules.accepts(bytes[look], at: position, after: lead) else { return .invalid(lead) }
            value = value << 6 | UInt32(bytes[look] & 0x3F)
            bytes.formIndex(after: &look)
        }
        guard let scalar = Unicode.Scalar(value) else { return .invalid(lead) }
        index = look
        offset += length - 1
        return .scalar(scalar)
    }
}

/// The rules for valid byte sequences of UTF-8, from table 3-7 of the Unicode Standard.
enum UTF8Rules {
    /// Returns the length of the sequence that a byte starts, 2 to 4. Returns nil if the byte cannot start such a sequence.
    static func length(lead: UInt8) -> Int? {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    static func payload(lead: UInt8, length: Int) -> UInt32 {
        UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    }

    static func accepts(_ byte: UInt8, at position: Int, after lead: UInt8) -> Bool {
        guard position == 1 else { return (0x80...0xBF).contains(byte) }
        switch lead {
        case 0xE0: return (0xA0...0xBF).contains(byte)
        case 0xED: return (0x80...0x9F).contains(byte)
        case 0xF0: return (0x90...0xBF).contains(byte)
        case 0xF4: return (0x80...0x8F).contains(byte)
        default: return (0x80...0xBF).contains(byte)
        }
    }
}
