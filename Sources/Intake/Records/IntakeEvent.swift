package import Records

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
