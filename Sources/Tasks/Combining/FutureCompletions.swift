import Synchronization

// The code that joins share: one observer per input, which reports to the join. Inputs hold their observers, and the observers hold the
// join. The join does not hold its inputs, so dropping pending inputs also releases the join.

/// An object that is informed when each of its inputs settles.
@usableFromInline
protocol FutureJoin: AnyObject, Sendable {
    /// Reports that the input at `index` has settled. Returns the observers to run if this settles the join.
    func report(_ index: Int, _ input: FutureCell) -> ObserverChain

    /// Whether the outcomes of the remaining inputs no longer matter.
    var isDecided: Bool { get }
}

extension FutureJoin {
    /// Adds an observer to an input, unless the join is decided.
    @usableFromInline
    func observe(_ input: FutureCell, at index: Int) {
        if isDecided { return }
        input.observeOrReact(JoinObserver(index, of: self))
        input.countForSweep()
    }
}

/// The observer of one input.
// `@unchecked`: only the one thread that settles the input uses `input`, and the other added properties are immutable. The rest is proved
// at `FutureObserver`.
final class JoinObserver: FutureObserver, @unchecked Sendable {
    private let index: Int
    private let join: any FutureJoin
    @safe @exclusivity(unchecked)
    private var input: FutureCell?

    init(_ index: Int, of join: any FutureJoin) {
        self.index = index
        self.join = join
        super.init()
    }

    // No user code runs in here, so the nesting depth needs no limit.
    override var nestingLimit: Int { .max }
    override var isSpent: Bool { join.isDecided }

    override func antecedentDidSettle(_ antecedent: FutureCell) {
        input = antecedent
    }

    override func react() -> ObserverChain {
        guard let input = input.take() else { return .empty }
        return join.report(index, input)
    }
}

/// The outcome of one of several futures.
public struct FutureCompletion<Value: Sendable>: Sendable {
    /// The future's index in the sequence passed to ``Future/completions(of:)``.
    public let index: Int
    /// How the future ended.
    public let outcome: Outcome<Value>
}

/// An async sequence of the outcomes of several futures, in the order they settle; see ``Future/completions(of:)``.
public struct FutureCompletions<Value: Sendable>: AsyncSequence, Sendable {
    let futures: [Future<Value>]

    /// Returns an iterator over all futures. Futures that have already settled come first, in their original order.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: CompletionsMailbox.stream(of: futures).makeAsyncIterator())
    }

    /// An iterator that waits for the next future to settle. Canceling the waiting task ends the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncStream<FutureCompletion<Value>>.Iterator

        /// Returns the next completion, or `nil` after the last one.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FutureCompletion<Value>? {
            await stream.next(isolation: actor)
        }
    }
}

extension Future {
    /// Returns the outcomes of `futures` as an async sequence, in the order they settle.
    ///
    ///     for await completion in Future.completions(of: pages) {
    ///         show(completion.outcome, at: completion.index)
    ///     }
    ///
    /// Each future appears once; those that have already settled come first. The sequence buffers at most one outcome per future.
    public static func completions(of futures: some Sequence<Future<Value>>) -> FutureCompletions<Value> {
        FutureCompletions(futures: Array(futures))
    }
}

/// Passes completions to one iterator until the iterator is released.
private final class CompletionsMailbox<Input: Sendable>: FutureJoin {
    private let stream: AsyncStream<FutureCompletion<Input>>.Continuation
    private let remaining: Atomic<Int>
    private let isOver = Atomic(false)

    private init(_ count: Int, _ stream: AsyncStream<FutureCompletion<Input>>.Continuation) {
        self.stream = stream
        remaining = Atomic(count)
    }

    var isDecided: Bool { isOver.load(ordering: .acquiring) }

    func report(_ index: Int, _ input: FutureCell) -> ObserverChain {
        // The inputs are the futures of `stream(of:)`.
        let input = unsafe unsafeDowncast(input, to: FutureStorage<Input>.self)
        if let outcome = input.written { stream.yield(FutureCompletion(index: index, outcome: outcome)) }
        if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { stream.finish() }
        return .empty
    }

    static func stream(of futures: [Future<Input>]) -> AsyncStream<FutureCompletion<Input>> {
        AsyncStream { stream in
            if futures.isEmpty { return stream.finish() }
            let mailbox = CompletionsMailbox(futures.count, stream)
            for (index, future) in futures.enumerated() { mailbox.observe(future.storage, at: index) }
            // Once the iterator is gone, the observers of the pending futures are spent.
            stream.onTermination = { [weak mailbox] _ in mailbox?.isOver.store(true, ordering: .releasing) }
        }
    }
}
