package import Records
import Secrets

/// The content of an event in the stream. The event arrived, follows from a link, or was posted by the device.
package struct EventContent: Sendable, Hashable {
    /// The time of the event, such as `12:04:11.107`. A timestamp in another format is shown as it was written.
    package var clock: String
    package var name: String
    /// The app that posted the event; nil for an event that arrived.
    package var app: String?
    /// The name of the app that sent the link of the event, if the event has the ID of an app on the device.
    var sender: String?
    /// The mark after the name of the referer; empty if its app was not assumed.
    var refererMark = ""
    /// The link of this session that caused the event.
    package var link: RecordID?
    /// The link in the event, for an event that arrived.
    package var url: String?
    package var arguments: [ReceivedEvent.Argument]
    /// Why nothing opened, for an event that the device posted; nil if something did.
    package var failure: String?
    /// Whether the user took back the act that posted the event.
    package var isUndone = false
    /// Whether nothing opened because no app claims the scheme, and still none does.
    package var lacksApp = false
    /// The time of the event in milliseconds since 1970; nil for a timestamp in another format.
    package var time: Int64?
    /// The contexts of the record of the event. They decide whether the values of names such as `code` are secrets.
    var contexts: SecretContext = []
}
