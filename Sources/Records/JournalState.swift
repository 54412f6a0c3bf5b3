/// Whether arriving records are safely stored on disk.
package enum JournalState: Sendable, Hashable {
    case writing
    /// Writing failed. `held` records are kept in memory until another attempt to write them succeeds.
    case failing(reason: String, held: Int)
}
