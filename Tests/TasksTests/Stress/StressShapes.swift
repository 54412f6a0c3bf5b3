import Platform
import TestSupport

@testable import Tasks

/// Networks of one shape that are much larger than those of a `StressRound`: deep chains, wide fans, and collisions at one future.
struct StressShapes {
    private let objects = LiveObjects()
    private let seed: UInt64
    private let size: Int

    init(seed: UInt64, size: Int) {
        self.seed = seed
        self.size = size
    }

    func mistakes() throws -> [String] {
        let postman = try StressPostman(seed: seed)
        let deep = try deepMistakes(postman) + deepMistakes(postman, isDropped: true) + nestedMistakes()
        dropPendingChain()
        let mistakes = try deep + wideMistakes(postman) + collisionMistakes()
        let isReleased = StressRound.eventually { objects.count == 0 }
        postman.close()
        return isReleased ? mistakes : mistakes + ["\(objects.count) objects are left"]
    }

    /// A chain that is settled while it grows. Most of its links run on the thread that settles; some are handed to another executor.
    private func deepMistakes(_ postman: StressPostman, isDropped: Bool = false) throws -> [String] {
        var random = SeededRandom(seed: seed)
        let executors = StressExecutors(seed: seed, postman)
        let others: [StressPlan.Place] = [.global, .serial, .thread, .actor, .inline, .late, .twice, .twiceLate]
        let promise = DroppablePromise()
        var last = promise.future
        let settler = WorkerThread("deep \(seed)")
        let (runs, settlingLink) = (StressCounter(), Int.random(in: 0..<size, using: &random))
        let held = objects.make()
        let start = Parcel(number: 0, object: objects.make())
        for link in 0..<size {
            if link == settlingLink {
                try settler.run { isDropped ? promise.drop() : promise.set(start) }
            }
            let place =
                Int.random(in: 0..<1000, using: &random) == 0
                ? others.randomElement(using: &random) ?? .direct : Bool.random(using: &random) ? .direct : .immediate
            let next: @Sendable (Future<Parcel>) throws -> Parcel = { future in
                _ = held
                runs.add()
                guard case .success(let parcel)? = future.outcome else { throw future.error ?? CancellationError() }
                return Parcel(number: parcel.number + 1, object: parcel.object)
            }
            last =
                Int.random(in: 0..<10, using: &random) == 0
                ? last.continueWithFuture(executors[place]) { Future(try next($0)) } : last.continueWith(executors[place], next)
        }
        settler.join()
        guard last.wait(atMost: StressRound.patience) else { return ["a chain of \(size) links does not settle"] }
        let (ending, wanted) = (Ending(last.outcome), isDropped ? Ending.broken(.promiseDropped) : .value(UInt64(size)))
        return ending == wanted && runs.count == size ? [] : ["a chain of \(size) links ended with \(ending) after \(runs.count) runs"]
    }

    /// Many promises, and futures that wait for all or the first of them, settled by several threads.
    private func wideMistakes(_ postman: StressPostman) throws -> [String] {
        let executors = StressExecutors(seed: seed, postman)
        let hub = Promise<Parcel>()
        let runs = StressCounter()
        let places: [StressPlan.Place] = [.direct, .immediate, .global, .serial, .thread, .late, .twice]
        let promises = (0..<size / 4).map { _ in Promise<Parcel>() }
        let futures = promises.map(\.future)
        let (all, any, race) = (Future.whenAllResults(futures), Future.whenAny(futures), Future.race(futures))
        let threads = (0..<4).map { _ in WorkerThread("wide \(seed)") }
        let hubbed = Recorder<Future<Void>>()
        let held = objects.make()
        for (number, thread) in threads.enumerated() {
            try thread.run { [objects, size] in
                for index in 0..<size / 4 {
                    let observer = hub.future.continueWith(executors[places[index % places.count]]) { _ in
                        _ = held
                        runs.add()
                    }
                    hubbed.note(observer)
                    if index == size / 8, number == 0 { hub.set(Parcel(number: 1, object: objects.make())) }
                    if index % 4 == number { promises[index].set(Parcel(number: UInt64(index), object: objects.make())) }
                }
            }
        }
        for thread in threads { thread.join() }
        let ends = [all.makeVoid(), any.makeVoid(), race.makeVoid()] + hubbed.entries
        guard ends.allSatisfy({ $0.wait(atMost: StressRound.patience) }) else { return ["a fan of \(size) does not settle"] }
        var mistakes: [String] = []
        if all.result?.map(\.number) != (0..<UInt64(size / 4)).map(\.self) { mistakes.append("whenAll of \(size / 4) has a wrong value") }
        if (any.result ?? nil) == nil || race.result == nil { mistakes.append("a race of \(size / 4) has no winner") }
        if runs.count != size / 4 * 4 { mistakes.append("\(runs.count) of \(size / 4 * 4) continuations ran") }
        return mistakes
    }
}

