package import AppLinks
package import Records

/// A row of the event stream: what it is and where the rest of it is found, in eight bytes.
///
/// Events of links that arrived are not stored: they follow from the link, and are made again when they are in view.
package struct EventRow: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        /// Came in as an event; `index` is its record.
        case received
        /// Follow from the arrival of the link in record `index`.
        case linkParse, navigateIn
        /// Posted by the simulated device; `index` counts in `State.posted`.
        case posted
    }

    package var kind: Kind
    /// Index in `State.appNames` of the app that posted it; `State.noApp` for events that came in.
    package var app: UInt16
    package var index: UInt32
}

/// An event that an act of the user caused.
package struct DeviceEvent: Sendable {
    package var event: MeasurementEvent
    /// Milliseconds since 1970.
    package var time: Int64
    /// The link that caused it, where it is one of this session's.
    package var link: RecordID?
}
