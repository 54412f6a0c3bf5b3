import Platform
public import Synchronization

// The global state of reports: a switch, a handler that is set once, and the numbers of places. It must be global because a
// future that is released has no other way to report. While the switch is off, making a future costs one extra load, and
// nothing is stored.

/// Reports errors that no code has read and promises that were dropped before they were settled.
///
///     FutureReports.start()    // writes them to standard error
///     // Future<Int> made at App/Upload.swift:12 in send(_:): nobody looked at its error: timeout
///
/// Reports are off until started, in debug and release builds alike; futures made before that are not reported. An error counts as looked
/// at once the future's outcome was read or awaited, or the future was continued or combined. The future that results from a continuation
/// or combination is then responsible for the error.
public enum FutureReports {
    private struct State: Sendable {
        var handler: (@Sendable (FutureReport) -> Void)?
        var places = PlaceTable()
    }

    @usableFromInline static let power = Atomic(false)
    private static let state = Locked(State())

    /// Whether futures made now will be reported.
    @inlinable public static var isOn: Bool { power.load(ordering: .relaxed) }

    /// Sends reports to `handler` until the program ends. Returns `false` and changes nothing if a handler is already set.
    ///
    /// - Parameter handler: Called on the thread that released the future or promise, outside any lock. By default it
    ///   writes a line to standard error.
    @discardableResult
    public static func start(_ handler: @escaping @Sendable (FutureReport) -> Void = { writeToStandardError($0) }) -> Bool {
        let isFirst = state.withLock { state in
            guard state.handler == nil else { return false }
            state.handler = handler
            return true
        }
        if isFirst { power.store(true, ordering: .relaxed) }
        return isFirst
    }

    /// Writes the report's description to standard error, as a line of its own.
    public static func writeToStandardError(_ report: FutureReport) {
        let line = Array("\(report)\n".utf8)
        unsafe line.withUnsafeBytes { bytes in
            // One call, so that lines of several threads do not mix. A failure is ignored: standard error may be closed.
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    static func number(of place: RawPlace) -> UInt32 {
        state.withLock { $0.places.number(of: place) }
    }

    static func place(_ number: UInt32) -> FuturePlace? {
        number == 0 ? nil : state.withLock { $0.places.place(number) }
    }

    static func report(_ kind: FutureReport.Kind, of future: String, madeAt number: UInt32) {
        guard let place = place(number), let handler = state.withLock({ $0.handler }) else { return }
        handler(FutureReport(kind: kind, future: future, place: place))
    }
}

/// A likely mistake: an error that no code has read or a promise that was never settled.
public struct FutureReport: Sendable, CustomStringConvertible {
    /// The kinds of mistake.
    public enum Kind: Sendable {
        /// The future failed with this error and was released without anything reading its outcome.
        case unseenError(any Error)
        /// The promise was dropped before it was settled, so the future failed with a ``BrokenPromise``.
        case droppedPromise
    }

    /// The kind of mistake.
    public let kind: Kind
    /// The future's type, such as `Future<Int>`.
    public let future: String
    /// Where the promise or the future was made.
    public let place: FuturePlace

    /// One line: the mistake, and where the future was made.
    public var description: String {
        switch kind {
        case .unseenError(let error): "\(future) made at \(place): nobody looked at its error: \(error)"
        case .droppedPromise: "\(future) made at \(place): its promise was dropped before it was settled"
        }
    }
}

/// The error of a future that cannot be settled any more.
public struct BrokenPromise: Error, Hashable, CustomStringConvertible {
    /// Why the future cannot be settled.
    public enum Reason: Sendable, Hashable {
        /// The last copy of the promise was dropped.
        case promiseDropped
        /// The executor with this name dropped the future's job instead of running it.
        case jobDropped(executor: String)
        /// The closure of a continuation returned the future that the continuation made, which would wait for itself.
        case followsItself
    }

    /// Why the future cannot be settled.
    public let reason: Reason
    /// Where the promise was made, if reports are on (see ``FutureReports``).
    public let place: FuturePlace?

    /// Creates an error with this reason.
    public init(_ reason: Reason, place: FuturePlace? = nil) {
        self.reason = reason
        self.place = place
    }

    /// The reason and, if known, where the promise was made.
    public var description: String {
        let made = place.map { " (made at \($0))" } ?? ""
        return switch reason {
        case .promiseDropped: "the promise\(made) was dropped before it was settled"
        case .followsItself: "a continuation returned its own future\(made), which would wait for itself"
        case .jobDropped(let executor): "the executor \(executor) dropped the job of a future\(made) instead of running it"
        }
    }
}
