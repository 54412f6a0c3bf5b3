package import AppLinks
package import Records

/// The user's way through the apps of the simulated device: the trail, the result of opening each link, and the link that is being opened
/// now.
package struct Journey: Sendable {
    package private(set) var trail: [TrailStep] = []
    /// The result of opening each link, by the link's record. If a link was opened several times, this is the last result.
    package private(set) var departures: [RecordID: Departure] = [:]
    /// The last link that each app received, by the app's id. The banner of an app, and the return from the app, are caused by this link.
    package private(set) var lastLinks: [String: RecordID] = [:]
    /// The link whose App Link is being resolved.
    package private(set) var opening: Opening?
    private var openings = 0
    package var cursor = ListCursor()

    // MARK: Opening a link

    mutating func startOpening(_ url: LinkURL, of record: RecordID) -> Opening {
        openings += 1
        let opening = Opening(number: openings, record: record, url: url)
        self.opening = opening
        return opening
    }

    /// Removes the link that is being opened. Returns whether there was such a link.
    mutating func endOpening() -> Bool {
        defer { opening = nil }
        return opening != nil
    }

    // MARK: The trail

    /// Stores the result of opening a link.
    mutating func record(_ departure: Departure, of link: RecordID) { departures[link] = departure }

    /// Adds the step of the trail that a departure caused. A failed departure adds no step.
    mutating func follow(_ departure: Departure, way: TrailStep.Way, link: RecordID?) {
        start(at: departure.frontBefore)
        if case .app(let id) = departure.frontAfter, departure.outcome.type == .app { lastLinks[id] = link }
        if departure.outcome.type != .failure { trail.append(TrailStep(front: departure.frontAfter, way: way, link: link)) }
    }

    /// Stores that an app received an arriving link, and adds a step of the trail if the front changed.
    mutating func arrive(in app: String, link: RecordID, from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        lastLinks[app] = link
        start(at: before)
        if after != before { trail.append(TrailStep(front: after, way: .arrived, link: link)) }
    }

    /// Adds a step of the trail if the user, and not a link, changed what is in front.
    mutating func move(from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        if before != after { start(at: before) }
        guard trail.last?.front != after else { return }
        trail.append(TrailStep(front: after, way: .chosen, link: nil))
    }

    private mutating func start(at front: SimulatedDevice.Front) {
        if trail.isEmpty { trail.append(TrailStep(front: front, way: .chosen, link: nil)) }
    }
}

/// One step of the trail. The trail is the way through the apps of the device, such as A → B → A.
package struct TrailStep: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        /// A link arrived from outside the device.
        case arrived
        /// The app in front opened a link.
        case opened
        /// The user tapped the banner.
        case returned
        /// The user brought the app or the home screen to the front, or changed the device.
        case chosen
    }

    /// The app, browser or home screen that is in front after the step.
    package var front: SimulatedDevice.Front
    package var way: Way
    package var link: RecordID?
}

/// A link whose App Link is being resolved.
package struct Opening: Sendable, Hashable {
    package var number: Int
    package var record: RecordID
    package var url: LinkURL
}
