/// An event and the app that posted it.
package struct PostedEvent: Sendable, Hashable {
    package var event: MeasurementEvent
    /// The app's ID; nil if no app was in front to post it.
    package var app: String?

    package init(event: MeasurementEvent, app: String?) {
        self.event = event
        self.app = app
    }
}
