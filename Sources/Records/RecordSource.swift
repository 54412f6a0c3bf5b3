/// The way a record came in. The raw value is the word that the journal and `--json` use.
package enum RecordSource: String, Sendable, Hashable, CaseIterable {
    case paste
    case typed
    case argument
    /// A regular file, read where it lies.
    case file
    case standardInput = "stdin"
    /// `linkscope send`, through the socket.
    case send
    case sample
    /// Made of another record by the repairs of its findings.
    case repaired
    /// Made by the simulated device: a return, an outbound link.
    case simulated
}
