import AppLinks
import Bytes
import LinkLayers
package import Records
import Screen

/// What happened to a link in a session, for the report on it as JSON. Without a session, the report has the events that an app would post
/// if it received the link.
package struct LinkSession: Sendable {
    package var number: Int
    package var time: String
    package var source: String
    /// How the link ended, in one or two words.
    package var result: String
    /// Why it ended so.
    package var reason: String?
    package var receiver: String?
    /// The events that apps posted because of the link.
    package var events: [Event]

    package init(number: Int, time: String, source: String, result: String, reason: String?, receiver: String?, events: [Event]) {
        self.number = number
        self.time = time
        self.source = source
        self.result = result
        self.reason = reason
        self.receiver = receiver
        self.events = events
    }

    func appendEvents(to json: inout JSONOutput) {
        json.objects("events", events) { json, event in
            json.field("name", event.name)
            json.object("args") { json in
                json.fields(argumentsOf: event)
            }
            json.field("time", event.isoTime)
            json.field("postedBy", masked: event.app)
            if event.isUndone { json.field("undone", true) }
        }
    }

    /// Appends the members that follow those of the link.
    func appendMembers(to json: inout JSONOutput) {
        json.field("number", number)
        json.field("time", time)
        json.field("source", source)
        json.field("result", result)
        json.field("reason", masked: reason)
        json.field("receivedBy", masked: receiver)
    }
}
