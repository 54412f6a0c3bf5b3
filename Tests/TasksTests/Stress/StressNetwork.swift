import Dispatch
import Tasks

/// A network of real futures, made and settled as a plan says.
final class StressNetwork: Sendable {
    /// What is counted of one node.
    final class Node: Sendable {
        /// How often the closures of the node were called.
        let runs = StressCounter()
        let wins = Recorder<Ending>()
        /// The witnesses that were added before the node could settle, in the order in which they ran.
        let order = Recorder<Int>()
    }

    /// A continuation that was added from outside. It must run once and see how the node ended.
    final class Witness: Sendable {
        let node: Int
        let place: StressPlan.Place
        let seen = Recorder<Ending>()
        let future = Locked<Future<Void>?>(nil)

        init(_ node: Int, _ place: StressPlan.Place) {
            self.node = node
            self.place = place
        }
    }

    /// An observer of a token.
    final class Watcher: Sendable {
        enum Removal: Sendable {
            case none
            /// Removed before the token was cancelled.
            case inTime
            /// Removed when the token may have been cancelled.
            case late
        }

        let token: Int
        let runs = StressCounter()
        let removal = Locked(Removal.none)

        init(_ token: Int) {
            self.token = token
        }
    }

    /// A Swift task that awaited a node.
    struct Awaited: Sendable {
        let node: Int
        let isCancelled: Bool
        let ending: Ending
    }

    static let orderedWitnesses = 5

    let plan: StressPlan
    let nodes: [Node]
    let tokens: [CancellationTokenSource]
    let objects: LiveObjects
    let errors: LiveObjects
    let witnesses = Recorder<Witness>()
    let watchers = Recorder<Watcher>()
    let awaited = Recorder<Awaited>()
    let complaints = Recorder<String>()
    /// Futures beside the nodes that are kept and must settle: continuations that settle sources, and loops.
    let others = Recorder<Future<Void>>()
    /// The Swift tasks that have not ended.
    let swiftTasks = DispatchGroup()
    private let futures: Locked<[Future<Parcel>?]>
    private let promises: Locked<[Promise<Parcel>?]>
    private let executors: StressExecutors
    private let postman: StressPostman
    private let forever: StressForever

    init(_ plan: StressPlan, _ objects: LiveObjects, errors: LiveObjects, _ postman: StressPostman, _ forever: StressForever) {
        self.plan = plan
        self.objects = objects
        self.errors = errors
        self.postman = postman
        self.forever = forever
        nodes = plan.nodes.map { _ in Node() }
        futures = Locked(Array(repeating: nil, count: plan.nodes.count))
        promises = Locked(Array(repeating: nil, count: plan.nodes.count))
        executors = StressExecutors(seed: plan.seed, postman)
        var tokens: [CancellationTokenSource] = []
        for token in plan.tokens {
            let source = CancellationTokenSource(linkedTo: token.links.map { tokens[$0].token })
            if token.own == .before { source.cancel() }
            tokens.append(source)
        }
        self.tokens = tokens
    }

    func parcel(_ number: UInt64) -> Parcel { Parcel(number: number, object: objects.make()) }

    func fault(_ number: UInt64) -> Fault { Fault(number: number, object: errors.make()) }

    /// A future that has been built.
    func future(_ node: Int) -> Future<Parcel> {
        futures.withLock { $0[node] } ?? Future(error: fault(0))
    }

    /// Drops the promises that nobody has settled.
    func dropPromises() {
        // Released outside the lock, because continuations may run.
        _ = promises.withLock { promises in
            defer { promises = promises.map { _ in nil } }
            return promises
        }
    }

    // MARK: Steps

    func carryOut(_ step: StressPlan.Step) {
        switch step {
        case .build(let node): build(node)
        case .settle(let source, let settler): settle(source, settler)
        case .cancel(let token): tokens[token].cancel()
        case .cancelLater(let token):
            for _ in 0..<3 { tokens[token].cancel(after: .seconds(1), timer: postman) }
        case .dispose(let token): tokens[token].dispose()
        case .watch(let token, let isRemoved): watch(token, isRemoved)
        case .observe(let node, let place): observe(node, place)
        case .sweep(let node):
            // The first input has settled only after the race has begun to observe the second.
            for _ in 0..<4 {
                let settled = Promise<Parcel>()
                let race = Future.whenAny([future(node), settled.future])
                settled.set(parcel(0))
                if !race.isCompleted { complaints.note("a race between \(node) and a settled future is undecided") }
            }
        case .giveUp(let node):
            for _ in 0..<4 { future(node).wait(atMost: .zero) }
        case .await(let node, let isCancelled): awaitInTask(node, isCancelled)
        case .raceForever(let node):
            forever.race(future(node))
            forever.useToken(objects.make())
            swiftTasks.enter()
            Task { [self] in
                await forever.wait()
                swiftTasks.leave()
            }
            .cancel()
        }
    }

