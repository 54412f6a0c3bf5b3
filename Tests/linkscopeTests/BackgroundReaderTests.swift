import Inspector
import Records
import Store
import Tasks
import TestSupport
import Testing

@testable import linkscope

@Suite("Reading records in the background", .waits, .timeLimit(.minutes(30)))
struct BackgroundReaderTests {
    private let records = Records(journal: nil)

    private static let long = "shop://p?x=\(String(repeating: "a", count: LoadedRecord.mostParsedAtOnce))"

    @Test("every needed record is in the answer: parsed, too long to be parsed at once, or unreadable")
    func load() async {
        records.accept(records: [Array("shop://1\n\(Self.long)\n".utf8)], from: .paste)
        let reader = BackgroundReader(records, RecordReader())
        let needed = Set([0, 1, 7].map { RecordID(index: $0) })
        guard case .loaded(let loaded)? = await reader.load(needed).settled().value ?? nil else { return #expect(Bool(false)) }
        var texts: [UInt32: String] = [:]
        for loaded in loaded {
            switch loaded {
            case .read(let read): texts[read.record.id.index] = "read"
            case .long(let record): texts[record.id.index] = "long"
            case .givenUp(let id): texts[id.index] = "given up"
            case .unreadable(let id, let reason): texts[id.index] = reason
            }
        }
        #expect(loaded.count == 3 && texts == [0: "read", 1: "long", 7: "record 8 does not exist"])
    }

    @Test("of many long records, the last ones are parsed, and the requests of the others end too")
    func long() async {
        let reader = BackgroundReader(records, RecordReader())
        let long = (0..<100).map { index in
            StoredRecord(id: RecordID(index: UInt32(index)), bytes: Array(Self.long.utf8), arrivedAt: 0, source: .paste, isCut: false)
        }
        let answers = long.map { reader.parse($0) }
        var parsed: Set<RecordID> = []
        var ended: Set<RecordID> = []
        for answer in answers {
            guard case .loaded(let loaded)? = await answer.settled().value ?? nil else { continue }
            switch loaded.first {
            case .read(let read)?: parsed.insert(read.record.id)
            case .givenUp(let id)?: ended.insert(id)
            case .long?, .unreadable?, nil: break
            }
        }
        #expect(parsed.union(ended) == Set(long.map(\.id)) && parsed.isDisjoint(with: ended))
        #expect(parsed.isSuperset(of: long.suffix(32).map(\.id)))
    }
}
