import TestSupport
import Testing

@testable import Store

@Suite("Lines out of chunks", .waits)
struct LineBufferTests {
    /// Returns all lines of a text that arrives in chunks of this size. A truncated line ends in "…".
    private func lines(_ text: [UInt8], chunk: Int, limit: Int, capacity: Int = 4, isText: Bool = true) throws -> [String] {
        var buffer = LineBuffer(limit: limit, capacity: capacity, isText: isText)
        var lines: [String] = []
        var rest = text[...]
        func add(_ line: LineBuffer.Line) {
            #expect(buffer.offset(of: line) <= text.count)
            lines.append(String(decoding: buffer.bytes[line.range], as: UTF8.self) + (line.isCut ? "…" : ""))
        }
        while !rest.isEmpty {
            let count = try unsafe buffer.read { room in
                let some = rest.prefix(min(chunk, room.count))
                unsafe room.copyBytes(from: some)
                return some.count
            }
            rest = rest.dropFirst(count)
            while let line = buffer.nextLine() { add(line) }
        }
        if let line = buffer.takeRest() { add(line) }
        return lines
    }

    @Test(arguments: [
        ("a\nb\n", ["a", "b"]), ("a\r\nb", ["a", "b"]), ("\n\n", ["", ""]), ("", []), ("\r\n", [""]), ("a\rb\n", ["a\rb"]),
        ("12345678\n", ["12345678"]), ("12345678\r\n", ["12345678"]), ("123456789\nb", ["12345678…", "b"]),
        ("123456789\r\nb", ["12345678…", "b"]), ("123456789012345678901234567890\nb\n", ["12345678…", "b"]),
        ("123456789012345678901234567890", ["12345678…"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
    ])
    func `are the same whatever the chunks`(text: String, expected: [String]) throws {
        for chunk in 1...12 {
            #expect(try lines(Array(text.utf8), chunk: chunk, limit: 8) == expected)
        }
    }

    @Test func `are exact in a journal`() throws {
        #expect(try lines(Array("a\r\n\u{FEFF}b\n".utf8), chunk: 3, limit: 8, isText: false) == ["a\r", "\u{FEFF}b"])
    }

    @Test func `are those of a plain split, for any text`() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                UInt8([10, 97, 98, 0x20].randomElement(using: &random) ?? 10)
            }
            let plain = text.split(separator: 10, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
            let expected = plain.last == "" ? Array(plain.dropLast()) : plain
            #expect(try lines(text, chunk: Int.random(in: 1...50, using: &random), limit: 1000) == expected)
        }
    }
}
