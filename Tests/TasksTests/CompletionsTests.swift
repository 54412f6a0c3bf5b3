import Tasks
import Testing

@Suite struct `The completions of futures` {
    @Test func `come in the order they happen`() async {
        let promises = (0..<4).map { _ in Promise<String>() }
        let completions = Future.completions(of: promises.map(\.future))
        promises[2].set("c")
        var seen: [String] = []
        var next = [1, 3, 0]
        for await completion in completions {
            seen.append("\(completion.index) \(completion.outcome)")
            switch next.popLast() {
            case 0: promises[0].set("a")
            case 3: promises[3].set(error: Mistake(number: 3))
            case 1: promises[1].cancel()
            default: break
            }
        }
        #expect(seen == ["2 success(c)", "0 success(a)", "3 failure(Mistake(number: 3))", "1 cancelled"])
    }

    @Test func `of no futures are empty`() async {
        for await _ in Future<Int>.completions(of: []) { Issue.record("there are no futures") }
    }

    @Test func `can be iterated twice`() async {
        let completions = Future.completions(of: [Future(1), Future(2)])
        for _ in 0..<2 {
            var values: [Int?] = []
            for await completion in completions { values.append(completion.outcome.value) }
            #expect(values == [1, 2])
        }
    }

    @Test func `end when the task that waits is cancelled`() async {
        let promise = Promise<Int>()
        let future = promise.future
        let task = Task {
            for await _ in Future.completions(of: [future]) { Issue.record("it is pending") }
        }
        task.cancel()
        await task.value
        promise.set(1)
    }

    @Test func `do not pile up on a future that stays pending`() async {
        let objects = LiveObjects()
        let never = Promise<Int>()
        for _ in 0..<100 {
            let held = objects.make()
            let kept = Future(1).continueWith { _ in held }
            for await completion in Future.completions(of: [never.future, kept.makeVoid().continueWith { _ in 1 }]) {
                #expect(completion.index == 1)
                break
            }
        }
        #expect(objects.count == 0)
        never.set(1)
    }
}
