import Bytes
import Testing

/// Tests the text that is decoded once, and the way back to what was written.
@Suite("Decoded text") struct DecodedTextTests {
    /// Writes the text with each `%41` as an escape for `A`.
    private func decoded(_ text: String) -> DecodedText {
        var decoded = DecodedText()
        write(text, to: &decoded)
        return decoded
    }

    private func write(_ text: String, to decoded: inout DecodedText) {
        let bytes = Array(text.utf8)
        decoded.write(atMost: bytes.count) { writer in
            var place = 0
            while place < bytes.count {
                if bytes[place...].starts(with: "%41".utf8) {
                    writer.putEscape(UInt8(ascii: "A"))
                    place += 3
                } else {
                    writer.put(bytes[place])
                    place += 1
                }
            }
        }
    }

    @Test("bytes, text and places of a part")
    func parts() {
        let decoded = decoded("a%41b%41%41c")
        #expect(decoded.count == 6)
        #expect(decoded.string(0..<6) == "aAbAAc")
        #expect(decoded.bytes(1..<3) == Array("Ab".utf8))
        #expect(decoded.source(of: 0..<6) == 0..<12)
        #expect(decoded.source(of: 1..<2) == 1..<4)
        #expect(decoded.source(of: 2..<4) == 4..<8)
        #expect(decoded.source(of: 6..<6) == 12..<12)
    }

    @Test("the decoded index of each place, also within an escape")
    func indices() {
        let decoded = decoded("a%41b%41%41c")
        let indices = (0...12).map { decoded.decoded($0..<$0).lowerBound }
        #expect(indices == [0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 5, 5, 6])
    }

    @Test("memory that is used again shows nothing of the text before")
    func reuse() {
        var decoded = decoded("a long text with %41 an escape")
        let copy = decoded
        decoded.removeAll(keeping: 1 << 10)
        #expect(decoded.count == 0)
        write("x%41", to: &decoded)
        #expect(decoded.string(0..<2) == "xA")
        #expect(decoded.source(of: 0..<2) == 0..<4)
        #expect(copy.string(0..<copy.count) == "a long text with A an escape")
    }

    @Test func isUTF8() {
        var decoded = DecodedText()
        decoded.write(atMost: 4) { writer in for byte in [0x61, 0xC3, 0xA9, 0xFF] as [UInt8] { writer.putEscape(byte) } }
        #expect(decoded.isUTF8(0..<3))
        #expect(!decoded.isUTF8(0..<4))
        #expect(!decoded.isUTF8(0..<2))
    }
}
