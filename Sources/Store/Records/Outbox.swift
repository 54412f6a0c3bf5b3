package import Records

/// Takes the events of a session to the program, in the order in which they are put here.
///
/// Sources can read without end, so they wait for room before they read more. Nobody else waits: an event is put here while the records are
/// locked, so that the events have the order of the records' numbers. So `put` neither waits nor calls the records.
package protocol Outbox: Sendable {
    func put(records batch: RecordBatch)
    /// Adds the state of a source. `name` is its path or "standard input".
    func put(source name: String, _ state: SourceState)
    func put(journal state: JournalState)
    /// Adds an act of the user in an earlier session that is being reopened. `numbers` has the records that the numbers in the act stand for.
    func put(act json: [UInt8], at time: Int64, numbers: RecordNumbers)
    /// Waits while many events have not been taken yet. Returns at the latest when `wakeAll` or `close` is called.
    func waitForRoom()
    /// Wakes all sources that wait for room, because some of them may have been canceled.
    func wakeAll()
    /// Drops the events that have not been taken. From now on none is kept, and nobody waits.
    func close()
}
