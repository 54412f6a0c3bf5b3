import AppLinks
import Inspector
import Panes
import Records
import Screen
import Store
import Tasks
import TestSupport
import Testing

@testable import linkscope

/// The whole road of a record, from the paste to the screen, the device and the followers of the event stream: each record is read once, and
/// never comes back from the journal while its content is in hand.
@MainActor @Suite("A record is read once", .waits, .timeLimit(.minutes(30)))
struct OneReadingTests {
    private final class Readings: Sendable {
        let texts = Locked<[String]>([])
        /// The texts that were read, in order.
        var all: [String] { texts.withLock { $0 } }
    }

    /// An inspector without a terminal, whose readings and whose reads from the store are counted.
    @MainActor private struct Inspected {
        let session: InspectorSession
        let records: Records
        let store: CountingStore
        let readings = Readings()

        init() throws {
            let mailbox = Mailbox()
            // What this reader reads is marked, and names another host. Anything made from another reading is not.
            let reader = RecordReader { [readings] bytes, isCut in
                readings.texts.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                let marked = String(decoding: bytes, as: UTF8.self).replacing("//unread", with: "//marked")
                return RecordContent(Array(marked.utf8), isCut: isCut, entry: .inbound(sourceApplication: "marked"))
            }
            records = Records(journal: nil, outbox: mailbox, reader: reader)
            store = CountingStore(records: records)
            let state = State(device: try #require(Library.devices.first), profiles: Library.devices, samples: [])
            session = InspectorSession(
                state: state, records: records, store: store, pages: Library.pages, network: NetworkRules(),
                files: DeviceFiles(embedded: Library.devices), mailbox: mailbox, console: .ofProcess(), isKept: false)
            session.handle(.resized(Size(columns: 160, rows: 40)))
        }

        func press(_ keys: Key...) {
            for key in keys {
                session.handle(.key(key))
                session.takeAllBatches()
            }
        }

        /// The frame without runs of spaces.
        var words: String { session.state.frame().text.split(separator: " ").joined(separator: " ") }

        /// The lines that a follower of the event stream gets.
        var events: [String] {
            store.json(of: session.eventLines(from: 0, limit: 100).lines, records.reader).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static let link =
        "news://unread/1?al_applink_data=%7B%22version%22%3A%221.0%22%2C%22target_url%22%3A%22https%3A%2F%2Fnews.example.com%2F1%22%7D"

    @Test("a pasted link is read once for its row, its detail, its events, its delivery and its followers, and not from the journal")
    func link() throws {
        let it = try Inspected()
        it.press(.paste(Array(Self.link.utf8)))
        #expect(it.words.contains("→ Nieuws news://marked/1") && it.words.contains("open news://marked/1"))
        #expect(it.session.state.device.frontName != "Shop" && it.session.state.lists.events.count == 2)
        #expect(it.events.count == 2 && it.events.allSatisfy { $0.contains("news://marked/1") })
        #expect(it.events.contains { $0.contains(#""sourceApplication":"marked""#) })
        it.press("3", .up, "2", .down, .down, "y", .escape, "1", "z", "z")
        #expect(it.words.contains("from marked"))
        #expect(it.readings.all == [Self.link])
        #expect(it.store.reads == 0)
    }

    @Test("a pasted event is read once for its row, its detail, the link in it and its followers, and not from the journal")
    func event() throws {
        let it = try Inspected()
        let event = #"{"event":"opened","url":"shop://unread/1","ts":"2026-08-01T10:00:01.250Z"}"#
        it.press(.paste(Array(event.utf8)))
        #expect(it.words.contains("opened") && it.words.contains("open shop://marked/1"))
        #expect(it.events == [event])
        it.press("3", .up, "2", "y", .escape)
        #expect(it.readings.all == [event])
        #expect(it.store.reads == 0)
    }

    @Test("each of many links that come at once is read on its arrival, and once more when it comes into view")
    func many() throws {
        let it = try Inspected()
        let links = (0..<500).map { "shop://p/\($0)" }
        it.press(.paste(Array(links.joined(separator: "\n").utf8)))
        #expect(Array(it.readings.all.prefix(500)) == links)
        for _ in 0..<3 { it.press(.home, .pageDown, .pageUp, .down, .end, .up) }
        #expect(it.words.contains("→ Shop shop://p/499"))
        let seen = it.readings.all.dropFirst(500)
        #expect(Set(seen).count == seen.count && it.store.reads == seen.count && seen.count < 200)
    }
}

/// The records of a session. Counts how many of them are read.
private final class CountingStore: RecordStore {
    private let records: Records
    private let counter = Locked(0)
    var reads: Int { counter.withLock { $0 } }

    init(records: Records) { self.records = records }

    var count: Int { records.count }

    func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
        counter.withLock { $0 += 1 }
        return try records.record(id)
    }

    func records(_ ids: [RecordID]) -> [RecordID: StoredRecord] {
        counter.withLock { $0 += ids.count }
        return records.records(ids)
    }
}
