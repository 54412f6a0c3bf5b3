import DeviceLogs
import Tasks

/// The end of what was read of a device's log, shared by the readings that follow each other.
final class LogProgress: Sendable {
    private let position = Locked(LogPosition())

    /// The time from which on the log is read; nil before the first line.
    var time: String? { position.withLock { $0.time } }

    func resume() { position.withLock { $0.resume() } }

    /// Notes a line. Returns whether it is new.
    func note(_ line: ArraySlice<UInt8>) -> Bool { position.withLock { $0.note(line) } }
}
