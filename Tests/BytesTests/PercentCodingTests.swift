import Testing

@testable import Bytes

@Suite("Percent-encoding") struct PercentCodingTests {
    /// Encoded texts and what they decode to. A `%` without two hex digits after it is an ordinary character.
    private static let samples: [(encoded: String, decoded: [UInt8])] = [
        ("", []), ("plain", Array("plain".utf8)), ("a%20b", Array("a b".utf8)), ("%C3%a9", Array("é".utf8)), ("%2541", Array("%41".utf8)),
        ("%", Array("%".utf8)), ("%4", Array("%4".utf8)), ("%4g%g4", Array("%4g%g4".utf8)), ("%%41", Array("%A".utf8)),
        ("%FF", [0xFF]), ("+", Array("+".utf8)), ("%41%", Array("A%".utf8)),
    ]

    @Test("every way of decoding gives the same bytes", arguments: samples)
    func decoding(encoded: String, decoded: [UInt8]) {
        // The range lies within a text whose hex digits could complete an escape at the range's end.
        let bytes = Array(("%4" + encoded + "41").utf8)
        let range = 2..<bytes.count - 2
        let all = PercentCoding.decoded(bytes.span, range)
        #expect(all == decoded)
        let text = PercentCoding.decodedText(bytes.span, range)
        #expect(text == String(validating: decoded, as: UTF8.self))
        let length = PercentCoding.encodedLength(bytes.span, from: range.lowerBound, end: range.upperBound, decodedCount: decoded.count)
        #expect(length == range.count)
    }

    @Test("encoding keeps only unreserved characters, and decoding gives the bytes back")
    func roundTrip() {
        let all = Array(UInt8.min...UInt8.max)
        let encoded = PercentCoding.encoded(all)
        let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
        let expected = all.map { byte in
            kept.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        #expect(String(decoding: encoded, as: UTF8.self) == expected.joined())
        let decoded = PercentCoding.decoded(encoded.span, 0..<encoded.count)
        #expect(decoded == all)
    }

    @Test("an escape is found only where it is complete")
    func escapes() {
        let bytes = Array("a%41%4".utf8)
        let found = bytes.indices.map { PercentCoding.escape(in: bytes.span, at: $0, end: bytes.count) }
        #expect(found == [nil, 0x41, nil, nil, nil, nil])
        let cut = PercentCoding.escape(in: bytes.span, at: 1, end: 3)
        #expect(cut == nil)
        let areWellFormed = [0..<4, 0..<bytes.count].map { PercentCoding.isWellFormed(bytes.span, $0) }
        #expect(areWellFormed == [true, false])
    }
}
