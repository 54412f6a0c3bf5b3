// The forms of continuation. They differ in what their closure gets and returns; the rest is `ContinuedStorage`.
//
// Each has the same four steps, spelt out rather than shared: it is this code that is compiled for the caller's types, and
// a closure passed to a shared function would be one more thing to allocate.
//
//     1  the future inside has settled? end as it did
//     2  not its business? pass the outcome on
//     3  not where it should run? hand it to the executor, come back with `.perform`
//     4  not cancelled? run the closure

/// Runs whatever the outcome, and returns a value.
@usableFromInline
final class ValueContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass. The closure is let go of when it has run.
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
    static func behave(_ observer: FutureObserver, _ moment: Moment) -> ObserverChain {
        // This behaviour is only ever given to its own kind.
        let me = unsafe unsafeDowncast(observer, to: ValueContinuation.self)
        if me.body == nil { return me.forward() }
        if moment == .react, !me.runsHere {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take(), !me.isTokenCancelled else {
            return me.settleClaimed(.cancelled)
        }
        do {
            return me.settleClaimed(.success(try body(Future(storage: input))))
        } catch {
            return me.settleClaimed(Outcome(thrown: error))
        }
    }
}

/// Runs whatever the outcome, and returns a future.
@usableFromInline
final class FutureContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass. The closure is let go of when it has run.
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
    static func behave(_ observer: FutureObserver, _ moment: Moment) -> ObserverChain {
        // This behaviour is only ever given to its own kind.
        let me = unsafe unsafeDowncast(observer, to: FutureContinuation.self)
        if me.body == nil { return me.forward() }
        if moment == .react, !me.runsHere {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take(), !me.isTokenCancelled else {
            return me.settleClaimed(.cancelled)
        }
        do {
            return me.follow(try body(Future(storage: input)))
        } catch {
            return me.settleClaimed(Outcome(thrown: error))
        }
    }
}

/// Runs on success, and returns a value.
@usableFromInline
final class SuccessValueContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass. The closure is let go of when it has run.
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
    static func behave(_ observer: FutureObserver, _ moment: Moment) -> ObserverChain {
        // This behaviour is only ever given to its own kind.
        let me = unsafe unsafeDowncast(observer, to: SuccessValueContinuation.self)
        if me.body == nil { return me.forward() }
        if moment == .react, !me.runsHere, me.inputSucceeded(Input.self) {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take() else { return me.settleClaimed(.cancelled) }
        // Skipping needs no executor: nothing of the user's runs.
        guard case .success(let value)? = input.written else { return me.skip(input.written?.error) }
        if me.isTokenCancelled { return me.settleClaimed(.cancelled) }
        do {
            return me.settleClaimed(.success(try body(value)))
        } catch {
            return me.settleClaimed(Outcome(thrown: error))
        }
    }
}

/// Runs on success, and returns a future.
@usableFromInline
final class SuccessFutureContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass. The closure is let go of when it has run.
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
    static func behave(_ observer: FutureObserver, _ moment: Moment) -> ObserverChain {
        // This behaviour is only ever given to its own kind.
        let me = unsafe unsafeDowncast(observer, to: SuccessFutureContinuation.self)
        if me.body == nil { return me.forward() }
        if moment == .react, !me.runsHere, me.inputSucceeded(Input.self) {
            return me.submit()
        }
        guard let input = me.takeInput(of: Input.self), let body = me.body.take() else { return me.settleClaimed(.cancelled) }
        guard case .success(let value)? = input.written else { return me.skip(input.written?.error) }
        if me.isTokenCancelled { return me.settleClaimed(.cancelled) }
        do {
            return me.follow(try body(value))
        } catch {
            return me.settleClaimed(Outcome(thrown: error))
        }
    }
}

/// Runs on failure, and returns a value or a future of the same type.
@usableFromInline
final class RecoveryContinuation<Value: Sendable>: ContinuedStorage<Value>, @unchecked Sendable {
    // Unchecked as its superclass. The closure is let go of when it has run.
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
    static func behave(_ observer: FutureObserver, _ moment: Moment) -> ObserverChain {
        // This behaviour is only ever given to its own kind.
        let me = unsafe unsafeDowncast(observer, to: RecoveryContinuation.self)
        if me.body == nil { return me.forward() }
        if moment == .react, !me.runsHere, me.input(of: Value.self)?.written?.isFailure ?? false { return me.submit() }
        guard let input = me.takeInput(of: Value.self), let body = me.body.take() else { return me.settleClaimed(.cancelled) }
        if me.isTokenCancelled { return me.settleClaimed(.cancelled) }
        guard case .failure(let error)? = input.written else { return me.settleClaimed(input.written ?? .cancelled) }
        do {
            switch try body(error) {
            case .outcome(let outcome): return me.settleClaimed(outcome)
            case .future(let future): return me.follow(future)
            }
        } catch {
            return me.settleClaimed(Outcome(thrown: error))
        }
    }
}

/// What a closure has come to: an outcome, or a future that will have it.
@usableFromInline
enum ContinuationStep<Value: Sendable> {
    case outcome(Outcome<Value>)
    case future(Future<Value>)
}
