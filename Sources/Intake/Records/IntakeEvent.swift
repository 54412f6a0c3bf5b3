package import Records

/// What the intake reports to the program, in order and one at a time.
package enum IntakeEvent: Sendable {
    case records(RecordBatch)
    /// `name` identifies the source: a path or "standard input".
    case source(name: String, SourceState)
    case journal(JournalState)
    /// While an earlier session is reopened: what its user did, at the right place between the records.
    case act(json: [UInt8], at: Int64)
}
