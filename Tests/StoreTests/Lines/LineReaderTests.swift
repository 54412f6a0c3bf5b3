import TestSupport
import Testing

@testable import Store

@Suite("Lines that arrive together", .waits, .timeLimit(.minutes(30)))
struct LineReaderTests {
    private func texts(_ lines: [LineReader.Line]) -> [String] { lines.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test func `lines without a pause between them are one burst, and a line after a pause begins another`() async throws {
        let pipe = Pipe()
        var reader = LineReader(descriptor: pipe.readEnd.descriptor)
        pipe.write(Array("a\nb\n\nc".utf8))
        #expect(texts(reader.nextBurst()) == ["a", "b", ""])
        pipe.write(Array("d\n".utf8))
        #expect(texts(reader.nextBurst()) == ["cd"])
        async let written: Void = onThread { for line in ["1\n", "2\n", "3\n"] { pipe.write(Array(line.utf8)) } }
        var lines: [String] = []
        while lines.count < 3 { lines += texts(reader.nextBurst()) }
        try await written
        #expect(lines == ["1", "2", "3"])
    }

    @Test func `the last line needs no line end, and after the end there is no burst`() throws {
        var pipe: Pipe? = Pipe()
        let readEnd = try #require(pipe?.readEnd)
        var reader = LineReader(descriptor: readEnd.descriptor)
        pipe?.write(Array("a\nb".utf8))
        pipe = nil
        #expect(texts(reader.nextBurst()) == ["a", "b"])
        #expect(reader.nextBurst().isEmpty && reader.nextBurst().isEmpty)
    }

    @Test func `a descriptor that cannot be polled is not waited for with lines in hand`() {
        #expect(!LineReader(descriptor: 1_000_000).isReadable())
    }
}
