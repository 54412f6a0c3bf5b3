import Records
import TestSupport
import Testing

@testable import Store

@Suite("Records on their way to the program", .waits, .timeLimit(.minutes(30)))
struct OutboxTests {
    let folder = TemporaryFolder()

    @Test func `records that arrive one by one reach a busy program in few batches, and the sources need not wait`() async throws {
        let told = Told()
        let gate = Gate()
        let records = Records(journal: try SessionJournal.create(in: folder.file("s"))) { event in
            gate.pass()
            told.take(event)
        }
        records.accept(records: [Array("shop://0".utf8)], from: .paste)
        await gate.untilSomeoneWaits()
        try await onThread {
            for number in 1..<5000 { records.accept(records: [Array("shop://\(number)".utf8)], from: .paste) }
            records.outbox.waitForRoom()
        }
        gate.open()
        let events = await told.until { $0.recordCount == 5000 }
        #expect(events.isInOrder)
        #expect(events.batches.count <= 10)
        #expect(events.batches.allSatisfy { $0.facts.links.count == $0.count && $0.count <= RecordLimits.together })
    }

    @Test func `records of different sources stay in batches of their own`() async throws {
        let told = Told()
        let gate = Gate()
        let records = Records(journal: try SessionJournal.create(in: folder.file("s"))) { event in
            gate.pass()
            told.take(event)
        }
        records.accept(records: [Array("shop://0".utf8)], from: .paste)
        await gate.untilSomeoneWaits()
        for number in 0..<50 { records.accept(records: [Array("shop://\(number)".utf8)], from: number.isMultiple(of: 2) ? .paste : .typed) }
        gate.open()
        let events = await told.until { $0.recordCount == 51 }
        #expect(events.isInOrder)
        #expect(events.batches.map(\.source).suffix(50) == (0..<50).map { $0.isMultiple(of: 2) ? .paste : .typed })
    }
}
