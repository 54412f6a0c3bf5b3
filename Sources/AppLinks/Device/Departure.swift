/// What became of opening a link from a device, or of going back: the destinations in order, where it ended, and who came to the front.
package struct Departure: Sendable {
    /// A destination of the link, in the order of preference.
    package struct Step: Sendable, Hashable {
        package enum State: String, Sendable, Hashable { case taken, skipped, notReached }

        package var destination: NavigationAttempt.Destination
        package var url: LinkURL?
        /// The target's own word for its application.
        package var appName: String?
        /// The application on the device that claims the URL, installed or not.
        package var app: String?
        /// Whether it is there; nil where no application of the device is concerned.
        package var isInstalled: Bool?
        package var state: State
        /// Why, in a few words.
        package var reason: String
    }

    package var appLink: AppLink
    package var steps: [Step]
    package var outcome: NavigationOutcome
    /// All events in order: the one of leaving first, then those of the application reached.
    package var events: [PostedEvent]
    /// The link's arrival where it ended, in an application or the browser.
    package var arrival: Arrival?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}
