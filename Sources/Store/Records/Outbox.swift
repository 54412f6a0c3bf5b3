package import Records

/// Takes the events of a session to the program, in the order in which they are put here.
///
/// Sources can read without end, so they wait for room before they read more. Nobody else waits: an event is put here while the records are
/// locked, so that the events have the order of the records' numbers.
package protocol Outbox: Sendable {
    /// Adds an event. Neither waits nor calls the records.
    func put(_ event: IntakeEvent)
    /// Waits while many events have not been taken yet. Returns at the latest when `wakeAll` or `close` is called.
    func waitForRoom()
    /// Wakes all sources that wait for room, because some of them may have been canceled.
    func wakeAll()
    /// Drops the events that have not been taken. From now on none is kept, and nobody waits.
    func close()
}

/// An event that the intake reports to the program. Events are reported in order, one at a time.
package enum IntakeEvent: Sendable {
    case records(RecordBatch)
    /// `name` identifies the source: a path or "standard input".
    case source(name: String, SourceState)
    case journal(JournalState)
    /// An act of the user in an earlier session that is being reopened. Acts and records are reported in their original order.
    /// `numbers` has the records that the numbers in the act stand for.
    case act(json: [UInt8], at: Int64, numbers: RecordNumbers)
}
