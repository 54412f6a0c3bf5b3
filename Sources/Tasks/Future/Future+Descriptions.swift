import Synchronization

// What a person sees of a future: in a message, in a debugger's list of variables, and in what `dump` prints.

extension Future: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Future<Int>: pending`, `Future<Int>: success(3)`, `Future<Int>: failure(…)` or `Future<Int>: cancelled`.
    public var description: String { "Future<\(Value.self)>: \(storage.stateDescription)" }

    /// As ``description``, with whether anybody waits for it and, if reports are on, where it was made.
    public var debugDescription: String { "Future<\(Value.self)>: \(storage.debugStateDescription)" }

    /// One child, `state`, in place of how a future is built.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": storage.debugStateDescription], displayStyle: .struct)
    }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// As the description of its future, with `Promise` in front.
    public var description: String { "Promise<\(Value.self)>: \(storage.stateDescription)" }

    /// As the debug description of its future, with `Promise` in front.
    public var debugDescription: String { "Promise<\(Value.self)>: \(storage.debugStateDescription)" }

    /// One child, `state`, in place of how a promise is built.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": storage.debugStateDescription], displayStyle: .struct)
    }
}

extension FutureStorage {
    // Reads what is written without counting as somebody who looked at it.

    var stateDescription: String { written?.description ?? "pending" }

    var debugStateDescription: String {
        let waiting = FutureState(word: state.load(ordering: .acquiring)).newest != 0
        let state = written.map(\.debugDescription) ?? (waiting ? "pending, waited for" : "pending, nobody waits")
        return FutureReports.place(place).map { "\(state), made at \($0)" } ?? state
    }
}

extension Outcome: CustomStringConvertible, CustomDebugStringConvertible {
    /// `success(value)`, `failure(error)` or `cancelled`.
    public var description: String {
        switch self {
        case .success(let value): "success(\(value))"
        case .failure(let error): "failure(\(error))"
        case .cancelled: "cancelled"
        }
    }

    /// As ``description``, with the value and the error as a debugger shows them.
    public var debugDescription: String {
        switch self {
        case .success(let value): "success(\(String(reflecting: value)))"
        case .failure(let error): "failure(\(String(reflecting: error)))"
        case .cancelled: "cancelled"
        }
    }
}

extension CancellationTokenSource: CustomStringConvertible {
    /// `CancellationTokenSource: active` or `CancellationTokenSource: cancelled`.
    public var description: String { "CancellationTokenSource: \(token.stateDescription)" }
}

extension CancellationToken: CustomStringConvertible {
    /// `CancellationToken: active` or `CancellationToken: cancelled`.
    public var description: String { "CancellationToken: \(stateDescription)" }

    fileprivate var stateDescription: String { isCancellationRequested ? "cancelled" : "active" }
}
