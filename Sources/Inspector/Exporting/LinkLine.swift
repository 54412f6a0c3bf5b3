package import Records

/// A link of the list with all that is needed to write it to a file, on any thread.
package struct LinkLine: Sendable {
    /// The number of the link in the list.
    package var number: Int
    package var record: RecordID
    /// The app that received the link.
    package var receiver: String?
}

/// What is known about one link, for a report on it.
package struct LinkStory: Sendable {
    package var number: Int?
    package var record: RecordID
    package var device: String
    /// The app that received the link, or the reason why no app did.
    package var reception: String?
    /// What happened when the link was opened, one sentence for each step.
    package var journey: [String]
    /// The events of the link.
    package var events: [EventLine]
}
