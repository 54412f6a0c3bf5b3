/// The executor of continuations that are isolated to the main actor: `.mainActor`.
///
///     page.continueOnSuccessWith(.mainActor) { page in label.text = page.title }
///
/// It runs them like ``FutureExecutor/main``, on the main queue, and at once if the caller is already there. In addition, the compiler knows
/// that the closure is isolated, so the closure may use everything that belongs to the main actor.
public struct MainActorExecutor: Sendable {
    /// The executor for the main actor.
    public static var mainActor: MainActorExecutor { MainActorExecutor() }

    /// Returns `body` as a closure for ``FutureExecutor/main``.
    func entering<Input: Sendable, Output: Sendable>(
        _ body: @escaping @MainActor @Sendable (Input) throws -> Output
    ) -> @Sendable (Input) throws -> Output {
        // `.main` runs closures only on the main queue or the main thread, and that is where the main actor runs.
        { input in try MainActor.assumeIsolated { try body(input) } }
    }
}
