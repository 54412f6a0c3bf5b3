/// Anything, taken across threads on the word of the person who wrote it.
///
/// Bolts is older than `Sendable`: it takes any closure and any result and runs them where it is told. Code written for
/// it must build unchanged, so nothing public here asks for `Sendable`, and inside everything travels in one of these.
struct Carried<Wrapped>: @unchecked Sendable {
    // Unchecked: never read by two threads at once by our doing. A closure is called by the one job it belongs to. Results
    // are the user's: several continuations may read the same one, as has always been so with Bolts.
    let wrapped: Wrapped

    init(_ wrapped: Wrapped) {
        self.wrapped = wrapped
    }
}

/// A task, without keeping it alive.
struct WeakTask<TResult>: @unchecked Sendable {
    // Unchecked: a weak reference that never changes; tasks may be used from any thread.
    weak let task: Task<TResult>?
}
