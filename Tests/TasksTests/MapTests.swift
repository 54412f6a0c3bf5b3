import Tasks
import Testing

@Suite struct `The names of other libraries` {
    @Test func `map makes a value of a value, and passes on a failure and a cancellation`() {
        #expect(Future(6).map { $0 * 7 }.result == 42)
        #expect(Future<Int>(error: Mistake()).map { $0 * 7 }.error is Mistake)
        #expect(Future<Int>.cancelled().map { $0 * 7 }.isCancelled)
        #expect(Future(6).map { _ -> Int in throw Mistake(number: 1) }.error as? Mistake == Mistake(number: 1))
    }

    @Test func `flatMap ends like the future that it returns`() {
        #expect(Future(6).flatMap { Future("\($0)") }.result == "6")
        #expect(Future(6).flatMap { _ in Future<String>(error: Mistake()) }.error is Mistake)
        #expect(Future<Int>.cancelled().flatMap { Future("\($0)") }.isCancelled)
    }

    @Test func `recover handles failures only`() {
        let failed = Future<Int>(error: Mistake(number: 4))
        #expect(failed.recover { ($0 as? Mistake)?.number ?? 0 }.result == 4)
        #expect(failed.recover { _ in Future(5) }.result == 5)
        #expect(Future(1).recover { _ in 2 }.result == 1)
        #expect(Future<Int>.cancelled().recover { _ in 2 }.isCancelled)
    }

    @Test func `tap sees every outcome and changes none`() {
        let seen = Recorder<String>()
        let ends = [Future(1), Future(error: Mistake()), .cancelled()].map { future in future.tap { seen.note("\($0)") } }
        #expect(seen.entries == ["success(1)", "failure(Mistake(number: 0))", "cancelled"])
        #expect(ends[0].result == 1)
        #expect(ends[1].error is Mistake)
        #expect(ends[2].isCancelled)
    }

    @Test func `tap runs before the future that it returns settles`() {
        let order = Recorder<Int>()
        let promise = Promise<Int>()
        promise.future.tap { _ in order.note(1) }.tap { _ in order.note(2) }
        #expect(order.entries == [])
        promise.set(0)
        #expect(order.entries == [1, 2])
    }

    @Test func `a cancelled token skips the closure`() {
        let source = CancellationTokenSource()
        source.cancel()
        #expect(Future(1).map(token: source.token) { $0 }.isCancelled)
        #expect(Future(1).flatMap(token: source.token) { Future($0) }.isCancelled)
        #expect(Future<Int>(error: Mistake()).recover(token: source.token) { _ in 1 }.isCancelled)
    }
}
