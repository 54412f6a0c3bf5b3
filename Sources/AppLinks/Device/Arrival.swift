/// What happened to a link that arrived at a device.
package struct Arrival: Sendable {
    package enum Receiver: Sendable, Hashable {
        case app(String)
        /// The browser, by name. It is not a simulated app, so it posts no events.
        case browser(String)
        /// The app with this ID claims the link but is not installed, so nothing received the link.
        case notInstalled(String)
        /// No app on the device claims the scheme, so nothing received the link.
        case nobody
    }

    package var url: LinkURL
    package var receiver: Receiver
    /// The link as the receiving app read it. If no app received the link, this is the reading that an app would get.
    package var link: IncomingLink
    /// The events in the order they were posted.
    package var events: [PostedEvent]
    /// The banner of the receiving app after the link arrived.
    package var banner: ReturnToRefererBanner?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}
