/// The state of a source of records.
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
