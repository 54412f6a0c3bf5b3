import Tasks
import TestSupport
import Testing

/// Chains with more links than fit on a stack of 512 KiB, even if each link took only 32 bytes. Loops handle these chains, because recursion
/// would overflow the stack.
@Suite struct `A deep chain` {
    static let depth = Effort.size(20_000, long: 1_000_000)
    static let stack = 512 * 1024

    @Test(arguments: [FutureExecutor.default, .immediate])
    func `of pending links runs to its end`(executor: FutureExecutor) {
        onThread(stack: Self.stack) {
            let start = Promise<Int>()
            var last = start.future
            for _ in 0..<Self.depth { last = last.continueOnSuccessWith(executor) { $0 + 1 } }
            start.set(0)
            #expect(last.result == Self.depth)
        }
    }

    @Test(arguments: [FutureExecutor.default, .immediate])
    func `of settled links runs to its end`(executor: FutureExecutor) {
        onThread(stack: Self.stack) {
            var last = Future(0)
            for _ in 0..<Self.depth { last = last.continueWith(executor) { ($0.result ?? 0) + 1 } }
            #expect(last.result == Self.depth)
        }
    }

    @Test func `of pending links can be dropped`() {
        onThread(stack: Self.stack) {
            let start = Promise<Int>()
            var last = start.future
            for _ in 0..<Self.depth { last = last.continueOnSuccessWith { $0 + 1 } }
            withExtendedLifetime(start) { #expect(last.isCompleted == false) }
        }
    }

    @Test(arguments: [FutureExecutor.default, .immediate])
    func `of steps that each return the next runs to its end`(executor: FutureExecutor) {
        @Sendable func step(_ number: Int) -> Future<Int> {
            if number == Self.depth { return Future(number) }
            return Future(number).continueOnSuccessWithFuture(executor) { step($0 + 1) }
        }
        onThread(stack: Self.stack) {
            #expect(step(0).result == Self.depth)
        }
    }

    @Test func `of futures that each wait for an inner future can be dropped`() {
        onThread(stack: Self.stack) {
            let end = Promise<Int>()
            var last = end.future
            for _ in 0..<Self.depth {
                let inner = last
                last = Future(()).continueWithFuture { _ in inner }
            }
            withExtendedLifetime(end) { #expect(last.isCompleted == false) }
        }
    }

    @Test func `of promises that each hold the next runs to its end`() {
        onThread(stack: Self.stack) {
            let first = Promise<Int>()
            var last = first
            for _ in 0..<Self.depth {
                let next = Promise<Int>()
                last.future.continueOnSuccessWith { next.set($0 + 1) }
                last = next
            }
            first.set(0)
            #expect(last.future.result == Self.depth)
        }
    }

    @Test func `of promises that each hold the next can be dropped`() {
        onThread(stack: Self.stack) {
            let first = Promise<Int>()
            var last = first
            for _ in 0..<Self.depth {
                let next = Promise<Int>()
                last.future.continueOnSuccessWith { next.set($0 + 1) }
                last = next
            }
            withExtendedLifetime(first) { #expect(last.future.isCompleted == false) }
        }
    }
}
