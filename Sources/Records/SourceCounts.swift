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
