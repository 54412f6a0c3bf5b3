import Tasks
import Testing

@Suite struct `The state of a future` {
    @Test func `task-002 a result completes it`() {
        let promise = Promise<String>()
        promise.set("v")
        let future = promise.future
        #expect(future.isCompleted)
        #expect(!future.isFaulted)
        #expect(!future.isCancelled)
        #expect(future.result == "v")
        #expect(future.error == nil)
    }

    @Test func `task-004 a cancellation leaves neither result nor error`() {
        let promise = Promise<String>()
        promise.cancel()
        let future = promise.future
        #expect(future.isCompleted)
        #expect(future.isCancelled)
        #expect(!future.isFaulted)
        #expect(future.result == nil)
        #expect(future.error == nil)
    }

    @Test func `task-006 a future made from an error has failed`() {
        let future = Future<Int>(error: Mistake(number: 6))
        #expect(future.isCompleted)
        #expect(future.isFaulted)
        #expect(!future.isCancelled)
        #expect(future.error as? Mistake == Mistake(number: 6))
        #expect(future.result == nil)
    }

    @Test func `task-008 an empty result is a success`() {
        let nothing = Promise<Void>()
        nothing.set()
        let absent = Promise<Int?>()
        absent.set(nil)
        #expect(nothing.future.isCompleted && !nothing.future.isFaulted && !nothing.future.isCancelled)
        #expect(absent.future.isCompleted && !absent.future.isFaulted && !absent.future.isCancelled)
        #expect(absent.future.result == .some(nil))
    }

    @Test func `task-010 a try call returns false if the future has settled`() {
        let promise = Promise<Int>()
        #expect(promise.trySet(1))
        #expect(!promise.trySet(2))
        #expect(!promise.trySet(error: Mistake()))
        #expect(!promise.tryCancel())
        #expect(promise.future.result == 1)
    }

    @Test func `task-012 a result after a cancellation loses`() {
        let promise = Promise<Int>()
        promise.cancel()
        #expect(!promise.trySet(2))
        #expect(promise.future.isCancelled)
        #expect(promise.future.result == nil)
    }

    @Test func `an error after an error loses`() {
        let promise = Promise<Int>()
        #expect(promise.trySet(error: Mistake(number: 1)))
        #expect(!promise.trySet(error: Mistake(number: 2)))
        #expect(promise.future.error as? Mistake == Mistake(number: 1))
    }

    @Test func `task-014 setting a promise twice stops the program with a message`() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent],
            performing: {
                let promise = Promise<String>()
                promise.set("a")
                promise.set("b")
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("kept already"))
        #expect(text.contains("StateTests.swift"))
    }

    @Test func `task-016 cancelling twice by the strict call stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let promise = Promise<String>()
            promise.cancel()
            promise.cancel()
        }
    }

    @Test func `task-018 the description names the state`() {
        let promise = Promise<Int>()
        #expect("\(promise.future)" == "Future<Int>: pending")
        #expect("\(promise)" == "Promise<Int>: pending")
        #expect(!promise.future.isCompleted)
        #expect("\(Future(3))" == "Future<Int>: success(3)")
        #expect("\(Future<Int>(error: Mistake(number: 4)))" == "Future<Int>: failure(Mistake(number: 4))")
        #expect("\(Future<Int>.cancelled())" == "Future<Int>: cancelled")
    }

    @Test func `a CancellationError is a cancellation wherever it comes from`() {
        #expect(Future<Int>(error: CancellationError()).isCancelled)
        let promise = Promise<Int>()
        promise.set(error: CancellationError())
        #expect(promise.future.isCancelled)
        #expect(Future<Int> { throw CancellationError() }.isCancelled)
    }

    @Test func `a promise always gives the same future`() {
        let promise = Promise<Int>()
        #expect(promise.future === promise.future)
    }
}