extension StressShapes {
    /// Makes a deep chain that stays pending, and drops it. What it held is counted at the end.
    private func dropPendingChain() {
        let held = objects.make()
        var last = Promise<Parcel>.leavingPending().future
        for _ in 0..<size {
            last = last.continueOnSuccessWith { parcel in
                _ = held
                return parcel
            }
        }
    }

    /// Promises that are each settled inside a continuation of the one before, deeper than runs are nested.
    private func nestedMistakes() -> [String] {
        let promises = (0..<300).map { _ in Promise<Int>() }
        let orders = promises.map { _ in Recorder<Int>() }
        for (index, promise) in promises.enumerated() {
            let next = index + 1 < promises.count ? promises[index + 1] : nil
            for number in 0..<4 {
                promise.future.continueWith(index % 3 == 0 ? .immediate : .default) { [order = orders[index]] _ in
                    order.note(number)
                    if number == 1 { next?.set(index) }
                }
            }
        }
        promises[0].set(0)
        let wrong = orders.map(\.entries).filter { $0 != [0, 1, 2, 3] }
        return wrong.isEmpty ? [] : ["continuations of nested promises ran in the order \(wrong[0])"]
    }

    /// A value that does not fit into a future, so that a future takes some time to settle.
    private struct Load: Sendable {
        var numbers = (0, 1, 2, 3, 4)
    }

    /// A future that two threads settle while a third observes it and its continuation.
    private struct Collision: Sendable {
        let promise = Promise<Load>()
        let next: Future<Load>
        /// Whether the third thread leaves spent observers to be swept, or only adds observers as fast as it can.
        let isSwept: Bool
        let added = StressCounter()
        let ran = StressCounter()
        let wins = StressCounter()

        init(isSwept: Bool) {
            next = promise.future.continueOnSuccessWith { $0 }
            self.isSwept = isSwept
        }

        /// Settles the future, and returns whether the caller finds it settled.
        func settle() -> Bool {
            if promise.trySet(Load()) { wins.add() }
            return promise.future.isCompleted
        }

        func observe() {
            for _ in 0..<(isSwept ? 30 : 300) {
                for future in isSwept ? [promise.future, next] : [next] {
                    added.add()
                    future.continueWith { _ in ran.add() }
                    if !isSwept { continue }
                    _ = Future.whenAny([future, Future(Load())])
                    future.wait(atMost: .zero)
                }
                if next.isCompleted { return }
            }
        }
    }

    private func collisionMistakes() throws -> [String] {
        let collisions = (0..<size / 100).map { Collision(isSwept: $0 % 2 == 0) }
        let (arrivals, complaints) = (StressCounter(), Recorder<String>())
        let threads = (0..<3).map { _ in WorkerThread("clash \(seed)") }
        for (number, thread) in threads.enumerated() {
            var random = SeededRandom(seed: seed &+ UInt64(number))
            let pauses = collisions.map { _ in Int.random(in: 0..<300, using: &random) }
            try thread.run {
                for (index, collision) in collisions.enumerated() {
                    arrivals.add()
                    var spins = 0
                    while arrivals.count < threads.count * (index + 1) {
                        spins += 1
                        if spins > 1000 { sched_yield() }
                    }
                    if number == 0 { collision.observe() }
                    // The moment differs, so that all orders come up.
                    for _ in 0..<pauses[index] { _ = arrivals.count }
                    if number > 0, !collision.settle() { complaints.note("a future is pending after it was settled") }
                }
            }
        }
        for thread in threads { thread.join() }
        let wrong = collisions.filter { $0.next.result == nil || $0.wins.count != 1 || $0.ran.count != $0.added.count }
        return complaints.entries
            + wrong.map {
                "\($0.ran.count) of \($0.added.count) continuations ran after a collision with \($0.wins.count) winners: \($0.next)"
            }
    }
}

/// The only holder of a promise, which can drop it.
private final class DroppablePromise: Sendable {
    let future: Future<Parcel>
    private let promise: Locked<Promise<Parcel>?>

    init() {
        let promise = Promise<Parcel>()
        future = promise.future
        self.promise = Locked(promise)
    }

    func set(_ parcel: Parcel) { promise.withLock { $0 }?.set(parcel) }

    func drop() {
        // Released outside the lock, because continuations run.
        _ = promise.withLock { $0.take() }
    }
}
