package import AppLinks
import LinkLayers
package import Records

/// The user's way through the apps of the simulated device: the trail, what opening each link tried, and the link being opened now.
package struct Journey: Sendable {
    package private(set) var trail: [TrailStep] = []
    /// The result of opening a link, by its record: the last time it was opened.
    package private(set) var departures: [RecordID: Departure] = [:]
    /// The last link that each app received, by the app's id. The app's banner, and so a return from the app, goes back to it.
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

    /// Forgets the link being opened. Returns whether there was one.
    mutating func endOpening() -> Bool {
        defer { opening = nil }
        return opening != nil
    }

    // MARK: The trail

    /// Records the departure of a link that was opened, by the link's record.
    mutating func record(_ departure: Departure, of link: RecordID) { departures[link] = departure }

    /// Records that the front changed because of a link.
    mutating func follow(_ departure: Departure, way: TrailStep.Way, link: RecordID?) {
        start(at: departure.frontBefore)
        if case .app(let id) = departure.frontAfter, departure.outcome.type == .app { lastLinks[id] = link }
        if departure.outcome.type != .failure { trail.append(TrailStep(front: departure.frontAfter, way: way, link: link)) }
    }

    /// Records that an app received a link that arrived.
    mutating func arrive(in app: String, link: RecordID, from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        lastLinks[app] = link
        start(at: before)
        if after != before { trail.append(TrailStep(front: after, way: .arrived, link: link)) }
    }

    /// Records that the front changed because the user changed the device, and not because of a link.
    mutating func move(from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        if before != after { start(at: before) }
        guard trail.last?.front != after else { return }
        trail.append(TrailStep(front: after, way: .chosen, link: nil))
    }

    private mutating func start(at front: SimulatedDevice.Front) {
        if trail.isEmpty { trail.append(TrailStep(front: front, way: .chosen, link: nil)) }
    }
}

/// One step of the trail, the way through the apps of the device: A → B → A.
package struct TrailStep: Sendable, Hashable {
    package enum Way: Sendable, Hashable {
        /// A link came from outside.
        case arrived
        /// The app in front followed a link.
        case opened
        /// The user touched the banner.
        case returned
        /// The user brought it to the front.
        case chosen
    }

    /// What is in front after the step.
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
