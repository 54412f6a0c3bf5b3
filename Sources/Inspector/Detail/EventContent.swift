package import Records

/// An event as the stream shows it, whatever it was made of.
package struct EventContent: Sendable, Hashable {
    /// When: `12:04:11.107`, or what the record says where that is no time.
    package var clock: String
    package var name: String
    /// The app that posted it; nil for events that came in.
    package var app: String?
    /// The link of this session that caused it.
    package var link: RecordID?
    /// The link it names, for events that came in.
    package var url: String?
    package var arguments: [ReceivedEvent.Argument]
}
