/// What happened to a link that arrived at a device.
package struct Arrival: Sendable {
    package enum Receiver: Sendable, Hashable {
        case app(String)
        /// The browser, by name. It is not one of the simulated apps, so it posts no events.
        case browser(String)
        /// No receiver: the app with this ID would open the link but is not installed.
        case notInstalled(String)
        /// No receiver: no app on the device claims the scheme.
        case nobody
    }

    package var url: LinkURL
    package var receiver: Receiver
    /// The link as the receiving app read it, or as an app would read it if none received it.
    package var link: IncomingLink
    /// The events in the order they were posted.
    package var events: [PostedEvent]
    /// The banner of the receiving app after the link arrived.
    package var banner: ReturnToRefererBanner?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}
