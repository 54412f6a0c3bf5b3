package import AppLinks
package import Deciding
package import Records

/// The user's way through the apps of the simulated device: the trail, the result of opening each link, and the opening that runs.
package struct Journey: Sendable {
    package private(set) var trail: [TrailStep] = []
    /// What the user did with each link, by the link's record.
    package private(set) var ways: [RecordID: LinkOpenings] = [:]
    /// The link whose App Link is being resolved.
    package private(set) var opening: Opening?
    private var openings = 0
    /// The number of times that a link was opened, or an act was taken back or done again.
    package private(set) var changes = 0
    /// The number of steps that were added to the trail. It counts those that are no longer kept too.
    private var stepCount = 0

    package init() {}

    /// Returns the result of opening a link; nil if the user did not open it.
    package func departure(of link: RecordID) -> Departure? { ways[link]?.departure }

    // MARK: Opening a link

    package mutating func startOpening(
        _ url: LinkURL, of record: RecordID, from front: SimulatedDevice.Front, back: LinkURL?, how: LinkSender.Way? = nil
    ) -> Opening {
        openings += 1
        let opening = Opening(number: openings, record: record, url: url, front: front, back: back, how: how)
        self.opening = opening
        return opening
    }

    /// Removes the link that is being opened. Returns whether there was such a link.
    package mutating func endOpening() -> Bool {
        defer { opening = nil }
        return opening != nil
    }

    // MARK: The trail

    /// The number of the last steps of the trail that are always kept. Up to twice as many are stored.
    package static let mostSteps = 512

    private mutating func append(_ step: TrailStep) {
        trail.append(step)
        stepCount += 1
        // Removing many steps at once makes the cost of each step small.
        if trail.count >= Self.mostSteps * 2 { trail.removeFirst(trail.count - Self.mostSteps) }
    }

    /// Adds the step of the trail that a departure caused, and notes what became of the link. A failed departure adds no step.
    ///
    /// - Parameters:
    ///   - browser: The name of the device's browser.
    ///   - time: The time in milliseconds since 1970.
    package mutating func follow(_ departure: Departure, way: TrailStep.Way, link: RecordID?, browser: String, at time: Int64) {
        if let link { ways[link, default: LinkOpenings()].note(departure, way, browser, at: time) }
        if way == .opened { changes += 1 }
        begin(at: departure.frontBefore)
        if departure.outcome.type != .failure { append(TrailStep(front: departure.frontAfter, way: way, link: link)) }
    }

    /// Adds the steps of the trail that an arriving link caused.
    package mutating func arrive(link: RecordID?, from before: SimulatedDevice.Front, to after: SimulatedDevice.Front) {
        begin(at: before)
        if after != before { append(TrailStep(front: after, way: .arrived, link: link)) }
    }

    /// Adds a step of the trail if the user, and not a link, changed what is in front.
    package mutating func move(from before: SimulatedDevice.Front, to after: SimulatedDevice.Front, way: TrailStep.Way = .chosen) {
        if before != after { begin(at: before) }
        guard trail.last?.front != after else { return }
        append(TrailStep(front: after, way: way, link: nil))
    }

    /// Adds the steps of links that arrived in a later state of this journey. The opening that is running in that state continues.
    ///
    /// - Parameters:
    ///   - later: The journey after the links arrived.
    ///   - earlier: The same journey before they arrived.
    package mutating func addArrivals(of later: Journey, since earlier: Journey) {
        for step in later.trail.suffix(max(later.stepCount - earlier.stepCount, 0)) where trail.last?.front != step.front { append(step) }
        (opening, openings) = (later.opening, later.openings)
        changes = later.changes + 1
    }

    /// Adds a step if the next step does not begin where the trail ends.
    private mutating func begin(at front: SimulatedDevice.Front) {
        if trail.last?.front != front { append(TrailStep(front: front, way: .chosen, link: nil)) }
    }
}

/// The use of a link's banner: when the user tapped the banner, and whether the return failed.
package struct BannerUse: Sendable, Hashable {
    /// Milliseconds since 1970.
    package var time: Int64
    package var hasFailed: Bool
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
        /// No link led here: the user brought it to the front, or opened a link from it, or a link arrived from it.
        case chosen
        /// The user changed to another device, on which this is in front.
        case changed(device: String)
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
    /// How the browser came to the link; nil for a tap.
    package var how: LinkSender.Way?
}

/// What the user did with a link on the device: how it was opened the last time, and the ways that it led since it arrived.
package struct LinkOpenings: Sendable {
    /// A way from one app to another that the user went with the link.
    package struct Leg: Sendable, Hashable {
        package var from: SimulatedDevice.Front
        package var to: SimulatedDevice.Front
        package var way: TrailStep.Way
        /// The name of the browser that the device had then.
        package var browser: String
        /// Milliseconds since 1970.
        package var time: Int64
    }

    /// The result of opening the link. If the link was opened several times, this is the last result.
    package private(set) var departure: Departure?
    /// The referer that the link had when it was opened the last time. It may be long, so it is read only once.
    package private(set) var referer: AppLink?
    /// The last use of the link's banner. A link that is opened again shows its banner anew.
    package private(set) var bannerUse: BannerUse?
    /// The openings and returns that led somewhere, with the oldest first.
    package private(set) var legs: [Leg] = []

    private static let mostLegs = 64

    mutating func note(_ departure: Departure, _ way: TrailStep.Way, _ browser: String, at time: Int64) {
        let hasFailed = departure.outcome.type == .failure
        if way == .returned {
            bannerUse = BannerUse(time: time, hasFailed: hasFailed)
        } else {
            self.departure = departure
            referer = departure.arrival?.link.referer
            bannerUse = nil
        }
        guard !hasFailed else { return }
        legs.append(Leg(from: departure.frontBefore, to: departure.frontAfter, way: way, browser: browser, time: time))
        if legs.count > Self.mostLegs { legs.removeFirst() }
    }
}
