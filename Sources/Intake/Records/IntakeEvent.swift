package import Records

/// What the intake reports to the program, in order and one at a time.
package enum IntakeEvent: Sendable {
    case records(RecordBatch)
    /// `name` identifies the source: a path or "standard input".
    case source(name: String, SourceState)
    case journal(JournalState)
    /// An act of the user in an earlier session that is being reopened, in its original order among the records.
    case act(json: [UInt8], at: Int64)
}
