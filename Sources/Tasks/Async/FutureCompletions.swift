import Synchronization

/// One of several futures has settled.
public struct FutureCompletion<Value: Sendable>: Sendable {
    /// Its place among the futures that were given.
    public let index: Int
    /// How it ended.
    public let outcome: Outcome<Value>
}

/// How futures end, one by one, in the order in which they do; see ``Future/completions(of:)``.
public struct FutureCompletions<Value: Sendable>: AsyncSequence, Sendable {
    let futures: [Future<Value>]

    /// Starts anew: those that have settled come first, in the order in which they were given.
    public func makeAsyncIterator() -> Iterator {
        Iterator(CompletionsMailbox.stream(of: futures).makeAsyncIterator())
    }

    /// Waits for the next one to settle. Cancelling the waiting task ends the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        private var stream: AsyncStream<FutureCompletion<Value>>.Iterator

        init(_ stream: AsyncStream<FutureCompletion<Value>>.Iterator) {
            self.stream = stream
        }

        /// The next completion; `nil` after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FutureCompletion<Value>? {
            await stream.next(isolation: actor)
        }
    }
}

extension Future {
    /// How `futures` end, as they do: the fastest first.
    ///
    ///     for await completion in Future.completions(of: pages) {
    ///         show(completion.outcome, at: completion.index)
    ///     }
    ///
    /// Each is told once; those that have settled already come first. No more is kept than there are futures.
    public static func completions(of futures: some Sequence<Future<Value>>) -> FutureCompletions<Value> {
        FutureCompletions(futures: Array(futures))
    }
}

/// Passes completions on to one iterator, until that is gone.
private final class CompletionsMailbox<Input: Sendable>: FutureJoin {
    private let stream: AsyncStream<FutureCompletion<Input>>.Continuation
    private let remaining: Atomic<Int>
    private let isOver = Atomic(false)

    private init(_ count: Int, _ stream: AsyncStream<FutureCompletion<Input>>.Continuation) {
        self.stream = stream
        remaining = Atomic(count)
    }

    var isDecided: Bool { isOver.load(ordering: .acquiring) }

    func report(_ index: Int, _ input: FutureStorage<Input>) -> ObserverChain {
        if let outcome = input.written { stream.yield(FutureCompletion(index: index, outcome: outcome)) }
        if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { stream.finish() }
        return .empty
    }

    static func stream(of futures: [Future<Input>]) -> AsyncStream<FutureCompletion<Input>> {
        AsyncStream { stream in
            if futures.isEmpty { return stream.finish() }
            let mailbox = CompletionsMailbox(futures.count, stream)
            for (index, future) in futures.enumerated() {
                future.storage.observeOrReact(JoinObserver(index, of: mailbox))
            }
            let inputs = futures.map { WeakInput(storage: $0.storage) }
            stream.onTermination = { [weak mailbox] _ in
                mailbox?.isOver.store(true, ordering: .releasing)
                // Nobody waits any more: the pending ones need not keep what would have told.
                for input in inputs { input.storage?.noteSpentObserver() }
            }
        }
    }
}

private struct WeakInput<Value: Sendable>: Sendable {
    weak let storage: FutureStorage<Value>?
}