    private func settle(_ source: Int, _ settler: Int) {
        guard case .source(let plan) = plan.nodes[source], let promise = promises.withLock({ $0[source] }) else { return }
        settle(promise, source, plan.settlers[settler].way, settler)
    }

    private func settle(_ promise: Promise<Parcel>, _ source: Int, _ way: StressPlan.Settler.Way, _ settler: Int) {
        let number = Ending.mixed(UInt64(source), UInt64(settler))
        let won =
            switch way {
            case .value: promise.trySet(parcel(number))
            case .fault: promise.trySet(error: fault(number))
            case .cancel: promise.tryCancel()
            }
        if !promise.future.isCompleted { complaints.note("source \(source) is pending after it was settled") }
        guard won else { return }
        nodes[source].wins.note(way == .value ? .value(number) : way == .fault ? .fault(number) : .cancelled)
    }

    private func watch(_ token: Int, _ isRemoved: Bool) {
        let watcher = Watcher(token)
        let held = objects.make()
        let registration = tokens[token].token.onCancellation {
            _ = held
            watcher.runs.add()
        }
        if isRemoved {
            registration.dispose()
            let isLate = tokens[token].isCancellationRequested
            watcher.removal.withLock { $0 = isLate ? .late : .inTime }
        }
        watchers.note(watcher)
    }

    private func observe(_ node: Int, _ place: StressPlan.Place) {
        let witness = Witness(node, place)
        let held = objects.make()
        let future = future(node).continueWith(executors[place]) { future in
            _ = held
            witness.seen.note(Ending(future.outcome))
        }
        witness.future.withLock { $0 = future }
        witnesses.note(witness)
    }

    private func awaitInTask(_ node: Int, _ isCancelled: Bool) {
        let future = future(node)
        swiftTasks.enter()
        let task = Task { [self] in
            let outcome = await future.settled()
            awaited.note(Awaited(node: node, isCancelled: isCancelled, ending: Ending(outcome)))
            swiftTasks.leave()
        }
        if isCancelled { task.cancel() }
    }

    // MARK: Building

    func build(_ node: Int) {
        let future =
            switch plan.nodes[node] {
            case .source(let source): buildSource(source, node)
            case .link(let link): buildLink(link, node)
            case .all(let inputs):
                Future.whenAllResults(inputs.map(future)).continueOnSuccessWith { [self] parcels in
                    parcel(StressModel.value(UInt64(node), parcels.map(\.number)))
                }
            case .any(let inputs): Future.whenAny(inputs.map(future)).continueOnSuccessWith { try $0 ?? { throw CancellationError() }() }
            case .race(let inputs): Future.race(inputs.map(future))
            case .delay(let token, let isLost): buildDelay(token, isLost, node)
            case .loop(let first, let turns, let turn, let place, let token): buildLoop(first, turns, turn, place, token, node)
            case .async(let input, let token): buildAsync(input, token, node)
            case .timeout(let input, let isEndless):
                future(input).timeout(after: isEndless ? StressPostman.endless : .seconds(1), timer: postman)
            case .retry(let failures, let times, let place): buildRetry(failures, times, place, node)
            }
        futures.withLock { $0[node] = future }
    }

    private func token(_ number: Int?) -> CancellationToken? { number.map { tokens[$0].token } }

    /// Counts a call of a node's closure.
    private func count(_ node: Int) {
        nodes[node].runs.add()
    }

