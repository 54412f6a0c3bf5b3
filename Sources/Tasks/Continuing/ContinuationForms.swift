// The forms of continuation. They differ in what their closure receives and returns; `ContinuedStorage` does the rest.
//
// Each form repeats the same four steps instead of sharing them: this code is specialized for the caller's types, and
// passing a closure to a shared function would cost an allocation.
//
//     1  The closure is gone, so the future it returned has settled: end the way that future ended.
//     2  The closure does not apply to the input's outcome: pass the outcome on.
//     3  The closure must run elsewhere: submit it to the executor, which calls back with `.perform`.
//     4  The token is not cancelled: run the closure.

/// Runs its closure whatever the outcome; the closure returns a value.
// `@unchecked`: `body` is written by `init`, before other threads know the observer, and then only by the one thread that holds the
// observer (see `FutureObserver`), which takes the closure to call it. The rest is proved at `ContinuedStorage`.
@usableFromInline
final class ValueContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Future<Input>) throws -> Value)?

    @inlinable
    init(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Future<Input>) throws -> Value
    ) {
        self.body = body
        super.init(executor, token) { Self.behave($0, $1) }
    }

    @inlinable
    static func behave(_ observer: FutureObserver, _ phase: Phase) -> ObserverChain {
        // This function is only ever installed on an instance of this class.
        let me = unsafe unsafeDowncast(observer, to: ValueContinuation.self)
        if me.body == nil { return me.forward() }
        if phase == .react, !me.runsHere {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take(), !me.isTokenCancelled else {
            return me.end(.cancelled)
        }
        return me.settle { try body(Future(storage: input)) }
    }
}

/// Runs its closure whatever the outcome; the closure returns a future.
// `@unchecked`: `body` is written by `init`, before other threads know the observer, and then only by the one thread that holds the
// observer (see `FutureObserver`), which takes the closure to call it. The rest is proved at `ContinuedStorage`.
@usableFromInline
final class FutureContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Future<Input>) throws -> Future<Value>)?

    @inlinable
    init(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Future<Input>) throws -> Future<Value>
    ) {
        self.body = body
        super.init(executor, token) { Self.behave($0, $1) }
    }

    @inlinable
    static func behave(_ observer: FutureObserver, _ phase: Phase) -> ObserverChain {
        // This function is only ever installed on an instance of this class.
        let me = unsafe unsafeDowncast(observer, to: FutureContinuation.self)
        if me.body == nil { return me.forward() }
        if phase == .react, !me.runsHere {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take(), !me.isTokenCancelled else {
            return me.end(.cancelled)
        }
        return me.follow { try body(Future(storage: input)) }
    }
}

/// Runs its closure on success; the closure returns a value.
// `@unchecked`: `body` is written by `init`, before other threads know the observer, and then only by the one thread that holds the
// observer (see `FutureObserver`), which takes the closure to call it. The rest is proved at `ContinuedStorage`.
@usableFromInline
final class SuccessValueContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Input) throws -> Value)?

    @inlinable
    init(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Input) throws -> Value
    ) {
        self.body = body
        super.init(executor, token) { Self.behave($0, $1) }
    }

    @inlinable
    static func behave(_ observer: FutureObserver, _ phase: Phase) -> ObserverChain {
        // This function is only ever installed on an instance of this class.
        let me = unsafe unsafeDowncast(observer, to: SuccessValueContinuation.self)
        if me.body == nil { return me.forward() }
        if phase == .react, !me.runsHere, me.inputSucceeded {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take() else { return me.end(.cancelled) }
        // Skipping needs no executor, because no user code runs.
        guard case .success(let value)? = input.written else { return me.skip(input.written?.error) }
        if me.isTokenCancelled { return me.end(.cancelled) }
        return me.settle { try body(value) }
    }
}

/// Runs its closure on success; the closure returns a future.
// `@unchecked`: `body` is written by `init`, before other threads know the observer, and then only by the one thread that holds the
// observer (see `FutureObserver`), which takes the closure to call it. The rest is proved at `ContinuedStorage`.
@usableFromInline
final class SuccessFutureContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Input) throws -> Future<Value>)?

    @inlinable
    init(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Input) throws -> Future<Value>
    ) {
        self.body = body
        super.init(executor, token) { Self.behave($0, $1) }
    }

    @inlinable
    static func behave(_ observer: FutureObserver, _ phase: Phase) -> ObserverChain {
        // This function is only ever installed on an instance of this class.
        let me = unsafe unsafeDowncast(observer, to: SuccessFutureContinuation.self)
        if me.body == nil { return me.forward() }
        if phase == .react, !me.runsHere, me.inputSucceeded {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take() else { return me.end(.cancelled) }
        guard case .success(let value)? = input.written else { return me.skip(input.written?.error) }
        if me.isTokenCancelled { return me.end(.cancelled) }
        return me.follow { try body(value) }
    }
}

/// Runs its closure on failure; the closure returns an outcome or a future of the same type.
// `@unchecked`: `body` is written by `init`, before other threads know the observer, and then only by the one thread that holds the
// observer (see `FutureObserver`), which takes the closure to call it. The rest is proved at `ContinuedStorage`.
@usableFromInline
final class RecoveryContinuation<Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (any Error) throws -> ContinuationStep<Value>)?

    @inlinable
    init(
        _ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (any Error) throws -> ContinuationStep<Value>
    ) {
        self.body = body
        super.init(executor, token) { Self.behave($0, $1) }
    }

    @inlinable
    static func behave(_ observer: FutureObserver, _ phase: Phase) -> ObserverChain {
        // This function is only ever installed on an instance of this class.
        let me = unsafe unsafeDowncast(observer, to: RecoveryContinuation.self)
        if me.body == nil { return me.forward() }
        if phase == .react, !me.runsHere, me.antecedent?.ending == .failure { return me.submit() }
        guard let input = me.takeInput(of: Value.self), let body = me.body.take() else { return me.end(.cancelled) }
        if me.isTokenCancelled { return me.end(.cancelled) }
        guard case .failure(let error)? = input.written else { return me.end(input.written ?? .cancelled) }
        do {
            switch try body(error) {
            case .outcome(let outcome): return me.end(outcome)
            case .future(let future): return me.follow(future)
            }
        } catch {
            return me.end(Outcome(thrown: error))
        }
    }
}

/// The result of a recovery closure: an outcome, or a future that will have one.
@usableFromInline
enum ContinuationStep<Value: Sendable> {
    case outcome(Outcome<Value>)
    case future(Future<Value>)
}
