/// A session whose journal is kept.
package struct SessionSummary: Sendable, Hashable {
    package enum Use: Sendable {
        case free
        /// The session of this inspector.
        case current
        /// A session that another running inspector uses.
        case other
    }

    /// The path of the journal.
    package var path: String
    /// The name that the user gave to the session.
    package var name: String?
    /// The time of the last change, in milliseconds since 1970.
    package var changedAt: Int64
    /// The size of the journal in bytes.
    package var size: Int64
    package var use: Use
    /// The beginning of the first record.
    package var first: [UInt8]

    package init(path: String, name: String?, changedAt: Int64, size: Int64, use: Use, first: [UInt8]) {
        self.path = path
        self.name = name
        self.changedAt = changedAt
        self.size = size
        self.use = use
        self.first = first
    }
}
