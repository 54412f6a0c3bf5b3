/// A weak reference to a task.
struct WeakTask<TResult>: @unchecked Sendable {
    // `@unchecked`: the reference is immutable, and tasks may be used from any thread.
    weak let task: Task<TResult>?
}
