import Dispatch
import Tasks
import Testing

/// A dropped promise fails its future, so that nothing waits for the future forever.
@Suite struct `A promise that is dropped unsettled` {
    static func abandoned() -> Future<Int> { Promise<Int>().future }

    @Test func `fails its future`() {
        let future = Self.abandoned()
        #expect((future.error as? BrokenPromise)?.reason == .promiseDropped)
    }

    @Test func `fails the continuations of its future`() {
        var promise: Promise<Int>? = Promise()
        let first = promise?.future
        let end = first?.continueOnSuccessWith { $0 + 1 }.continueOnSuccessWith { $0 + 1 }
        #expect(end?.isCompleted == false)
        promise = nil
        #expect(end?.error is BrokenPromise)
    }

    @Test(arguments: [FutureExecutor.default, .queue(DispatchQueue(label: "own"))])
    func `is like a continuation that returns its own future`(executor: FutureExecutor) {
        let start = Promise<Void>()
        let own = Recorder<Future<Int>>()
        let future = start.future.continueWithFuture(executor) { _ in own.entries[0] }
        own.note(future)
        start.set()
        future.wait()
        #expect((future.error as? BrokenPromise)?.reason == .followsItself)
        #expect((future.error as? BrokenPromise)?.description.contains("its own future") == true)
    }

    @Test func `wakes the task that awaits its future`() async {
        let asked = Promise<Void>()
        let task: Task<Int, any Error>
        do {
            let promise = Promise<Int>()
            let future = promise.future
            task = Task {
                asked.set()
                return try await future.value
            }
            _ = await asked.future.settled()
            withExtendedLifetime(promise) {}
        }
        await #expect(throws: BrokenPromise.self) { try await task.value }
    }

    @Test func `wakes the thread that waits for its future`() {
        let future = Future(1).continueWithFuture { _ in Self.abandoned() }
        future.wait()
        #expect(future.error is BrokenPromise)
    }

    @Test func `counts as dropped only with its last copy`() {
        var copies = [Promise<Int>](repeating: Promise(), count: 3)
        let future = copies[0].future
        copies.removeLast(2)
        #expect(!future.isCompleted)
        copies.removeLast()
        #expect(future.isFaulted)
    }

    @Test func `is described in the error`() {
        #expect("\(BrokenPromise(.promiseDropped))" == "the promise was dropped before it was settled")
        let place = FuturePlace(file: "App/Upload.swift", line: 12, function: "send(_:)")
        #expect("\(BrokenPromise(.promiseDropped, place: place))".contains("made at App/Upload.swift:12 in send(_:)"))
    }

    @Test func `task-166 an executor that drops its job is named in the error`() {
        let end = Future(1).continueOnSuccessWith(.custom("shut down") { _ in }) { $0 }
        #expect((end.error as? BrokenPromise)?.reason == .jobDropped(executor: "shut down"))
        #expect(end.error.map { "\($0)" }?.contains("shut down") == true)
    }

    @Test func `an executor may run its job late`() {
        let jobs = Recorder<@Sendable () -> Void>()
        let end = Future(1).continueOnSuccessWith(.custom { jobs.note($0) }) { $0 }
        #expect(!end.isCompleted)
        for job in jobs.entries + jobs.entries { job() }
        #expect(end.result == 1)
    }
}
