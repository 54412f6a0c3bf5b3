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

package enum SourceState: Sendable, Hashable {
    /// The source is being read. `progress` is 0…1, or nil if the end is unknown.
    case reading(progress: Double?)
    /// Everything so far has been read. New data will be read as it arrives.
    case following
    /// Programs can deliver records at this address.
    case listening(at: String)
    /// The file is no longer the file that was read before. Reading continues with its current content.
    case changed(Change)
    /// The input is unavailable, for example because a device was disconnected. Reading continues when it is available.
    case waiting(reason: String)
    case ended
    case failed(reason: String)

    package enum Change: String, Sendable, Hashable {
        /// The file was truncated, or overwritten from its beginning. The earlier records are lost.
        case truncated
        /// Another file replaced the file. The earlier records can still be read.
        case replaced
        /// The file was removed. The earlier records can still be read.
        case removed
    }
}

/// What a source has brought since the session was started.
package struct SourceCounts: Sendable, Hashable {
    package var records = 0
    /// The lines without a link or event that were left out.
    package var linesLeftOut = 0
    /// The requests that the HTTP listener refused.
    package var refused = 0
    /// Why the last refused request was refused.
    package var lastRefusal: String?

    package init(records: Int = 0, linesLeftOut: Int = 0, refused: Int = 0, lastRefusal: String? = nil) {
        self.records = records
        self.linesLeftOut = linesLeftOut
        self.refused = refused
        self.lastRefusal = lastRefusal
    }
}

/// The names of the sources that have no name of their own. A file has its path.
package enum SourceName {
    package static let standardInput = "standard input"
    package static let http = "HTTP listener"

    /// The log of the device that a tool reaches: `adb log`.
    package static func log(of tool: String) -> String { "\(tool) log" }

    /// What other processes deliver through the socket of the inspector.
    package static func socket(_ source: RecordSource) -> String {
        switch source {
        case .http: "linkscope listen"
        case .desktop: "this desktop"
        default: "linkscope send"
        }
    }
}
