/// Whether what arrives is safe on disk.
package enum JournalState: Sendable, Hashable {
    case writing
    /// The disk took nothing; so many records are held in memory and will be tried again.
    case failing(reason: String, held: Int)
}
