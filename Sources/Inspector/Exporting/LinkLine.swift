package import Records

/// A link of the list with all that is needed to write it to a file, on any thread.
package struct LinkLine: Sendable {
    /// The number of the link in the list.
    package var number: Int
    package var record: RecordID
    /// The app that received the link.
    package var receiver: String?
}
