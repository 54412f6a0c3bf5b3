// The forms of continuation. They differ in what their closure receives and returns, and in the outcomes that it is called for; the rest
// is `carryOut`.
//
// Each form is a class with a closure of its own type. One class with an enum of closures would need 16 bytes more for each continuation.
// A class that is generic over the form would be slower, because it could not release a closure without looking up the type of the form.

/// A continuation of one form.
@usableFromInline
protocol ContinuationForm: AnyObject {
    associatedtype Input: Sendable
    associatedtype Output: Sendable

    /// Whether the closure has been released, so that this object forwards the outcome of the future that the closure returned.
    var isForwarding: Bool { get }

    /// Returns whether the closure is called for a future with this ending. If not, no user code runs, so the executor is not needed.
    static func applies(to ending: FutureEnding) -> Bool

    func releaseBody()

    /// Takes the closure and calls it, or passes on an outcome for which the closure is not called.
    func step(after input: FutureStorage<Input>) throws -> ContinuationStep<Output>
}

/// What follows a continuation: an outcome, or a future that will have one.
@usableFromInline
enum ContinuationStep<Value: Sendable> {
    case outcome(Outcome<Value>)
    case future(Future<Value>)
}

extension ContinuedStorage {
    /// Does the work of a phase. `form` is this object, typed as a continuation of its form.
    @inlinable @inline(__always)
    final func carryOut<Form: ContinuationForm>(_ form: Form, _ phase: Phase) -> ObserverChain where Form.Output == Value {
        // The closure has returned a future, which has settled.
        if form.isForwarding { return forward() }
        if phase == .react, !runsHere, let ending = antecedent?.ending, Form.applies(to: ending) { return submit() }
        guard let input = takeInput(of: Form.Input.self), !isTokenCancelled else {
            form.releaseBody()
            return end(.cancelled)
        }
        do {
            switch try form.step(after: input) {
            case .outcome(let outcome): return end(outcome)
            case .future(let future): return follow(future)
            }
        } catch {
            return end(Outcome(thrown: error))
        }
    }
}

extension FutureStorage {
    /// The outcome that another future takes over from this one, which has settled without a value.
    @inlinable @inline(__always)
    final func failureOrCancellation<Other: Sendable>() -> Outcome<Other> {
        if let error = written?.error { .failure(error) } else { .cancelled }
    }
}

/// Calls its closure whatever the outcome; the closure returns a value.
// `@unchecked`: `body` is written by `init`, before other threads know the observer, and then only by the one thread that holds the
// observer (see `FutureObserver`), which takes the closure to call it. The rest is proved at `ContinuedStorage`.
@usableFromInline
final class ValueContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, ContinuationForm, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Future<Input>) throws -> Value)?

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Future<Input>) throws -> Value) {
        self.body = body
        super.init(executor, token) { observer, phase in
            // This closure is only ever installed on an instance of this class.
            let me = unsafe unsafeDowncast(observer, to: ValueContinuation.self)
            return me.carryOut(me, phase)
        }
    }

    @inlinable var isForwarding: Bool { body == nil }

    @inlinable
    static func applies(to ending: FutureEnding) -> Bool { true }

    @inlinable
    override func releaseBody() { body = nil }

    @inlinable @inline(__always)
    func step(after input: FutureStorage<Input>) throws -> ContinuationStep<Value> {
        guard let body = body.take() else { return .outcome(.cancelled) }
        return .outcome(.success(try body(Future(storage: input))))
    }
}

/// Calls its closure whatever the outcome; the closure returns a future.
// `@unchecked`: see `ValueContinuation`.
@usableFromInline
final class FutureContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, ContinuationForm, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Future<Input>) throws -> Future<Value>)?

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Future<Input>) throws -> Future<Value>) {
        self.body = body
        super.init(executor, token) { observer, phase in
            // This closure is only ever installed on an instance of this class.
            let me = unsafe unsafeDowncast(observer, to: FutureContinuation.self)
            return me.carryOut(me, phase)
        }
    }

    @inlinable var isForwarding: Bool { body == nil }

    @inlinable
    static func applies(to ending: FutureEnding) -> Bool { true }

    @inlinable
    override func releaseBody() { body = nil }

    @inlinable @inline(__always)
    func step(after input: FutureStorage<Input>) throws -> ContinuationStep<Value> {
        guard let body = body.take() else { return .outcome(.cancelled) }
        return .future(try body(Future(storage: input)))
    }
}

