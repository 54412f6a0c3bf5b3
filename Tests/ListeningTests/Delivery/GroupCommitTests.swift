import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Listening

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Posts that share a delivery", .waits, .timeLimit(.minutes(30)))
struct GroupCommitTests {
    /// A store whose deliveries wait until the test lets them go on.
    private final class Store: Sendable {
        struct State: Sendable {
            var batches: [[UInt8]] = []
            var senders: [PostSender] = []
            var failure: GroupCommit.Failure?
            var isOpen = false
        }

        let state = Mutex(State())
        let began = DispatchSemaphore(value: 0)
        let goesOn = DispatchSemaphore(value: 0)

        func store(_ lines: [UInt8], _ sender: PostSender) throws(GroupCommit.Failure) {
            let isOpen = state.withLock { state in
                state.batches.append(lines)
                state.senders.append(sender)
                return state.isOpen
            }
            began.signal()
            if !isOpen { goesOn.wait() }
            if let failure = state.withLock({ $0.failure }) { throw failure }
        }

        func open() { state.withLock { $0.isOpen = true } }
        func fail(_ reason: String?) { state.withLock { $0.failure = reason.map { GroupCommit.Failure($0) } } }
        var batches: [String] { state.withLock { $0.batches.map { String(decoding: $0, as: UTF8.self) } } }
    }

    private static func records(_ text: String, from sender: PostSender = .app) throws -> PostedRecords {
        try PostedRecords(Array(text.utf8), as: .text, from: sender)
    }

    private func commit(_ store: Store) -> GroupCommit {
        GroupCommit { lines, sender throws(GroupCommit.Failure) in try store.store(lines, sender) }
    }

    /// Delivers on a thread, and returns what became of it.
    private func deliver(_ text: String, from sender: PostSender = .app, _ commit: GroupCommit) async throws -> String {
        let records = try Self.records(text, from: sender)
        return try await onThread {
            do throws(GroupCommit.Failure) {
                try commit.deliver(records)
                return "stored"
            } catch {
                return error.reason
            }
        }
    }

    @Test func `a post alone is delivered at once`() async throws {
        let store = Store()
        store.open()
        let commit = commit(store)
        for number in 0..<5 { #expect(try await deliver("shop://\(number)", commit) == "stored") }
        #expect(store.batches == (0..<5).map { "shop://\($0)\n" })
    }

    @Test func `posts that come during a delivery share the next one, in their order`() async throws {
        let store = Store()
        let commit = commit(store)
        async let first = deliver("shop://first", commit)
        try await onThread { store.began.wait() }
        async let others = withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 { group.addTask { try await deliver("shop://\(number)", commit) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await onThread {
            commit.waitUntilWaiting(20)
            store.open()
            store.goesOn.signal()
        }
        #expect(try await first == "stored")
        #expect(try await others == Array(repeating: "stored", count: 20))
        #expect(store.batches.count == 2)
        #expect(Set(store.batches[1].split(separator: "\n")) == Set((0..<20).map { Substring("shop://\($0)") }))
    }

    @Test func `a failure reaches every post of its batch, and no other`() async throws {
        let store = Store()
        let commit = commit(store)
        async let first = deliver("shop://first", commit)
        try await onThread { store.began.wait() }
        async let second = deliver("shop://second", commit)
        async let third = deliver("shop://third", commit)
        try await onThread {
            commit.waitUntilWaiting(2)
            store.goesOn.signal()
            store.began.wait()
            store.fail("the disk is full")
            store.goesOn.signal()
        }
        #expect(try await first == "stored")
        #expect(try await second == "the disk is full")
        #expect(try await third == "the disk is full")
        store.fail(nil)
        store.open()
        #expect(try await deliver("shop://fourth", commit) == "stored")
    }

    @Test func `a batch has a largest size, and what does not fit is in the next one`() async throws {
        let store = Store()
        let commit = commit(store)
        async let first = deliver("shop://first", commit)
        try await onThread { store.began.wait() }
        let large = Array(repeating: "shop://" + String(repeating: "a", count: 999_993), count: 3).joined(separator: "\n")
        async let others = withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<5 { group.addTask { try await deliver(large, commit) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await onThread {
            commit.waitUntilWaiting(5)
            store.open()
            store.goesOn.signal()
        }
        #expect(try await first == "stored")
        #expect(try await others == Array(repeating: "stored", count: 5))
        #expect(store.batches.dropFirst().map(\.utf8.count) == [6_000_006, 6_000_006, 3_000_003])
    }

    @Test func `a batch has one sender`() async throws {
        let store = Store()
        let commit = commit(store)
        async let first = deliver("shop://first", commit)
        try await onThread { store.began.wait() }
        async let second = deliver("shop://second", from: .send, commit)
        try await onThread { commit.waitUntilWaiting(1) }
        async let third = deliver("shop://third", commit)
        try await onThread {
            commit.waitUntilWaiting(2)
            store.open()
            store.goesOn.signal()
        }
        #expect(try await [first, second, third] == ["stored", "stored", "stored"])
        #expect(store.batches == ["shop://first\n", "shop://second\n", "shop://third\n"])
        #expect(store.state.withLock { $0.senders } == [.app, .send, .app])
    }

    @Test func `many threads lose nothing`() async throws {
        let store = Store()
        store.open()
        let commit = commit(store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<16 {
                group.addTask {
                    try await onThread {
                        for number in 0..<500 { try commit.deliver(Self.records("shop://\(client)-\(number)")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let lines = store.batches.flatMap { $0.split(separator: "\n") }
        #expect(lines.count == 8000 && Set(lines).count == 8000)
        for client in 0..<16 {
            #expect(lines.filter { $0.hasPrefix("shop://\(client)-") } == (0..<500).map { "shop://\(client)-\($0)" })
        }
    }
}

extension GroupCommit {
    /// Returns when so many posts wait for a delivery to end.
    fileprivate func waitUntilWaiting(_ count: Int) {
        while waitingCount < count { sched_yield() }
    }
}
