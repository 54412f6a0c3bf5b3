import Tasks
import Testing

@Suite struct `Futures of different types` {
    @Test func `combined have their values in the order they were given`() {
        let number = Promise<Int>()
        let text = Promise<String>()
        let all = Future.whenAllResults(number.future, text.future, Future(true))
        text.set("two")
        #expect(!all.isCompleted)
        number.set(1)
        #expect(all.result.map { $0 == (1, "two", true) } == true)
    }

    @Test func `combined fail with a single error once all have settled`() {
        let number = Promise<Int>()
        let all = Future.whenAllResults(number.future, Future<String>(error: Mistake(number: 2)))
        #expect(!all.isCompleted)
        number.set(1)
        #expect(all.error as? Mistake == Mistake(number: 2))
    }

    @Test func `combined fail with every error, in the order they were given`() {
        let number = Promise<Int>()
        let all = Future.whenAll(number.future, Future<String>(error: Mistake(number: 2)), Future(3))
        number.set(error: Mistake(number: 1))
        let errors = (all.error as? AggregateError)?.errors.map { $0 as? Mistake }
        #expect(errors == [Mistake(number: 1), Mistake(number: 2)])
    }

    @Test func `combined are cancelled when one of them is cancelled`() {
        #expect(Future.whenAllResults(Future(1), Future<String>.cancelled()).isCancelled)
    }

    @Test func `are released when they are dropped while pending`() {
        let objects = LiveObjects()
        do {
            let promise = Promise<LiveObjects.Object>()
            let never = Promise<Int>()
            let all = Future.whenAllResults(promise.future, never.future)
            promise.set(objects.make())
            withExtendedLifetime(never) { #expect(!all.isCompleted) }
        }
        #expect(objects.count == 0)
    }
}
