import Foundation
import Testing

@testable import Bytes

@Suite("Base64") struct Base64Tests {
    @Test("encoding gives the same result as Foundation, and decoding gives the bytes back", arguments: 0...70)
    func roundTrip(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 251) }
        let encoded = Base64.encoded(bytes)
        #expect(encoded == Array(Data(bytes).base64EncodedString().utf8))
        #expect(Base64.decoded(encoded) == bytes)
    }

    @Test(
        "the base64 of data: links may have spaces, and no padding",
        arguments: [
            ("aGVsbG8=", "hello"), ("aGVsbG8", "hello"), (" aGV\r\nsb\tG8=\u{C}", "hello"), ("", ""), ("YQ==", "a"), ("YQ", "a"),
        ])
    func lenient(text: String, decoded: String) {
        #expect(Base64.decoded(Array(text.utf8)) == Array(decoded.utf8))
    }

    @Test("other text is not base64", arguments: ["a", "aGVsb", "aGV$bG8", "aGVsbG8==", "aGV=sbG8", "a\u{B}GVsbG8", "_-8=", "YQ==="])
    func refused(text: String) {
        #expect(Base64.decoded(Array(text.utf8)) == nil)
    }

    @Test("letters have the values of RFC 4648, in both alphabets")
    func values() {
        let standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        #expect(standard.utf8.map { Base64.value($0) } == (0..<64).map { $0 })
        #expect([Base64.value(UInt8(ascii: "-")), Base64.value(UInt8(ascii: "_"))] == [62, 63])
        #expect((UInt8.min...UInt8.max).count { Base64.value($0) != nil } == 66)
    }
}

@Suite("Readable text") struct ReadableTextTests {
    private func isReadable(_ bytes: [UInt8], isNarrow: Bool = false) -> Bool {
        var check = ReadableText(isNarrow: isNarrow)
        return bytes.allSatisfy { check.take($0) } && check.isComplete
    }

    @Test("text with tabs and line ends is readable, text with control characters is not")
    func controls() {
        #expect(isReadable(Array("one\ttwo\r\nthree é → 👍".utf8)))
        for byte in UInt8.min..<0x20 where ![0x09, 0x0A, 0x0D].contains(byte) { #expect(!isReadable([byte]), "\(byte)") }
        #expect(!isReadable([0x7F]))
    }

    @Test(
        "bytes that are not UTF-8 are not readable",
        arguments: [[0x80], [0xC3], [0xC3, 0x41], [0xF0, 0x9F, 0x91], [0xC0, 0x80], [0xFF]] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        #expect(!isReadable(bytes))
    }

    @Test(
        "a narrow check rejects the characters that random bytes have more often than texts",
        arguments: ["\u{80}", "\u{BF}", "\u{800}", "\u{FFF}", "\u{100000}"])
    func narrow(text: String) {
        #expect(isReadable(Array(text.utf8)) && !isReadable(Array(text.utf8), isNarrow: true))
        #expect(isReadable(Array("é→👍".utf8), isNarrow: true))
    }
}
