package import AppLinks
package import Records

/// The user's way through the apps of the simulated device: the trail, the result of opening each link, and the link that is being opened
/// now.
package struct Journey: Sendable {
    package private(set) var trail: [TrailStep] = []
    /// The result of opening each link, by the link's record. If a link was opened several times, this is the last result.
    package private(set) var departures: [RecordID: Departure] = [:]
    /// The last use of each link's banner, by the link's record. A link that is opened again shows its banner anew.
    private(set) var returns: [RecordID: BannerUse] = [:]
    /// The link whose App Link is being resolved.
    package private(set) var opening: Opening?
    private var openings = 0
    /// The number of results that were stored.
    private(set) var changes = 0
    package var cursor = ListCursor()

    // MARK: Opening a link

    mutating func startOpening(_ url: LinkURL, of record: RecordID, from front: SimulatedDevice.Front, back: LinkURL?) -> Opening {
        openings += 1
        let opening = Opening(number: openings, record: record, url: url, front: front, back: back)
        self.opening = opening
        return opening
    }

    /// Removes the link that is being opened. Returns whether there was such a link.
    mutating func endOpening() -> Bool {
        defer { opening = nil }
        return opening != nil
    }

    // MARK: The trail

    /// The maximum number of steps of the trail that are kept.
    package static let mostSteps = 512

    private mutating func append(_ step: TrailStep) {
        trail.append(step)
        // Removing many steps at once makes the cost of each step small.
        if trail.count >= Self.mostSteps * 2 { trail.removeFirst(trail.count - Self.mostSteps) }
    }

    /// Returns the journey with another trail.
    func with(trail: [TrailStep]) -> Journey {
        var journey = self
        journey.trail = trail
        return journey
    }

    /// Stores the result of opening a link.
    mutating func record(_ departure: Departure, of link: RecordID) {
        departures[link] = departure
        changes += 1
    }

    /// Adds the step of the trail that a departure caused, and notes whether it used the banner of a link. A failed departure adds no step.
    ///
    /// - Parameter time: The time in milliseconds since 1970.
    mutating func follow(_ departure: Departure, way: TrailStep.Way, link: RecordID?, at time: Int64) {
        if let link { returns[link] = way == .returned ? BannerUse(time: time, hasFailed: departure.outcome.type == .failure) : nil }
        begin(at: departure.frontBefore)
        if departure.outcome.type != .failure { append(TrailStep(front: departure.frontAfter, way: way, link: link)) }
    }

    /// Adds the steps of the trail that an arriving link caused.
    mutating func arrive(link: RecordID, from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        begin(at: before)
        if after != before { append(TrailStep(front: after, way: .arrived, link: link)) }
    }

    /// Adds a step of the trail if the user, and not a link, changed what is in front.
    mutating func move(from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        if before != after { begin(at: before) }
        guard trail.last?.front != after else { return }
        append(TrailStep(front: after, way: .chosen, link: nil))
    }

    /// Adds a step if the next step does not begin where the trail ends.
    private mutating func begin(at front: SimulatedDevice.Front) {
        if trail.last?.front != front { append(TrailStep(front: front, way: .chosen, link: nil)) }
    }
}

/// The use of a link's banner: when the user tapped it, and whether that led nowhere.
struct BannerUse: Sendable, Hashable {
    /// Milliseconds since 1970.
    var time: Int64
    var hasFailed: Bool
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
        /// No link led here. The user brought the app or the home screen to the front, changed the device, or opened a link from this app; or
        /// a link arrived from this app.
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
    /// What is in front when the link is opened.
    package var front: SimulatedDevice.Front
    /// The URL that leads back, if the link is opened from the app that it names as its referer.
    package var back: LinkURL?
}
