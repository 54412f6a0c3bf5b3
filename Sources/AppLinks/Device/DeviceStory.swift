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
