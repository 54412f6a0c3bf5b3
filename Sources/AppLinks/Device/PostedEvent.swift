/// An event and who posted it.
package struct PostedEvent: Sendable, Hashable {
    package var event: MeasurementEvent
    /// The application's id; nil when nobody was in front to post it.
    package var app: String?

    package init(event: MeasurementEvent, app: String?) {
        self.event = event
        self.app = app
    }
}
