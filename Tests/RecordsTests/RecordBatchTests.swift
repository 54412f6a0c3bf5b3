import Testing

@testable import Records

@Suite("Batches that are joined")
struct RecordBatchTests {
    private func batch(_ first: UInt32, _ count: Int, _ source: RecordSource = .http, isReopened: Bool = false, isRead: Bool = true)
        -> RecordBatch
    {
        let reader = RecordReader()
        let read = (0..<count).map { place in
            let id = RecordID(index: first + UInt32(place))
            return reader.read(
                StoredRecord(id: id, bytes: Array("{\"event\":\"\(id.index)\"}".utf8), arrivedAt: 0, source: source, isCut: false))
        }
        return RecordBatch(
            first: RecordID(index: first), RecordFacts(kinds: Array(repeating: .event, count: count)), source: source,
            read: isRead ? read : [], isReopened: isReopened)
    }

    /// Returns the first batch with the second one joined; nil if they are not joined, which must not change the first one.
    private func joined(_ first: RecordBatch, _ second: RecordBatch, atMost most: Int = 100) -> RecordBatch? {
        var result = first
        let isJoined = result.join(second, atMost: most)
        if !isJoined { #expect(result.count == first.count && result.read == first.read) }
        return isJoined ? result : nil
    }

    @Test func `a batch takes the one that continues it`() throws {
        let batch = try #require(joined(batch(5, 2), batch(7, 3), atMost: 5))
        #expect(batch.first.index == 5 && batch.count == 5)
        #expect(batch.read.map(\.record.id.index) == [5, 6, 7, 8, 9])
    }

    @Test func `the events of a joined batch keep their records`() throws {
        var (one, other) = (batch(5, 1), batch(7, 2))
        one.facts.add(Array(#"{"event":"a","linkNumber":3}"#.utf8)[...], .event, link: nil, offset: 0)
        other.facts.add(Array(#"{"event":"b","linkNumber":4}"#.utf8)[...], .event, link: nil, offset: 0)
        let batch = try #require(joined(one, other))
        #expect(batch.facts.mentions.map(\.index) == [1, 4] && batch.facts.mentions.map(\.link.number) == [3, 4])
    }

    @Test func `a batch does not take another that leaves a gap, has another source, was reopened, or is too large`() {
        for other in [batch(8, 1), batch(6, 1), batch(7, 1, .send), batch(7, 1, isReopened: true), batch(7, 9)] {
            #expect(joined(batch(5, 2), other, atMost: 10)?.count == nil)
        }
    }

    @Test func `the content of the records is kept for all of them or for none`() {
        #expect(joined(batch(0, 2, isRead: false), batch(2, 2))?.read == [])
        #expect(joined(batch(0, 2), batch(2, 2, isRead: false))?.read == [])
        #expect(joined(batch(0, 60), batch(60, 4))?.read.count == 64)
        #expect(joined(batch(0, 60), batch(60, 5))?.read == [])
    }
}