/// Calls its closure on success; the closure returns a value.
// `@unchecked`: see `ValueContinuation`.
@usableFromInline
final class SuccessValueContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, ContinuationForm, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Input) throws -> Value)?

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Input) throws -> Value) {
        self.body = body
        super.init(executor, token) { observer, phase in
            // This closure is only ever installed on an instance of this class.
            let me = unsafe unsafeDowncast(observer, to: SuccessValueContinuation.self)
            return me.carryOut(me, phase)
        }
    }

    @inlinable var isForwarding: Bool { body == nil }

    @inlinable
    static func applies(to ending: FutureEnding) -> Bool { ending.isSuccess }

    @inlinable
    override func releaseBody() { body = nil }

    @inlinable @inline(__always)
    func step(after input: FutureStorage<Input>) throws -> ContinuationStep<Value> {
        guard let body = body.take(), case .success(let value)? = input.written else { return .outcome(input.failureOrCancellation()) }
        return .outcome(.success(try body(value)))
    }
}

/// Calls its closure on success; the closure returns a future.
// `@unchecked`: see `ValueContinuation`.
@usableFromInline
final class SuccessFutureContinuation<Input: Sendable, Value: Sendable>: ContinuedStorage<Value>, ContinuationForm, @unchecked Sendable {
    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (Input) throws -> Future<Value>)?

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (Input) throws -> Future<Value>) {
        self.body = body
        super.init(executor, token) { observer, phase in
            // This closure is only ever installed on an instance of this class.
            let me = unsafe unsafeDowncast(observer, to: SuccessFutureContinuation.self)
            return me.carryOut(me, phase)
        }
    }

    @inlinable var isForwarding: Bool { body == nil }

    @inlinable
    static func applies(to ending: FutureEnding) -> Bool { ending.isSuccess }

    @inlinable
    override func releaseBody() { body = nil }

    @inlinable @inline(__always)
    func step(after input: FutureStorage<Input>) throws -> ContinuationStep<Value> {
        guard let body = body.take(), case .success(let value)? = input.written else { return .outcome(input.failureOrCancellation()) }
        return .future(try body(value))
    }
}

/// Calls its closure on failure; the closure returns an outcome or a future of the same type.
// `@unchecked`: see `ValueContinuation`.
@usableFromInline
final class RecoveryContinuation<Value: Sendable>: ContinuedStorage<Value>, ContinuationForm, @unchecked Sendable {
    @usableFromInline typealias Input = Value

    @safe @exclusivity(unchecked)
    @usableFromInline var body: (@Sendable (any Error) throws -> ContinuationStep<Value>)?

    @inlinable
    init(_ executor: FutureExecutor, _ token: CancellationToken?, _ body: @escaping @Sendable (any Error) throws -> ContinuationStep<Value>)
    {
        self.body = body
        super.init(executor, token) { observer, phase in
            // This closure is only ever installed on an instance of this class.
            let me = unsafe unsafeDowncast(observer, to: RecoveryContinuation.self)
            return me.carryOut(me, phase)
        }
    }

    @inlinable var isForwarding: Bool { body == nil }

    @inlinable
    static func applies(to ending: FutureEnding) -> Bool { ending == .failure }

    @inlinable
    override func releaseBody() { body = nil }

    @inlinable @inline(__always)
    func step(after input: FutureStorage<Value>) throws -> ContinuationStep<Value> {
        guard let body = body.take(), case .failure(let error)? = input.written else { return .outcome(input.written ?? .cancelled) }
        return try body(error)
    }
}
