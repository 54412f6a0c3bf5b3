package import AppLinks
package import Records

/// A row of the event stream, in eight bytes: the kind of event, its app, and the index of its record or posted event.
///
/// The events of links that arrived are not stored. They follow from the link, and are made again from its record when they are in view.
package struct EventRow: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        /// An event that arrived; `index` is its record.
        case received
        /// An event that follows from the arrival of the link in record `index`.
        case linkParse, navigateIn
        /// An event that the simulated device posted; `index` is its index in `Lists.posted`.
        case posted
    }

    package var kind: Kind
    /// The index of the app that posted the event; `AppNames.none` for an event that arrived.
    package var app: UInt16
    package var index: UInt32
}

/// An event that the simulated device posted because of something the user did.
package struct DeviceEvent: Sendable, Hashable {
    package var event: MeasurementEvent
    /// Milliseconds since 1970.
    package var time: Int64
    /// The link of this session that caused the event.
    package var link: RecordID?
    /// Why nothing opened; nil if something did.
    package var failure: String?
    /// The scheme that no app claimed, if that is why nothing opened.
    package var unclaimedScheme: String?
    /// Whether the user took back the act that posted the event. The event stays in the lists, because it was posted.
    package internal(set) var isUndone = false
}
