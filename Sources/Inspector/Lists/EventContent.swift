import LinkLayers
package import Records

/// An event as the stream shows it, whether it arrived, follows from a link, or was posted by the device.
package struct EventContent: Sendable, Hashable {
    /// The time of the event, e.g. `12:04:11.107`. A timestamp of another format is shown as the record has it.
    package var clock: String
    package var name: String
    /// The app that posted it; nil for events that arrived.
    package var app: String?
    /// The link of this session that caused it.
    package var link: RecordID?
    /// The link it names, for events that arrived.
    package var url: String?
    package var arguments: [ReceivedEvent.Argument]
}
