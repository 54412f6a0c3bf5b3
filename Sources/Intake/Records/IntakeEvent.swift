package import Records

/// What the intake tells the program, in order, one at a time.
package enum IntakeEvent: Sendable {
    case records(RecordBatch)
    /// `name` is what the source was opened with: a path, "standard input".
    case source(name: String, SourceState)
    case journal(JournalState)
    /// While an earlier session is reopened: what its user did, between the records where they did it.
    case act(json: [UInt8], at: Int64)
}
