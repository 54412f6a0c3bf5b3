import Tasks
import Testing

@Suite struct `A description` {
    @Test(arguments: [
        (Future(3), "Future<Int>: success(3)"),
        (Future(error: Mistake(number: 1)), "Future<Int>: failure(Mistake(number: 1))"),
        (.cancelled(), "Future<Int>: cancelled"),
    ])
    func `tells how a future ended, with its error`(future: Future<Int>, text: String) {
        #expect("\(future)" == text)
    }

    @Test func `of a pending future tells whether anything waits for it`() {
        let promise = Promise<Int>()
        #expect("\(promise)" == "Promise<Int>: pending")
        #expect(promise.debugDescription.hasPrefix("Promise<Int>: pending, nobody waits"))
        promise.future.continueWith { _ in }
        #expect(promise.future.debugDescription.hasPrefix("Future<Int>: pending, waited for"))
        promise.set(1)
    }

    @Test func `for the debugger quotes text`() {
        #expect(Future("1").debugDescription.hasPrefix("Future<String>: success(\"1\")"))
    }

    @Test func `in a dump is one line`() {
        var text = ""
        dump(Future(3), to: &text)
        #expect(text.contains("state: \"success(3)"))
        #expect(text.split(separator: "\n").count == 2)
    }

    @Test func `of a token tells whether it is cancelled`() {
        let source = CancellationTokenSource()
        #expect("\(source), \(source.token)" == "CancellationTokenSource: active, CancellationToken: active")
        source.cancel()
        #expect("\(source), \(source.token)" == "CancellationTokenSource: cancelled, CancellationToken: cancelled")
    }
}
