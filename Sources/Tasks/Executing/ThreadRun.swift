// How continuations run: in a loop, never by recursion.
//
// Settling a future yields a chain of observers; running one may settle the next future, which yields another chain,
// which goes in front of what is left. So a chain of a million links is a loop, and the order is the one that recursion
// would have had: a continuation's own continuations come before its younger siblings.
//
// What is left is recursion of the user's making: a continuation that settles a promise, whose continuation settles the
// next one …, or that continues a future which is settled already. Each of those starts a run inside a run. Up to a
// limit it runs at once, as Bolts does; beyond it is deferred to the innermost run that is low enough on this thread.
// Nothing moves to another thread, so the order is kept; and the stack is bounded whatever people do.
//
// The same for letting go: dropping a pending future drops its observers, which are futures themselves.

/// What one thread is running: how deeply runs are nested, what has been deferred, what is being let go of.
@usableFromInline
final class ThreadRun {
    /// Runs that may be nested on one thread for the default executor.
    @usableFromInline static let nestingLimit = 20
    /// For the immediate executor, which promises to have run when the call returns: as deep as a 512 KiB stack bears.
    @usableFromInline static let immediateNestingLimit = 100

    private static let threadLocal = ThreadLocal<ThreadRun>()

    @inline(__always)
    private static func withCurrent<Result>(_ body: (ThreadRun) -> Result) -> Result {
        threadLocal.with(orMake: { ThreadRun() }, body)
    }

    // One thread's own; every access is over before anything else is called.
    @safe @exclusivity(unchecked) private var depth = 0
    @safe @exclusivity(unchecked) private var deferred = ObserverChain.empty
    @safe @exclusivity(unchecked) private var leaving = ObserverChain.empty
    @safe @exclusivity(unchecked) private var isLetGoing = false

    /// Runs observers and all that follows from them, before it returns unless runs are nested too deeply.
    @usableFromInline
    static func run(_ chain: ObserverChain) {
        withCurrent { run in
            run.depth += 1
            run.drain(chain)
            run.depth -= 1
        }
    }

    /// The same for one observer.
    @usableFromInline
    static func run(_ observer: FutureObserver) {
        withCurrent { run in
            run.depth += 1
            // Every limit is at least that of the default executor.
            if run.depth > nestingLimit, run.depth > observer.nestingLimit {
                run.deferred.append(observer)
            } else {
                run.drain(observer.react())
            }
            run.depth -= 1
        }
    }

    /// Does `body` as if it were a continuation's; nil, doing nothing, where runs are nested too deeply for one more.
    static func run<Result>(upTo limit: Int, _ body: () -> Result) -> Result? {
        withCurrent { run in
            if run.depth >= limit { return nil }
            run.depth += 1
            let result = body()
            // What was too deep in there may be low enough now.
            run.drain(.empty)
            run.depth -= 1
            return result
        }
    }

    /// Runs what an executor was asked to run for `observer`, and all that follows.
    @usableFromInline
    static func perform(_ observer: FutureObserver) {
        withCurrent { run in
            run.depth += 1
            run.drain(observer.perform())
            run.depth -= 1
        }
    }

    /// Runs what was deferred on this thread. For a thread that is about to wait, maybe for just that.
    static func runDeferred() {
        withCurrent { run in
            while let observer = run.deferred.popFirst() { Self.react(observer, in: run) }
        }
    }

    private static func react(_ observer: FutureObserver, in run: ThreadRun) {
        run.depth += 1
        run.drain(observer.react())
        run.depth -= 1
    }

    private func drain(_ chain: ObserverChain) {
        var chain = chain
        while true {
            while let observer = chain.popFirst() {
                // Every limit is at least that of the default executor.
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

    // MARK: Letting go

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

    /// Releases observers one after the other; what their `deinit` lets go of joins the queue instead of the stack.
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