    private func buildSource(_ source: StressPlan.Source, _ node: Int) -> Future<Parcel> {
        let promise = Promise<Parcel>()
        let order = nodes[node].order
        let place = StressPlan.Place.inOrder[node % StressPlan.Place.inOrder.count]
        for number in 0..<Self.orderedWitnesses {
            let held = objects.make()
            let witness = Witness(node, place)
            let future = promise.future.continueWith(executors[place]) { future in
                _ = held
                order.note(number)
                witness.seen.note(Ending(future.outcome))
            }
            witness.future.withLock { $0 = future }
            witnesses.note(witness)
        }
        if let token = token(source.token) { promise.cancel(with: token) }
        promises.withLock { $0[node] = promise }
        for (index, settler) in source.settlers.enumerated() {
            switch settler.actor {
            case .thread: break
            case .node(let other, let place):
                others.note(future(other).continueWith(executors[place]) { [self] _ in settle(promise, node, settler.way, index) })
            case .task:
                swiftTasks.enter()
                Task { [self] in
                    settle(promise, node, settler.way, index)
                    swiftTasks.leave()
                }
            }
        }
        return promise.future
    }

    private func buildLink(_ link: StressPlan.Link, _ node: Int) -> Future<Parcel> {
        let (input, executor, token) = (future(link.input), executors[link.place], token(link.token))
        let held = objects.make()
        // What all forms do when they are called.
        let run: @Sendable (Ending) -> UInt64 = { [self] ending in
            count(node)
            _ = held
            return StressModel.value(UInt64(node), ending)
        }
        let inner: (@Sendable (UInt64) -> Future<Parcel>)? =
            switch link.answer {
            case .value, .fault, .cancel: nil
            case .future(let other):
                { [future = future(other)] _ in future }
            case .cancelAndFuture(let other):
                { [self, future = future(other)] _ in
                    if let number = link.token { tokens[number].cancel() }
                    return future
                }
            case .chain(let length):
                { [self] number in
                    var last = Future(parcel(number))
                    for _ in 0..<length { last = last.continueOnSuccessWith { [self] in parcel($0.number) } }
                    return last
                }
            }
        let value: @Sendable (Ending) throws -> Parcel = { [self] ending in
            let number = run(ending)
            return switch link.answer {
            case .fault: throw fault(number)
            case .cancel: throw CancellationError()
            default: parcel(number)
            }
        }
        switch (link.form, inner) {
        case (.always, nil): return input.continueWith(executor, token: token) { try value(Ending($0.outcome)) }
        case (.onSuccess, nil): return input.continueOnSuccessWith(executor, token: token) { try value(.value($0.number)) }
        case (.onError, nil): return input.continueOnErrorWith(executor, token: token) { try value(Ending(error: $0)) }
        case (.always, let inner?): return input.continueWithFuture(executor, token: token) { inner(run(Ending($0.outcome))) }
        case (.onSuccess, let inner?): return input.continueOnSuccessWithFuture(executor, token: token) { inner(run(.value($0.number))) }
        case (.onError, let inner?): return input.continueOnErrorWithFuture(executor, token: token) { inner(run(Ending(error: $0))) }
        }
    }

    private func buildDelay(_ number: Int?, _ isLost: Bool, _ node: Int) -> Future<Parcel> {
        Future.withDelay(isLost ? StressPostman.lost : .seconds(1), token: token(number), timer: postman)
            .continueOnSuccessWith { [self] in parcel(UInt64(node)) }
    }

    private func buildLoop(
        _ first: Int, _ turns: Int, _ turn: Int?, _ place: StressPlan.Place, _ number: Int?, _ node: Int
    ) -> Future<Parcel> {
        let held = objects.make()
        let left = Countdown(turns)
        let inner = turn.map(future)
        let loop = future(first).continueWhile({ left.takeOne() }, executors[place], token: token(number)) { [self] in
            _ = held
            count(node)
            return inner ?? Future(parcel(0))
        }
        others.note(loop)
        return loop.continueOnSuccessWith { [self] in parcel(UInt64(node)) }
    }

    private func buildAsync(_ input: Int, _ number: Int?, _ node: Int) -> Future<Parcel> {
        let (input, held) = (future(input), objects.make())
        return .async(token: token(number)) { [self] in
            _ = held
            return parcel(StressModel.value(UInt64(node), .value(try await input.value.number)))
        }
    }

    private func buildRetry(_ failures: Int, _ times: Int, _ place: StressPlan.Place, _ node: Int) -> Future<Parcel> {
        let (executor, left) = (executors[place], Countdown(failures))
        return Future.retry(times: times, backoff: .constant(.seconds(1)), timer: postman) { [self] _ in
            Future(()).continueWith(executor) { [self] _ in
                count(node)
                if left.takeOne() { throw fault(UInt64(node)) }
                return parcel(UInt64(node))
            }
        }
    }
}
