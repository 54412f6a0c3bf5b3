/// How a record arrived. The journal and `--json` use the raw value.
package enum RecordSource: String, Sendable, Hashable, CaseIterable {
    case paste
    case typed
    case argument
    /// A regular file, read in place.
    case file
    case standardInput = "stdin"
    /// `linkscope send`, through the socket.
    case send
    /// A link that the desktop opened, because linkscope is the handler of its scheme.
    case desktop
    /// `linkscope listen`: an app posted it over HTTP.
    case http
    case sample
    /// A line of a device's log.
    case log
    /// Delivered again from the history of all sessions.
    case history
    /// Created from another record by applying its repairs.
    case repaired
    /// Created by the simulated device: a return or an outbound link.
    case simulated

    /// Whether the user delivered the record in this inspector, and now expects to see it.
    package var isUser: Bool { [.paste, .typed, .sample, .history, .repaired].contains(self) }
}
