import Synchronization

// Descriptions of futures for messages, for the debugger's list of variables and for `dump`.

extension Future: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Future<Int>: pending`, `Future<Int>: success(3)`, `Future<Int>: failure(…)` or `Future<Int>: cancelled`.
    public var description: String { "Future<\(Value.self)>: \(storage.stateDescription)" }

    /// The ``description``, whether anything waits for the future and, if reports are on, where the future was made.
    public var debugDescription: String { "Future<\(Value.self)>: \(storage.debugStateDescription)" }

    /// One child, `state`, instead of the future's storage.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": storage.debugStateDescription], displayStyle: .struct)
    }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description of the future, with `Promise` in place of `Future`.
    public var description: String { "Promise<\(Value.self)>: \(storage.stateDescription)" }

    /// The debug description of the future, with `Promise` in place of `Future`.
    public var debugDescription: String { "Promise<\(Value.self)>: \(storage.debugStateDescription)" }

    /// One child, `state`, instead of the promise's storage.
    public var customMirror: Mirror {
        Mirror(self, children: ["state": storage.debugStateDescription], displayStyle: .struct)
    }
}

extension FutureStorage {
    // These read `written`, so that describing a future does not count as looking at its error.

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

    /// The ``description`` with the debug descriptions of the value and the error.
    public var debugDescription: String {
        switch self {
        case .success(let value): "success(\(String(reflecting: value)))"
        case .failure(let error): "failure(\(String(reflecting: error)))"
        case .cancelled: "cancelled"
        }
    }
}
