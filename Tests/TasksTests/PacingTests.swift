import Tasks
import TestSupport
import Testing

@Suite struct `A debouncer` {
    private let timer = ManualTimer()
    private let seen = Recorder<String>()

    private func debouncer(after quiet: Duration) -> Debouncer<String, Int> {
        Debouncer(after: quiet, timer: timer) { text, _ in
            seen.note(text)
            return Future(text.utf8.count)
        }
    }

    @Test func `runs the last call, once it has been quiet`() {
        let search = debouncer(after: .milliseconds(300))
        let first = search("s")
        timer.advance(by: .milliseconds(200))
        let last = search("swift")
        #expect(first.isCancelled)
        timer.advance(by: .milliseconds(299))
        #expect(seen.entries == [])
        timer.advance(by: .milliseconds(1))
        #expect(seen.entries == ["swift"])
        #expect(last.result == 5)
        #expect(timer.pendingCount == 0)
    }

    @Test func `cancels a call whose work is still running, and tells the work`() {
        let works = Recorder<(Promise<Int>, CancellationToken)>()
        let search = Debouncer<String, Int>(after: .seconds(1), timer: timer) { _, token in
            let promise = Promise<Int>()
            works.note((promise, token))
            return promise.future
        }
        let first = search("a")
        timer.advance(by: .seconds(1))
        let second = search("b")
        #expect(works.entries[0].1.isCancellationRequested)
        works.entries[0].0.set(1)
        #expect(first.isCancelled)
        timer.advance(by: .seconds(1))
        works.entries[1].0.set(2)
        #expect(second.result == 2)
    }

    @Test func `runs each call at once if there is no time, and can cancel the last`() {
        let search = debouncer(after: .zero)
        #expect(search("a").result == 1)
        let slow = debouncer(after: .seconds(1))
        let waiting = slow("b")
        slow.cancel()
        #expect(waiting.isCancelled)
        #expect(seen.entries == ["a"])
    }

    @Test func `cancels the future of a call at once, although its work goes on`() {
        let work = Promise<Int>()
        let search = Debouncer<Int, Int>(after: .zero) { number, _ in number == 1 ? work.future : Future(number) }
        let first = search(1)
        #expect(search(2).result == 2)
        #expect(first.isCancelled)
        work.set(1)
        let failing = Debouncer<Int, Int>(after: .zero) { _, _ in throw Mistake() }
        #expect(failing(1).error is Mistake)
    }
}

@Suite struct `A throttler` {
    private let timer = ManualTimer()
    private let seen = Recorder<String>()

    private func throttler(every interval: Duration) -> Throttler<String, Int> {
        Throttler(every: interval, timer: timer) { text in
            seen.note(text)
            return Future(text.utf8.count)
        }
    }

    @Test func `runs the first call at once, and the last of the others when the time is over`() {
        let save = throttler(every: .seconds(1))
        #expect(save("a").result == 1)
        let replaced = save("ab")
        let waiting = save("abc")
        #expect(replaced.isCancelled)
        #expect(!waiting.isCompleted)
        timer.advance(by: .seconds(1))
        #expect(seen.entries == ["a", "abc"])
        #expect(waiting.result == 3)
    }

    @Test func `rests after a call that waited, too, and is ready once a time has passed without calls`() {
        let save = throttler(every: .seconds(1))
        save("a")
        save("b")
        timer.advance(by: .seconds(1))
        save("c")
        #expect(seen.entries == ["a", "b"])
        timer.advance(by: .seconds(1))
        #expect(seen.entries == ["a", "b", "c"])
        timer.advance(by: .seconds(1))
        #expect(timer.pendingCount == 0)
        save("d")
        #expect(seen.entries == ["a", "b", "c", "d"])
    }

    @Test func `may be called by its own work`() {
        let timer = timer
        let seen = seen
        let own = Recorder<Throttler<Int, Void>>()
        let count = Throttler<Int, Void>(every: .seconds(1), timer: timer) { number in
            seen.note("\(number)")
            if number < 3 { own.entries.first?(number + 1) }
            return Future()
        }
        own.note(count)
        count(1)
        for _ in 0..<5 { timer.advance(by: .seconds(1)) }
        #expect(seen.entries == ["1", "2", "3"])
    }

    @Test func `without an interval runs each call`() {
        let save = throttler(every: .zero)
        save("a")
        save("b")
        #expect(seen.entries == ["a", "b"])
        #expect(timer.pendingCount == 0)
    }

    @Test func `begins its runs in order, even if a time is over before a run has begun`() {
        let hasty = HastyTimer()
        let seen = seen
        let save = Throttler<String, Void>(every: .milliseconds(1), timer: hasty) { text in
            seen.note(text)
            return Future()
        }
        hasty.first.withLock { $0 = { _ = save("new") } }
        save("old")
        #expect(seen.entries == ["old", "new"])
    }

    @Test func `cancels the call that waits, and only that`() {
        let save = throttler(every: .seconds(1))
        let first = save("a")
        let waiting = save("b")
        save.cancel()
        #expect(first.result == 1 && waiting.isCancelled)
        timer.advance(by: .seconds(1))
        #expect(save("c").result == 1)
        #expect(seen.entries == ["a", "c"])
    }

    @Test func `does not rest forever if its timer drops the action`() {
        let seen = seen
        let save = Throttler<String, Void>(every: .seconds(1), timer: DroppingTimer()) { text in
            seen.note(text)
            return Future()
        }
        save("a")
        save("b")
        #expect(seen.entries == ["a", "b"])
    }

    @Test func `is not kept alive by a time without a call that waits`() {
        let objects = LiveObjects()
        do {
            let held = objects.make()
            let save = Throttler<Int, Void>(every: .seconds(3600), timer: timer) { _ in
                _ = held
                return Future()
            }
            save(1)
        }
        #expect(objects.count == 0)
    }
}

/// A timer that runs the first action before it returns, after some other code, and drops all others.
private final class HastyTimer: FutureTimer {
    let first = Locked<(@Sendable () -> Void)?>(nil)

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry {
        if let first = first.withLock({ $0.take() }) {
            first()
            action()
        }
        return FutureTimerEntry {}
    }
}

/// A timer that never runs anything.
private struct DroppingTimer: FutureTimer {
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> FutureTimerEntry { FutureTimerEntry {} }
}
