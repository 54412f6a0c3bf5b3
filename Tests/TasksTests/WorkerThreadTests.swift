import Foundation
import Testing

@testable import Tasks

@Suite("A worker thread", .timeLimit(.minutes(1))) struct WorkerThreadTests {
    @Test("jobs run one after another, in the order given")
    func order() throws {
        let thread = WorkerThread("order")
        let seen = Locked<[Int]>([])
        for number in 0..<100 { try thread.run { seen.withLock { $0.append(number) } } }
        thread.join()
        #expect(seen.withLock { $0 } == Array(0..<100))
    }

    @Test("join waits for a job that blocks")
    func joining() throws {
        let thread = WorkerThread("blocked")
        let (isReady, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isDone = Locked(false)
        try thread.run {
            isReady.signal()
            mayEnd.wait()
            isDone.withLock { $0 = true }
        }
        isReady.wait()
        mayEnd.signal()
        thread.join()
        #expect(isDone.withLock { $0 })
    }

    @Test("join returns at once where no job was ever given")
    func joiningNothing() {
        WorkerThread("nothing").join()
    }

    @Test("a job that comes within the patience runs on the same thread")
    func patience() throws {
        let thread = WorkerThread("patient", patience: .seconds(60))
        let ids = Locked<[UInt]>([])
        for _ in 0..<3 {
            try thread.run { ids.withLock { $0.append(currentThreadID()) } }
            thread.join()
        }
        #expect(ids.withLock { Set($0).count } == 1)
        #expect(ids.withLock { $0.first } != currentThreadID())
    }

    @Test("no job is lost where jobs come while the thread ends")
    func ending() async throws {
        let thread = WorkerThread("ending")
        let count = Locked(0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        try thread.run { count.withLock { $0 += 1 } }
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        thread.join()
        #expect(count.withLock { $0 } == 2000)
    }

    @Test("continuations run on the thread, and at once if they come from there")
    func executor() throws {
        let thread = WorkerThread("continuing", patience: .seconds(60))
        let ids = Locked<[UInt]>([])
        let promise = Promise<Int>()
        promise.future.continueOnSuccessWith(thread.executor) { _ in
            ids.withLock { $0.append(currentThreadID()) }
            Future(1).continueOnSuccessWith(thread.executor) { _ in ids.withLock { $0.append(1) } }
            ids.withLock { $0.append(2) }
        }
        promise.set(0)
        thread.join()
        let seen = ids.withLock { $0 }
        #expect(seen.count == 3 && seen.first != currentThreadID() && seen.dropFirst() == [1, 2], "\(seen)")
    }

    @Test("the thread blocks signals but its own faults, or as its creator does", arguments: [true, false])
    func signals(blocksSignals: Bool) throws {
        let thread = WorkerThread("signals", blocksSignals: blocksSignals)
        let isBlocked = Locked(false)
        let isFaultBlocked = Locked(true)
        try thread.run {
            isBlocked.withLock { $0 = Self.isBlocked(SIGUSR1) }
            isFaultBlocked.withLock { $0 = Self.isBlocked(SIGSEGV) }
        }
        thread.join()
        #expect(isBlocked.withLock { $0 } == (blocksSignals || Self.isBlocked(SIGUSR1)))
        #expect(!isFaultBlocked.withLock { $0 })
    }

    private static func isBlocked(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        return unsafe sigismember(&mask, signal) == 1
    }

    #if os(Linux)
        @Test("the thread has its name, and is gone after its last job")
        func name() async throws {
            let thread = WorkerThread("named")
            let name = Locked("")
            try thread.run {
                let text = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
                name.withLock { $0 = text }
            }
            thread.join()
            #expect(name.withLock { $0 } == "named\n")
            while try Self.threads(named: "named") > 0 { await Task.yield() }
        }

        private static func threads(named name: String) throws -> Int {
            let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            return tasks.count { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == name + "\n" }
        }
    #endif
}
