import Dispatch
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The list of sessions, and replays", .waits, .timeLimit(.minutes(30)))
struct SessionsTests {
    private let folder = TemporaryFolder()
    private var sessions: String { folder.file("state/linkscope/sessions") }

    private func session(_ text: String) throws -> Records {
        let records = Records(try SessionJournal.create(in: sessions), told: Told())
        records.accept(records: [Array(text.utf8)], from: .paste)
        return records
    }

    @Test("sessions have their first record; the own one and used ones are marked; empty ones are left out")
    func list() throws {
        let old = try session("shop://old")
        old.close()
        let own = try session("shop://own")
        let other = try session("shop://other\nshop://more")
        _ = try SessionJournal.create(in: sessions)
        let all = Sessions.all(in: sessions, current: own.journalPath)
        let found = Dictionary(uniqueKeysWithValues: all.map { (String(decoding: $0.first, as: UTF8.self), $0.use) })
        #expect(found == ["shop://old": .free, "shop://own": .current, "shop://other": .other])
        withExtendedLifetime(other) {}
    }

    @Test("a session that was opened is the last one, also if nothing was added to it")
    func opened() throws {
        let paths = try ["shop://old", "shop://new"].map { text in
            let records = try session(text)
            defer { records.close() }
            return try #require(records.journalPath)
        }
        for (age, path) in zip([200.0, 100], paths) {
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        #expect(Sessions.all(in: sessions, current: nil).map(\.path) == paths.reversed())
        try Sessions.open(paths[0]).release()
        #expect(Sessions.all(in: sessions, current: nil).map(\.path) == paths)
    }

    @Test("a session gets a name, also while it runs; only clean characters are used; --continue still finds it")
    func name() throws {
        let own = try session("shop://own")
        let path = try #require(own.journalPath)
        #expect(throws: Sessions.Problem.inUse) { try Sessions.rename(path, to: "x") }
        #expect(throws: Sessions.Problem.emptyName) { try own.rename(to: " /../ ") }
        try own.rename(to: "../Check out: é 2/")
        #expect(Sessions.all(in: sessions, current: own.journalPath).map(\.name) == ["Check-out-é-2"])
        own.accept(records: [Array("shop://more".utf8)], from: .paste)
        own.close()
        let named = try #require(Sessions.all(in: sessions, current: nil).first)
        try Sessions.rename(named.path, to: "beta")
        let records = Records(try SessionJournal.continueNewest(in: sessions), told: Told())
        #expect(try records.reopen().records == 2)
    }

    @Test("a used session cannot be deleted or opened, a free one can")
    func delete() throws {
        let own = try session("shop://own")
        let path = try #require(own.journalPath)
        #expect(throws: Sessions.Problem.inUse) { try Sessions.delete(path) }
        #expect(throws: Sessions.Problem.inUse) { try Sessions.open(path) }
        own.close()
        try Sessions.open(path).release()
        try Sessions.delete(path)
        #expect(Sessions.all(in: sessions, current: nil).isEmpty)
        #expect(throws: Sessions.Problem.self) { try Sessions.delete(path) }
    }

    @Test("a session that another process lists at that moment is not taken for a used one")
    func listed() throws {
        let own = try session("shop://own")
        let path = try #require(own.journalPath)
        own.close()
        let file = try OpenFile.open(path, O_RDONLY)
        let (isListing, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let goesOn = Atomic(true)
        Thread.detachNewThread {
            repeat {
                _ = Sessions.isUsed(file)
                isListing.signal()
            } while goesOn.load(ordering: .relaxed)
            isOver.signal()
        }
        defer {
            goesOn.store(false, ordering: .relaxed)
            isOver.wait()
        }
        isListing.wait()
        for _ in 0..<50 { try SessionJournal.continueNewest(in: sessions).release() }
        try Sessions.delete(path)
    }

    @Test("a session is found by its name as it was typed or as it is kept, and by the beginning of its ID if no other begins so")
    func found() throws {
        for name in ["checkout", "Check out 2"] {
            let own = try session("shop://own")
            try own.rename(to: name)
            own.close()
        }
        let path = { (word: String) in Sessions.path(of: word, in: sessions) }
        #expect(path("checkout")?.hasSuffix("_checkout.journal") == true)
        #expect(path("Check out 2")?.hasSuffix("_Check-out-2.journal") == true && path("Check-out-2") == path("Check out 2"))
        let unnamed = sessions + "/2020-01-02T03-04-05.678Z-4711.journal"
        try Data("2020-01-02T03:04:05.678Z paste shop://old\n".utf8).write(to: URL(filePath: unnamed))
        for word in ["2020", "2020-01-02T03-04-05.678Z-4711", "2020-01-02T03-04-05.678Z-4711.journal"] { #expect(path(word) == unnamed) }
        #expect(path("2") == nil && path("") == nil && path("chec") == nil)
        #expect(Sessions.names(in: sessions).sorted() == ["Check-out-2", "checkout"])
    }

    // MARK: Replaying

    private func journal(_ milliseconds: [Int]) throws -> String {
        let path = folder.file("replayed.journal")
        var text = ""
        for (index, time) in milliseconds.enumerated() {
            text += "2026-11-21T01:00:0\(time / 1000).\(String(1000 + time % 1000).dropFirst())Z paste shop://p/\(index)\n"
        }
        text += "2026-11-21T01:00:0\((milliseconds.last ?? 0) / 1000).999Z act {\"act\":\"undo\"}\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("a replay keeps the pauses, divided by its speed, and the times of the records")
    func replay() async throws {
        let told = Told()
        let records = Records(nil, told: told)
        let source = try ReplaySource(path: journal([0, 0, 2000]), speed: 10, records: records)
        let start = ContinuousClock.now
        source.start()
        let events = await told.until { $0.states.contains(.ended) }
        let took = ContinuousClock.now - start
        #expect(took > .milliseconds(290) && took < .seconds(20), "2.999 s, ten times as fast")
        #expect(events.batches.map(\.count) == [2, 1] && events.acts.count == 1 && events.isInOrder)
        #expect(try records.record(RecordID(index: 2)).arrivedAt == 1_795_222_802_000)
        #expect(try records.record(RecordID(index: 2)).bytes == Array("shop://p/2".utf8))
    }

    @Test("a held replay waits, and goes on where it was")
    func hold() async throws {
        let told = Told()
        let records = Records(nil, told: told)
        let source = try ReplaySource(path: journal([0, 200, 9000]), records: records)
        source.hold(true)
        source.start()
        // The replay has begun, and something else arrives before its first record.
        _ = await told.until { !$0.states.isEmpty }
        records.accept(records: [Array("shop://pasted".utf8)], from: .paste)
        _ = await told.until { $0.recordCount == 1 }
        source.hold(false)
        let events = await told.until { $0.recordCount == 3 }
        #expect(events.recordCount == 3)
        #expect(try records.record(RecordID(index: 0)).bytes == Array("shop://pasted".utf8))
        source.cancel()
    }

    @Test("the acts of a replay come with the numbers that their records have in this session")
    func numbers() async throws {
        let told = Told()
        let records = Records(nil, told: told)
        records.accept(records: [Array("shop://pasted".utf8)], from: .paste)
        let source = try ReplaySource(path: journal([0, 0]), speed: .infinity, records: records)
        source.start()
        let events = await told.until { $0.states.contains(.ended) }
        #expect(events.numbers.map { $0[RecordID(index: 1)] } == [RecordID(index: 2)])
        #expect(try records.text(2) == "shop://p/1")
    }

    @Test("records that arrive during a replay are numbered and reported in order with those of the replay")
    func others() async throws {
        let told = Told()
        let records = Records(nil, told: told)
        // Enough for several batches.
        let size = Effort.size(RecordLimits.together * 2 + 1, long: 20_000)
        let source = try ReplaySource(path: journal([Int](repeating: 0, count: size)), speed: .infinity, records: records)
        source.start()
        var count = 0
        while !told.now.states.contains(.ended) {
            records.accept(records: [Array("shop://other".utf8)], from: .typed)
            count += 1
            await Task.yield()
        }
        let total = size + count
        let events = await told.until { $0.recordCount == total }
        #expect(events.isInOrder)
        let replayed = events.batches.filter(\.isReopened)
        #expect(replayed.reduce(0) { $0 + $1.count } == size)
        let texts = try replayed.flatMap { batch in try (0..<batch.count).map { try records.text(Int(batch.first.index) + $0) } }
        #expect(texts == (0..<size).map { "shop://p/\($0)" })
    }

    @Test("a file that is no journal is refused")
    func refused() throws {
        let path = folder.file("links.txt")
        try Data("shop://p\n".utf8).write(to: URL(filePath: path))
        let records = Records(journal: nil)
        #expect(throws: JournalError.notAJournal(path: path)) { try ReplaySource(path: path, records: records) }
        #expect(throws: JournalError.self) { try ReplaySource(path: folder.file("missing"), records: records) }
    }
}
