import HTTPTransport
import Tasks
import TestSupport
import Testing
import Web

@Suite("A timer with its own thread", .waits, .timeLimit(.minutes(30)))
struct ThreadTimerTests {
    @Test("actions run once, in the order they are due, unless they are cancelled")
    func order() async throws {
        let timer = ThreadTimer()
        let ran = Locked<[Int]>([])
        let last = Promise<Void>()
        for (number, delay) in [(3, 400), (1, 1), (2, 200), (4, 800)] {
            let entry = timer.schedule(after: .milliseconds(delay)) { ran.withLock { $0.append(number) } }
            if number == 2 { entry.cancel() }
        }
        _ = timer.schedule(after: .milliseconds(1200)) { last.set() }
        try await last.future.value
        #expect(ran.withLock { $0 } == [1, 3, 4])
    }

    @Test("the timer starts again after a time without actions")
    func again() async throws {
        let timer = ThreadTimer()
        for _ in 0..<3 {
            timer.schedule(after: .seconds(1000)) {}.cancel()
            try await Future.withDelay(.milliseconds(1), timer: timer).value
        }
    }
}
