/// What became of a link that came to a device.
package struct Arrival: Sendable {
    package enum Receiver: Sendable, Hashable {
        case app(String)
        /// The browser, by its name. It is no application of ours: no events.
        case browser(String)
        /// Nobody; the application with this id would have, were it installed.
        case notInstalled(String)
        /// Nobody: no application on the device claims the scheme.
        case nobody
    }

    package var url: LinkURL
    package var receiver: Receiver
    /// The link as the application read it, or as it would be read where none did.
    package var link: IncomingLink
    /// In the order in which they were posted.
    package var events: [PostedEvent]
    /// The banner of the application that received the link, as it is then.
    package var banner: ReturnToRefererBanner?
    package var frontBefore: SimulatedDevice.Front
    package var frontAfter: SimulatedDevice.Front
}
