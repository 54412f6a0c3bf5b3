/// What happened when a link was opened from a device or the user went back: the destinations that were tried, and the result.
package struct Departure: Sendable {
    /// A destination of the link, in order of preference.
    package struct Step: Sendable, Hashable {
        package enum State: String, Sendable, Hashable { case taken, skipped, notReached }

        package var destination: NavigationAttempt.Destination
        package var url: LinkURL?
        /// The app's name in the link's target.
        package var appName: String?
        /// The app on the device that claims the URL, installed or not.
        package var app: String?
        /// Whether the app that claims the URL is installed; nil if no app claims the URL.
        package var isInstalled: Bool?
        package var state: State
        /// The reason for the state, in a few words.
        package var reason: String
    }

    package var appLink: AppLink
    package var steps: [Step]
    package var outcome: NavigationOutcome
    /// All events in order: first the event of the app that the user left, then the events of the app that received the link.
    package var events: [PostedEvent]
    /// The arrival of the link in an app or the browser.
    package var arrival: Arrival?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}
