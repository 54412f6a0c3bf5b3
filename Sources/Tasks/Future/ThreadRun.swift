// How continuations run: in a loop instead of by recursion.
//
// Settling a future yields a chain of observers. Running one of them may settle another future and yield another chain, which
// is put in front of the rest. So a million chained continuations run in one loop, in the same order as with recursion: the
// continuations of a continuation run before its younger siblings.
//
// Only user code can still recurse: a continuation may settle a promise whose continuation settles another promise, or may
// continue a settled future. Each of these starts a run inside a run. Up to a limit, the inner run starts at once, as in
// Bolts. Above the limit, it is deferred to the innermost run on this thread that is below the limit. No work moves to
// another thread, so the order is kept and the stack is bounded.
//
// Releasing works the same way, because dropping a pending future drops its observers, which are futures themselves.

/// The runs of one thread: how deeply they are nested, and what has been deferred or waits to be released.
@usableFromInline
final class ThreadRun {
    /// How many runs may be nested on one thread for the default executor.
    @usableFromInline static let nestingLimit = 20
    /// How many runs may be nested on one thread for the immediate executor. This number of runs fits on a stack of 512 KiB.
    @usableFromInline static let immediateNestingLimit = 100

    private static let threadLocal = ThreadLocal<ThreadRun>()

    @inline(__always)
    private static func withCurrent<Result>(_ body: (ThreadRun) -> Result) -> Result {
        threadLocal.with(orMake: { ThreadRun() }, body)
    }

    @inline(__always)
    private static func nest<Result>(_ body: (ThreadRun) -> Result) -> Result {
        withCurrent { run in
            run.depth += 1
            let result = body(run)
            run.depth -= 1
            return result
        }
    }

    // Only this thread uses these fields, and every access ends before anything else is called.
    @safe @exclusivity(unchecked) private var depth = 0
    @safe @exclusivity(unchecked) private var deferred = ObserverChain.empty
    @safe @exclusivity(unchecked) private var leaving = ObserverChain.empty
    @safe @exclusivity(unchecked) private var isLetGoing = false

    /// Runs observers and everything that follows from them before it returns; defers those that would nest too deeply.
    @usableFromInline
    static func run(_ chain: ObserverChain) {
        nest { $0.drain(chain) }
    }

    /// Runs one observer and everything that follows from it, or defers it if it would nest too deeply.
    @usableFromInline
    static func run(_ observer: FutureObserver) {
        nest { run in
            // No limit is lower than that of the default executor.
            if run.depth > nestingLimit, run.depth > observer.nestingLimit {
                run.deferred.append(observer)
            } else {
                run.drain(observer.react())
            }
        }
    }

    /// Runs `body` as one nested run and returns its result; returns nil without running it if `limit` runs are nested.
    static func run<Result>(upTo limit: Int, _ body: () -> Result) -> Result? {
        nest { run in
            if run.depth > limit { return nil }
            let result = body()
            // Observers deferred while `body` ran may now be below their limit.
            run.drain(.empty)
            return result
        }
    }

    /// Performs `observer` for an executor, and runs everything that follows from it.
    @usableFromInline
    static func perform(_ observer: FutureObserver) {
        nest { $0.drain(observer.perform()) }
    }

    /// Runs the deferred observers of this thread. A thread calls this before it blocks, because it may be about to wait for
    /// exactly that work.
    static func runDeferred() {
        nest { run in
            while let observer = run.deferred.popFirst() { run.drain(observer.react()) }
        }
    }

    private func drain(_ chain: ObserverChain) {
        var chain = chain
        while true {
            while let observer = chain.popFirst() {
                // No limit is lower than that of the default executor.
                if depth > Self.nestingLimit, depth > observer.nestingLimit {
                    deferred.append(observer)
                } else {
                    chain.prepend(observer.react())
                }
            }
            guard FutureObserver.with(deferred.first, { depth <= $0.nestingLimit }) == true, let observer = deferred.popFirst() else {
                return
            }
            chain = observer.react()
        }
    }

    // MARK: Releasing

    /// Releases a pile of observers, oldest first.
    @usableFromInline
    static func release(pile newest: UInt) {
        var chain = ObserverChain.empty
        var address = newest
        while let observer = FutureObserver.peek(address) {
            let older = observer.link
            observer.link = chain.first
            if chain.isEmpty { chain.last = address }
            chain.first = address
            address = older
        }
        release(chain)
    }

    /// Releases observers one after the other. Objects that their `deinit` releases are queued here, so that they do not nest on the stack.
    static func release(_ chain: ObserverChain) {
        if chain.isEmpty { return }
        withCurrent { run in
            run.leaving.append(chain)
            if run.isLetGoing { return }
            run.isLetGoing = true
            while run.leaving.popFirst() != nil {}
            run.isLetGoing = false
        }
    }
}
