import Bytes
import Testing

@testable import Bytes

/// Compares each table with the rule for it, one byte after another.
@Suite("The byte tables") struct ByteTableTests {
    private static let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

    @Test("after the authority, RFC 3986 allows unreserved characters, sub-delimiters, colons, at signs and slashes")
    func rest() {
        let allowed = Self.unreserved.union("!$&'()*+,;=:@/".utf8)
        for byte in UInt8.min...UInt8.max {
            let expected = "%?#&=+;".utf8.contains(byte) ? byte : UInt8(ascii: allowed.contains(byte) ? "." : "x")
            #expect(ByteTable.rest(byte) == expected, "\(byte)")
        }
    }

    @Test("hex digits have the same values as in Swift; any other byte has a value of 16 or more")
    func hex() {
        for byte in UInt8.min...UInt8.max {
            let digit = UInt8(String(Unicode.Scalar(byte)), radix: 16)
            #expect(digit.map { ByteTable.hex(byte) == $0 } ?? (ByteTable.hex(byte) >= 16), "\(byte)")
        }
    }

    @Test("each decoded byte has its kinds")
    func kinds() {
        for byte in UInt8.min...UInt8.max {
            let expected: EscapeKinds =
                switch byte {
                // Continuation bytes, and the lead bytes of U+00C0 to U+02FF and of most Han and Hangul.
                case 0x80...0xC1, 0xC3...0xCB, 0xE4...0xE9, 0xEB...0xEC: .beyondASCII
                case 0x80...: [.beyondASCII, .rare]
                case ..<0x20, 0x7F: .control
                case UInt8(ascii: "\\"): .backslash
                default: []
                }
            #expect(ByteTable.kinds(byte) == expected, "\(byte)")
        }
    }
}
