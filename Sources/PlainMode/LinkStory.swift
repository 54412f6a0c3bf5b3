package import AppLinks
package import Records

/// What is known about one link, for a report on it. The sentences have their secrets masked.
package struct LinkStory: Sendable {
    /// A part of the report with the result of a lookup.
    package struct Finding: Sendable {
        package var title: String
        package var lines: [String]
    }

    /// An event of the link, with a sentence about it.
    package struct Step: Sendable {
        package var sentence: String
        package var event: EventLine
    }

    package var number: Int?
    package var record: RecordID
    /// The link without its data, for the title.
    package var place: String?
    package var device: SimulatedDevice
    /// The app that received the link, or the reason why no app did.
    package var reception: String?
    /// How the link ended, in the word of its row, with the reason if there is one; nil for a record that is no link of the list.
    package var result: String?
    /// Whether no app received the link, or nothing opened when the user opened it.
    package var didNotOpen: Bool
    /// A sentence about what to do if the link did not open; nil if nothing helps.
    package var advice: String?
    /// The apps to which this link led.
    package var trail: String?
    /// How the link was opened the last time: who opened it, and a sentence for each target.
    package var opening: [String]
    /// The events of the link, with the oldest first.
    package var steps: [Step]
    /// The number of earlier events that are left out.
    package var eventsLeftOut: Int
    package var lookups: [Finding]
    /// Commands that open the link.
    package var commands: [String]
}
