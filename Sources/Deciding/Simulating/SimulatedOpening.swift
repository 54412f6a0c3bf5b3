package import AppLinks
package import DeviceTools

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

    /// Delivers a link to a device on which the home screen is in front.
    package init(of link: IncomingLink, on device: SimulatedDevice) {
        var device = device
        device.bringToFront(.home)
        let arrival = device.receive(link)
        self.device = device
        self.arrival = arrival
        end = SimulatedEnd(arrival, on: device)
        steps = []
        events = arrival.events
    }

    /// Opens an App Link, such as that of a page, from a device on which `front` is on the screen.
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

/// Where a link ends on the simulated device.
package struct SimulatedEnd: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        /// An app of the device. `isAssumed` means that no profile names the app: the device assumed it for the link's scheme.
        case app(id: String, name: String, isAssumed: Bool)
        /// The user is asked which of the apps with these IDs opens the link.
        case chooser([String])
        case browser
        case nothing(reason: String)
    }

    package var device: String
    package var place: Place

    package init(device: String, _ place: Place) {
        self.device = device
        self.place = place
    }

    /// - Parameter device: The device after the arrival.
    package init(_ arrival: Arrival, on device: SimulatedDevice) {
        self.device = device.name
        switch (arrival.decision.outcome, arrival.receiver) {
        case (.chooser(let ids), _): place = .chooser(ids)
        case (_, .app(let id)):
            let app = device.app(id)
            place = .app(id: id, name: app?.name ?? id, isAssumed: app?.isAssumed ?? false)
        case (_, .browser): place = .browser
        case (_, .notInstalled(let id)): place = .nothing(reason: "\(device.app(id)?.name ?? id) is not installed")
        case (_, .nobody): place = .nothing(reason: arrival.url.scheme == nil ? "no app claims the link" : device.whyNothing(arrival.url))
        }
    }

    /// - Parameter device: The device after the departure.
    package init(_ departure: Departure, on device: SimulatedDevice) {
        if let arrival = departure.arrival, departure.outcome.type != .failure {
            self.init(arrival, on: device)
        } else {
            let reason = departure.steps.last { $0.state == .skipped }?.reason
            self.init(device: device.name, .nothing(reason: reason ?? "the page names no app target and no web fallback"))
        }
    }

    package var words: String {
        switch place {
        case .app(_, let name, false): "app \(name)"
        case .app(_, let name, true): "app \(name), which linkscope assumes for the scheme"
        case .chooser(let ids): "a chooser with \(ids.joined(separator: ", "))"
        case .browser: "browser"
        case .nothing(let reason): "nothing (\(reason))"
        }
    }

    /// The result of comparing what a real device did with what the simulated device did.
    package enum Comparison: Sendable, Hashable {
        case agrees
        case differs(String)
        /// The tool did not report enough.
        case unknown
    }

    package func comparison(with opening: DeviceOpening) -> Comparison {
        switch (place, opening.end) {
        case (_, .unreported): return .unknown
        case (_, .app(_, _, .broughtToFront)):
            return .differs("the simulated \(device) ends in \(words); the real device: \(opening.words)")
        case (.app(let id, let name, let isAssumed), .app(let realID, _, _)):
            if isAssumed || id == realID { return .agrees }
            return .differs("the simulated \(device) opens this link in \(name) (\(id)); the real device opens it in \(realID)")
        case (.browser, .browser), (.nothing, .nothing), (.chooser, .chooser): return .agrees
        case (.browser, .app(let id, _, _)):
            return .differs("the simulated \(device) opens this link in its browser; the real device opens it in \(id)")
        case (_, .chooser): return .differs("simulated \(device): \(words); real device: asks the user which app to use")
        default: return .differs("simulated \(device): \(words); real device: \(opening.words)")
        }
    }
}
