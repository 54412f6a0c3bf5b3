import AppLinks
import Inspector
import Panes
import Records
import Screen
import Store
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import linkscope

@MainActor @Suite("Searching for rows on two threads", .waits, .timeLimit(.minutes(30)))
struct RowSearcherTests {
    /// A state with 100,000 events, and the search that typing a filter starts.
    private func search() throws -> (State, FilterScan) {
        var state = State(device: try #require(Library.devices.first), profiles: Library.devices, samples: [])
        let kinds = [RecordKind](repeating: .event, count: 100_000)
        var effects = state.update(.resized(Size(columns: 120, rows: 40)), now: 0)
        effects += state.update(.arrived(RecordBatch(first: RecordID(index: 0), RecordFacts(kinds: kinds), source: .file)), now: 0)
        effects += state.update(.key("/"), now: 0) + state.update(.key("7"), now: 0)
        let scans = effects.compactMap { if case .search(let scan) = $0 { scan } else { nil } }
        let scan = try #require(scans.last)
        return (state, scan)
    }

    /// A store whose records are their numbers.
    private nonisolated struct Numbers: RecordStore {
        let count = 100_000

        func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord {
            StoredRecord(id: id, bytes: Array("\(id.index)".utf8), arrivedAt: 0, source: .file, isCut: false)
        }

        func records(_ ids: [RecordID]) -> [RecordID: StoredRecord] { [:] }
    }

    /// What a searcher posts.
    private nonisolated final class Posted: Sendable {
        private let found = Mutex<[FilterScan.Found]>([])
        private let end = Promise<Void>()

        func take(_ message: Message) {
            guard case .found(let part) = message else { return }
            found.withLock { $0.append(part) }
            if part.isLast { end.trySet(()) }
        }

        func all() async -> [FilterScan.Found] {
            _ = await end.future.settled()
            return found.withLock { $0 }
        }
    }

    @Test("the parts are posted in the order of the rows, and the last one ends the search")
    func order() async throws {
        var (state, scan) = try search()
        let posted = Posted()
        RowSearcher(Numbers(), RecordReader()) { posted.take($0) }.run(scan)
        let found = await posted.all()
        #expect(found.count == scan.parts.count && found.count > 4 && found.last?.eventsSearched == 100_000)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.eventsSearched < $1.eventsSearched && !$0.isLast })
        for part in found { _ = state.update(.found(part), now: 0) }
        #expect(state.lists.eventCursor.count == (0..<100_000).count { "\($0)".contains("7") })
    }

    @Test("a search that another one follows at once leaves no gap in its results")
    func replaced() async throws {
        let (_, scan) = try search()
        let posted = Posted()
        let searcher = RowSearcher(Numbers(), RecordReader()) { posted.take($0) }
        for _ in 0..<5 { searcher.run(scan) }
        // Parts of the earlier searches may come first. Each search begins at the first row.
        let all = await posted.all().map(\.eventsSearched)
        #expect(Array(all.suffix(scan.parts.count)) == scan.parts.map { scan.search($0, Numbers(), RecordReader()).eventsSearched })
    }
}
