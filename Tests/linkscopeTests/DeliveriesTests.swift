import Inspector
import Panes
import Records
import Store
import Tasks
import TestSupport
import Testing

@testable import linkscope

@Suite("What the user delivers is stored in order, on a separate thread", .waits, .timeLimit(.minutes(30)))
struct DeliveriesTests {
    private let records = Records(journal: nil)

    @Test("pastes, records and arguments are stored in the order in which they came, and none is missing at the end")
    func order() async throws {
        let deliveries = Deliveries(records, isKept: false)
        for number in 0..<50 {
            _ = deliveries.accept(paste: Array("see shop://\(number)/a and shop://\(number)/b".utf8), from: .paste)
            _ = deliveries.accept(record: Array("shop://\(number)/c".utf8), from: .sample)
            _ = deliveries.accept(paste: Array("shop://\(number)/d\nshop://\(number)/e".utf8), from: .argument)
        }
        _ = await deliveries.stored().settled()
        let texts = try (0..<records.count).map { String(decoding: try records.record(RecordID(index: UInt32($0))).bytes, as: UTF8.self) }
        #expect(texts == (0..<50).flatMap { number in "abcde".map { "shop://\(number)/\($0)" } })
    }

    @Test("the caller does not wait for the store")
    func waiting() async {
        let gate = Promise<Void>()
        let records = Records(
            journal: nil,
            now: {
                gate.future.wait()
                return 0
            })
        let deliveries = Deliveries(records, isKept: false)
        let answer = deliveries.accept(paste: Array("shop://1".utf8), from: .paste)
        #expect(answer.outcome == nil && records.count == 0)
        gate.trySet(())
        _ = await answer.settled()
        #expect(records.count == 1)
    }

    @Test("a paste without records, and one that is not saved, are answered with a notice")
    func notices() async {
        let isKept = Deliveries(records, isKept: true)
        let empty = await isKept.accept(paste: Array(" \n".utf8), from: .paste).settled().value ?? nil
        guard case .pasted(bytes: 2, let notice?)? = empty else { return #expect(Bool(false), "\(String(describing: empty))") }
        #expect(notice == Notice(.plain, "The paste was empty."))
        let held = await isKept.accept(paste: Array("shop://1".utf8), from: .paste).settled().value ?? nil
        guard case .pasted(bytes: 8, let told?)? = held else { return #expect(Bool(false), "\(String(describing: held))") }
        #expect(told == Notice(.bad, "The record is shown but not saved: this session has no journal"))
        let silent = await Deliveries(records, isKept: false).accept(record: Array("shop://2".utf8), from: .typed).settled().value
        guard case .some(nil) = silent else { return #expect(Bool(false), "\(String(describing: silent))") }
    }
}
