import Dispatch
import Inspector
import Records
import Screen
import Store
import Tasks
import TestSupport
import Testing

@testable import linkscope

@Suite("The mailbox of the inspector", .waits, .timeLimit(.minutes(30)))
struct MailboxTests {
    @Test("sources wait while 16 batches wait, go on as these are taken, and lose nothing")
    func full() async {
        let sources = Sources()
        let ends = sources.post(200, fromEachOf: 3)
        for taken in 0..<600 {
            while sources.posted - taken < min(16, 600 - taken) { await Task.yield() }
            // Each of the three sources may have taken the last place.
            #expect(sources.posted - taken < 16 + 3)
            #expect(sources.mailbox.next() != nil)
        }
        for end in ends { _ = await end.settled() }
        #expect(sources.mailbox.next() == nil)
    }

    @Test("sources that wait for room go on when they are woken, and when the mailbox is closed")
    func closedFull() async {
        let sources = Sources()
        let ends = sources.post(40, fromEachOf: 3)
        while sources.posted < 60 {
            sources.mailbox.wakeAll()
            await Task.yield()
        }
        sources.mailbox.close()
        for end in ends { _ = await end.settled() }
        #expect(sources.posted == 120 && sources.mailbox.next() == nil)
    }

    @Test("no wake-up is lost, and none comes before the last one was answered")
    func wakes() async {
        let sources = Sources()
        let (mailbox, wakes, isAwake) = (sources.mailbox, Counter(), DispatchSemaphore(value: 0))
        mailbox.connect {
            wakes.add()
            isAwake.signal()
        }
        let rounds = WorkerThread("taker").answer {
            var (taken, rounds) = (0, 0)
            while taken < 8000 {
                isAwake.wait()
                rounds += 1
                while mailbox.next() != nil { taken += 1 }
            }
            return rounds
        }
        let ends = sources.post(2000, fromEachOf: 3)
        for _ in 0..<1000 {
            mailbox.post(urgent: .rateMeasured)
            await Task.yield()
            mailbox.post(keys: ["q"])
        }
        #expect(await rounds.settled().value == wakes.count)
        for end in ends { _ = await end.settled() }
    }

    @Test("records that arrive one by one reach a busy main actor in few batches, and sources need not wait")
    func joined() async throws {
        let (home, mailbox) = (try Home(), Mailbox())
        let records = Records(journal: try SessionJournal.create(in: home.path + "/s"), outbox: mailbox)
        try await onThread {
            for number in 0..<5000 { records.accept(records: [Array("shop://\(number)".utf8)], from: .paste) }
            mailbox.waitForRoom()
        }
        let batches = batches(in: mailbox)
        #expect(batches.count <= 10 && batches.reduce(0) { $0 + $1.count } == 5000)
        #expect(zip(batches, batches.dropFirst()).allSatisfy { Int($0.first.index) + $0.count == Int($1.first.index) })
        #expect(batches.allSatisfy { $0.facts.links.count == $0.count && $0.count <= RecordLimits.together })
    }

    @Test("records of different sources stay in batches of their own, and nobody who adds records waits, however many batches wait")
    func separate() throws {
        let (home, mailbox) = (try Home(), Mailbox())
        let records = Records(journal: try SessionJournal.create(in: home.path + "/s"), outbox: mailbox)
        let sources = (0..<50).map { $0.isMultiple(of: 2) ? RecordSource.paste : .typed }
        for source in sources { records.accept(records: [Array("shop://1".utf8)], from: source) }
        #expect(batches(in: mailbox).map(\.source) == sources)
    }

    private func batches(in mailbox: Mailbox) -> [RecordBatch] {
        var batches: [RecordBatch] = []
        while let message = mailbox.next() {
            if case .arrived(let batch) = message { batches.append(batch) }
        }
        return batches
    }

    @Test("urgent messages come first, then keys, then batches; keys and batches can wait")
    func order() {
        let mailbox = Mailbox()
        mailbox.put(source: "s", .following)
        mailbox.put(source: "s", .ended)
        mailbox.post(keys: ["q", "r"])
        mailbox.post(urgent: .loaded([.givenUp(RecordID(index: 0))]))
        var order: [String] = []
        func take(withBatch: Bool = true, withKeys: Bool = true) {
            switch mailbox.next(withBatch: withBatch, withKeys: withKeys) {
            case .key(let key): order.append(key == "q" ? "q" : "r")
            case .source: order.append("batch")
            case nil: order.append("none")
            default: order.append("urgent")
            }
        }
        take(withKeys: false)
        take(withKeys: false)
        take(withBatch: false)
        take(withBatch: false)
        take(withBatch: false)
        take()
        take()
        #expect(order == ["urgent", "batch", "q", "r", "none", "batch", "none"])
    }

    @Test("no more keys are read while 64 KB of them wait, also if one of them is a long paste")
    func room() {
        let mailbox = Mailbox()
        mailbox.post(keys: Array(repeating: "q", count: 64 << 10 - 1))
        #expect(mailbox.hasRoomForKeys())
        mailbox.post(keys: ["\r"])
        #expect(!mailbox.hasRoomForKeys() && !mailbox.hasNewRoomForKeys())
        _ = mailbox.next(joinsText: true)
        #expect(mailbox.hasNewRoomForKeys() && !mailbox.hasNewRoomForKeys())
        #expect(mailbox.hasRoomForKeys() && !mailbox.hasKeys)
        mailbox.post(keys: [.paste(Array(repeating: 0x71, count: 1 << 20)), .control("c")])
        #expect(!mailbox.hasRoomForKeys() && mailbox.contains(.control("c")))
        _ = mailbox.next()
        #expect(mailbox.hasRoomForKeys() && mailbox.hasKeys)
    }

    @Test("what was taken is released, although others still wait")
    func released() {
        final class Batch {}
        var (batches, seen): (ArraySlice<Batch?>, [() -> Batch?]) = ([], [])
        for _ in 0..<20 {
            let batch = Batch()
            batches.append(batch)
            seen.append { [weak batch] in batch }
        }
        for _ in 0..<15 { #expect(batches.takeFirst() != nil) }
        #expect(seen.count { $0() != nil } == 5 && batches.count == 5)
        #expect(batches.startIndex < 10, "the places of those that were taken are kept")
    }

    @Test("while keys wait, the next message wakes the main actor again")
    func wake() {
        let mailbox = Mailbox()
        let wakes = Locked(0)
        mailbox.connect { wakes.withLock { $0 += 1 } }
        mailbox.post(keys: ["q"])
        #expect(mailbox.next(withKeys: false) == nil)
        mailbox.post(urgent: .rateMeasured)
        #expect(wakes.withLock { $0 } == 2)
    }
}

/// Threads that post to a mailbox as sources do.
private final class Sources: Sendable {
    let mailbox = Mailbox()
    private let counter = Counter()
    /// The number of events that were posted.
    var posted: Int { counter.count }

    /// Lets each of these threads post this many events.
    func post(_ count: Int, fromEachOf threads: Int) -> [Future<Void>] {
        (0..<threads).map { number in
            WorkerThread("source \(number)").answer { [self] in
                for _ in 0..<count {
                    mailbox.waitForRoom()
                    mailbox.put(source: "\(number)", .following)
                    counter.add()
                }
            }
        }
    }
}

private final class Counter: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
