import Foundation
import Platform
import TestSupport
import Testing

@testable import Tasks

@Suite("A worker thread", .timeLimit(.minutes(30))) struct WorkerThreadTests {
    @Test("jobs run one after another, in the order given")
    func order() async throws {
        let thread = WorkerThread("order")
        let seen = Recorder<Int>()
        for number in 0..<100 { try thread.run { seen.note(number) } }
        try await onThread { thread.join() }
        #expect(seen.entries == Array(0..<100))
    }

    @Test("join waits for a job that blocks")
    func joining() async throws {
        let thread = WorkerThread("blocked")
        let isDone = Recorder<Bool>()
        try await onThread {
            let (isReady, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            try thread.run {
                isReady.signal()
                mayEnd.wait()
                isDone.note(true)
            }
            isReady.wait()
            mayEnd.signal()
            thread.join()
        }
        #expect(isDone.entries == [true])
    }

    @Test("join returns at once if no job was ever given")
    func joiningNothing() {
        WorkerThread("nothing").join()
    }

    @Test("a job that comes before the patience is over runs on the same thread")
    func patience() async throws {
        let thread = WorkerThread("patient", patience: .seconds(600))
        let ids = Recorder<UInt>()
        let own = try await onThread {
            for _ in 0..<3 {
                try thread.run { ids.note(currentThreadID()) }
                thread.join()
            }
            return currentThreadID()
        }
        #expect(Set(ids.entries).count == 1)
        #expect(ids.entries.first != own)
    }

    @Test("no job is lost if jobs arrive while the thread ends")
    func ending() async throws {
        let thread = WorkerThread("ending")
        let done = Recorder<Int>()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        for number in 0..<500 {
                            try thread.run { done.note(number) }
                            sched_yield()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await onThread { thread.join() }
        #expect(done.entries.count == 2000)
    }

    @Test("no job is lost if no thread can be started")
    func failing() async throws {
        let thread = WorkerThread("failing", patience: .seconds(0)) { _ in
            // Other threads get the time to give jobs while this start fails.
            for _ in 0..<10 { sched_yield() }
            return EAGAIN
        }
        let done = Recorder<Int>()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        for number in 0..<500 { thread.runSomewhere { done.note(number) } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(done.entries.count == 2000)
        #expect(throws: SystemError("pthread_create", code: EAGAIN)) { try thread.run {} }
        thread.join()
    }

    @Test("continuations run on the thread, and at once if they come from there")
    func executor() async throws {
        let thread = WorkerThread("continuing", patience: .seconds(600))
        let ids = Recorder<UInt>()
        let promise = Promise<Int>()
        promise.future.continueOnSuccessWith(thread.executor) { _ in
            ids.note(currentThreadID())
            Future(1).continueOnSuccessWith(thread.executor) { _ in ids.note(1) }
            ids.note(2)
        }
        let own = try await onThread {
            promise.set(0)
            thread.join()
            return currentThreadID()
        }
        let seen = ids.entries
        #expect(seen.count == 3 && seen.first != own && seen.dropFirst() == [1, 2], "\(seen)")
    }

    @Test("the thread blocks all signals except its own faults, or has the signal mask of its creator", arguments: [true, false])
    func signals(blocksSignals: Bool) async throws {
        // The creator of the thread unblocks SIGUSR1, so the result does not depend on the signal mask of the test.
        let creator = WorkerThread("creator", blocksSignals: true)
        let thread = WorkerThread("signals", blocksSignals: blocksSignals)
        let seen = Recorder<[Bool]>()
        try creator.run {
            var own = sigset_t()
            unsafe sigemptyset(&own)
            unsafe sigaddset(&own, SIGUSR1)
            unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
            try? thread.run { seen.note([Self.isBlocked(SIGUSR1), Self.isBlocked(SIGSEGV)]) }
        }
        try await onThread {
            creator.join()
            thread.join()
        }
        #expect(seen.entries == [[blocksSignals, false]])
    }

    private static func isBlocked(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        return unsafe sigismember(&mask, signal) == 1
    }

    #if os(Linux)
        @Test("the thread has its name, and is gone after its last job")
        func name() async throws {
            let worker = WorkerThread("named")
            let seen = Recorder<(thread: SystemThread, name: String)>()
            try worker.run {
                guard let thread = try? SystemThread.current(), let name = try? thread.name() else { return }
                seen.note((thread, name))
            }
            try await onThread { worker.join() }
            let (thread, name) = try #require(seen.entries.first)
            #expect(name == "named")
            #expect(try await thread.hasEnded())
        }
    #endif
}
