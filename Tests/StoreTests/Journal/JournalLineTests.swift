import Records
import TestSupport
import Testing

@testable import Store

@Suite("A line of the journal", .waits)
struct JournalLineTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400_001, "2000-02-29T00:00:00.001Z"), (1_763_686_807_123, "2025-11-21T01:00:07.123Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `has its time as it is read back`(milliseconds: Int64, text: String) {
        #expect(Timestamp.string(milliseconds) == text)
        #expect(Timestamp.milliseconds(Array(text.utf8)) == milliseconds)
    }

    @Test func `a time that is none is clamped when written`() {
        #expect(Timestamp.text(.max) == Array("9999-12-31T23:59:59.999Z".utf8))
        #expect(Timestamp.text(.min) == Array("0000-01-01T00:00:00.000Z".utf8))
    }

    @Test(arguments: RecordSource.allCases, [false, true])
    func `names every source`(source: RecordSource, isCut: Bool) throws {
        let header = JournalLine.header(time: 5, source: source, isCut: isCut)
        let parsed = try #require(JournalLine.parse((header + Array("a b".utf8))[...]))
        #expect(parsed.time == 5)
        #expect(parsed.line == .record(source: source, isCut: isCut, content: header.count..<(header.count + 3)))
    }

    @Test(arguments: ["/tmp/links.txt", "/tmp/a \"quoted\\ one\"\n\t\u{1}\u{7F}", "/tmp/é/日本"])
    func `a reference to a file comes back as it was`(path: String) {
        let reference = FileReference(path: path, size: 301, inode: .max, offset: 7, end: .max, records: 4096)
        #expect(!reference.json.contains(10))
        #expect(FileReference(json: reference.json[...]) == reference)
    }

    @Test func `a reference is read as earlier versions wrote it`() {
        let text = #"{"path":"/tmp/a \"b\" \\ \u000a\u001f é","size":301,"inode":18446744073709551615,"offset":7,"end":9,"records":2}"#
        let reference = FileReference(path: "/tmp/a \"b\" \\ \n\u{1F} é", size: 301, inode: .max, offset: 7, end: 9, records: 2)
        #expect(FileReference(json: Array(text.utf8)[...]) == reference)
    }

    @Test func `a damaged reference is none, and never a trap`() {
        let whole = FileReference(path: "/a\\\"\u{1}b", size: 9, inode: 8, offset: 7, end: 100, records: 3).json
        for length in 0..<whole.count { #expect(FileReference(json: whole[..<length]) == nil) }
        var random = SeededRandom(seed: 1)
        for _ in 0..<5000 {
            var damaged = whole
            damaged[Int.random(in: 0..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = FileReference(json: damaged[...])
            _ = JournalLine.parse(damaged[...])
        }
        for text in [
            #"{"path":"/a","size":1,"inode":1,"offset":9,"end":8,"records":0}"#,
            #"{"path":"/a","size":1,"inode":1,"offset":0,"end":99999999,"records":5097}"#,
            #"{"path":"/a","size":99999999999999999999,"inode":1,"offset":0,"end":8,"records":1}"#,
        ] { #expect(FileReference(json: Array(text.utf8)[...]) == nil) }
    }
}
