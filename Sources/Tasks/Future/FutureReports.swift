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
