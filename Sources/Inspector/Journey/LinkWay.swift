package import AppLinks

/// What the user did with a link on the device: how it was opened the last time, and the ways that it led since it arrived.
package struct LinkWay: Sendable {
    /// A way from one app to another that the user went with the link.
    struct Leg: Sendable, Hashable {
        var from: SimulatedDevice.Front
        var to: SimulatedDevice.Front
        var way: TrailStep.Way
        /// Milliseconds since 1970.
        var time: Int64
    }

    /// The result of opening the link. If the link was opened several times, this is the last result.
    package private(set) var departure: Departure?
    /// The referer that the link had when it was opened the last time. It may be long, so it is read only once.
    private(set) var referer: AppLink?
    /// The last use of the link's banner. A link that is opened again shows its banner anew.
    private(set) var bannerUse: BannerUse?
    /// The openings and returns that led somewhere, with the oldest first.
    private(set) var legs: [Leg] = []

    /// The app or browser in which the link opened the last time, and the time of this opening.
    var lastOpening: (front: SimulatedDevice.Front, time: Int64)? { legs.last { $0.way == .opened }.map { ($0.to, $0.time) } }

    private static let mostLegs = 64

    mutating func note(_ departure: Departure, _ way: TrailStep.Way, at time: Int64) {
        let hasFailed = departure.outcome.type == .failure
        if way == .returned {
            bannerUse = BannerUse(time: time, hasFailed: hasFailed)
        } else {
            self.departure = departure
            referer = departure.arrival?.link.referer
            bannerUse = nil
        }
        guard !hasFailed else { return }
        legs.append(Leg(from: departure.frontBefore, to: departure.frontAfter, way: way, time: time))
        if legs.count > Self.mostLegs { legs.removeFirst() }
    }
}
