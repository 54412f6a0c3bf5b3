/// How a source of records is doing.
package enum SourceState: Sendable, Hashable {
    /// Being read; `progress` is 0…1, or nil where the end is not known.
    case reading(progress: Double?)
    /// All that is there has been read; what is appended will be, as it comes.
    case following
    /// The file is no longer the one that was read. Reading goes on with what is there now.
    case changed(Change)
    case ended
    case failed(reason: String)

    package enum Change: String, Sendable, Hashable {
        /// Cut short, or overwritten from its beginning: the records read before are gone.
        case truncated
        /// Another file took its name: the records read before can still be read.
        case replaced
        /// Its name is gone: the records read before can still be read.
        case removed
    }
}
