import Inspector
import Records
import Tasks
import TestSupport
import Testing

@testable import linkscope

@Suite("Reading long records in the background", .waits, .timeLimit(.minutes(10)))
struct BackgroundReaderTests {
    @Test("of many requested records, the last one is read, and the requests of the others end too")
    func records() async {
        let reader = BackgroundReader()
        let records = (0..<50).map { index in
            StoredRecord(
                id: RecordID(index: UInt32(index)), bytes: Array("shop://p?x=\(String(repeating: "a", count: 10_000))".utf8), arrivedAt: 0,
                source: .paste, isCut: false)
        }
        let answers = records.map { reader.read($0) }
        var read: [RecordID] = []
        for answer in answers {
            let outcome = await answer.settled()
            #expect(outcome.error == nil)
            if case .recordRead(let record, .link)? = outcome.value ?? nil { read.append(record.id) }
        }
        #expect(read.last == records.last?.id)
    }
}
