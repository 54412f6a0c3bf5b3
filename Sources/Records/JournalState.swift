/// Whether arriving records are safely stored on disk.
package enum JournalState: Sendable, Hashable {
    case writing
    /// Writing failed. `held` records are kept in memory, and writing them will be tried again.
    case failing(reason: String, held: Int)
}
