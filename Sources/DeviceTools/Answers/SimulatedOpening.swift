package import AppLinks

/// A link on its way through the simulated device: the destinations that were tried, what opened, and the events.
package struct SimulatedOpening: Sendable {
    /// The device afterwards.
    package let device: SimulatedDevice
    package let end: SimulatedEnd
    /// The arrival of the link; nil if the link left an app and nothing opened it.
    package let arrival: Arrival?
    /// The destinations that were tried, in order; empty for a link that arrived by itself.
    package let steps: [Departure.Step]
    package let events: [PostedEvent]

    /// Delivers a link to a device on which `front` is on the screen.
    package init(of link: IncomingLink, on device: SimulatedDevice, front: SimulatedDevice.Front = .home) {
        var device = device
        device.bringToFront(front)
        let arrival = device.receive(link)
        self.device = device
        self.arrival = arrival
        end = SimulatedEnd(arrival, on: device)
        steps = []
        events = arrival.events
    }

    /// Opens an App Link, such as that of a page, from what is on the screen of a device.
    package init(_ appLink: AppLink, on device: SimulatedDevice, front: SimulatedDevice.Front = .home) {
        var device = device
        device.bringToFront(front)
        let departure = device.open(appLink)
        self.device = device
        arrival = departure.outcome.type == .failure ? nil : departure.arrival
        end = SimulatedEnd(departure, on: device)
        steps = departure.steps
        events = departure.events
    }
}
