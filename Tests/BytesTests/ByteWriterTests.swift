import Testing

@testable import Bytes

@Suite("A byte writer") struct ByteWriterTests {
    @Test("pieces of every length are appended one after another, however small the writer begins")
    func pieces() {
        var writer = ByteWriter(capacity: 0)
        var expected: [UInt8] = []
        for count in 0...80 {
            let piece = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
            writer.append(piece.span)
            writer.append(piece.span.extracting(count / 3..<count))
            writer.append(UInt8(truncatingIfNeeded: count))
            expected += piece + piece[(count / 3)...] + [UInt8(truncatingIfNeeded: count)]
        }
        #expect(writer.bytes == expected)
    }

    @Test("literals, texts, numbers and repetitions")
    func others() {
        var writer = ByteWriter(capacity: 1)
        writer.append("{\"key\":")
        writer.append(string: "é→👍")
        writer.append(decimal: -7)
        writer.append(decimal: 1_234_567)
        writer.repeat(0..<7)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"key\":é→👍-71234567{\"key\":")
    }

    @Test("numbers of any length", arguments: [0, 9, 10, 99_999_999, 100_000_000, 123_456_789_012, Int.max, -1, Int.min])
    func numbers(number: Int) {
        var writer = ByteWriter(capacity: 0)
        writer.append(decimal: number)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
    }

    @Test("bytes are removed, and large memory is given back")
    func removing() {
        var writer = ByteWriter(capacity: 4)
        writer.append(Array(repeating: UInt8(ascii: "x"), count: 5000).span)
        writer.shrink(to: 100)
        #expect(writer.count == 5000)
        writer.removeAll()
        writer.append("xxx")
        writer.shrink(to: 100)
        writer.append("yz")
        #expect(writer.bytes == Array("xxxyz".utf8))
        writer.removeAll()
        #expect(writer.count == 0 && writer.bytes.isEmpty)
    }

    @Test("the inside of a JSON string is written up to the first character that needs more than a backslash", arguments: 0...40)
    func quoted(count: Int) {
        let plain = (0..<count).map { UInt8(ascii: $0 % 11 == 10 ? "\"" : $0 % 7 == 6 ? "\\" : "a") }
        let escaped = plain.flatMap { $0 == UInt8(ascii: "a") ? [$0] : [UInt8(ascii: "\\"), $0] }
        for special in [0x00, 0x1F, 0x7F, 0x80, 0xFF] as [UInt8] {
            var writer = ByteWriter(capacity: 0)
            let text = plain + [special, UInt8(ascii: "b")]
            let end = writer.appendQuoted(text.span, from: 0, to: text.count)
            #expect(end == count)
            #expect(writer.bytes == escaped)
        }
        var writer = ByteWriter(capacity: 0)
        let end = writer.appendQuoted(plain.span, from: 0, to: count)
        #expect(end == count && writer.bytes == escaped)
    }
}

@Suite("A byte view") struct ByteViewTests {
    @Test("a read outside the bytes gives zero")
    func outside() {
        let read = ByteView.with("abc") { bytes in [-1, 0, 2, 3, .max].map { bytes[$0] } }
        #expect(read == [0, 0x61, 0x63, 0, 0])
        let words = ByteView.with("abc") { bytes in [1, -100].map { bytes.word(at: $0) } }
        #expect(words == [0x6362, 0])
        let prefixes = ByteView.with("abc") { [$0.hasPrefix("bc", at: 1), $0.hasPrefix("bcd", at: 1), $0.hasPrefix("ab", at: 1)] }
        #expect(prefixes == [true, false, false])
    }

    @Test("a word has the eight bytes at a place, and zeros for the bytes outside", arguments: 0...20)
    func words(count: Int) {
        let bytes = (0..<count).map { UInt8($0 + 1) }
        for place in -10...count + 2 {
            let expected = (0..<8).reduce(UInt64(0)) { word, offset in
                let index = place + offset
                return word | UInt64(bytes.indices.contains(index) ? bytes[index] : 0) << UInt64(8 * offset)
            }
            let word = ByteView.with(bytes.span) { $0.word(at: place) }
            #expect(word == expected, "\(place)")
            let words = ByteView.with(bytes.span) { [$0.words(at: place).x, $0.words(at: place - 8).y] }
            #expect(words == [expected, expected], "\(place)")
        }
    }

    @Test("a range is divided at a sign, and the byte that differs from it only in its lowest bit is none", arguments: 0...40)
    func parts(count: Int) {
        let letters = Array("a//./bc/d.e/".utf8)
        let bytes = (0..<count).map { letters[$0 % letters.count] }
        for start in 0...min(count, 3) {
            var parts: [Range<Int>] = []
            ByteView.with(bytes.span) { $0.forEachPart(of: start..<count, separatedBy: UInt8(ascii: "/")) { parts.append($0) } }
            let expected = bytes[start...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(\.indices)
            #expect(parts == expected)
        }
    }

    @Test("texts are equal if all of their bytes are, at any length", arguments: 0...20)
    func equality(count: Int) {
        let bytes = (0..<count).map { UInt8($0) }
        func equals(_ other: [UInt8]) -> Bool { bytes.span.isEqual(to: other.span) }
        #expect(equals(bytes) && !equals(bytes + [0]))
        for place in 0..<count {
            var other = bytes
            other[place] ^= 0x80
            #expect(!equals(other))
        }
    }

    @Test("plain runs end at quotes, backslashes, control characters and characters beyond ASCII", arguments: 0...20)
    func plainRuns(count: Int) {
        for special in [0x00, 0x1F, 0x22, 0x5C, 0x80, 0xFF] as [UInt8] {
            let text = Array(repeating: UInt8(ascii: "~"), count: count) + [special] + Array(repeating: UInt8(ascii: "a"), count: 9)
            let runs = ByteView.with(text.span) { [$0.plainRun(from: 0), $0.plainRun(from: 0, stopsAtDelete: true)] }
            #expect(runs == [count, count])
        }
        let delete = Array(repeating: UInt8(ascii: "~"), count: count) + [0x7F, UInt8(ascii: "a")]
        let runs = ByteView.with(delete.span) { [$0.plainRun(from: 0), $0.plainRun(from: 0, stopsAtDelete: true)] }
        #expect(runs == [count + 2, count])
    }
}
