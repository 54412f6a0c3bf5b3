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
