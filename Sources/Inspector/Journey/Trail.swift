import AppLinks

/// A way through apps as it is shown, such as A → B ↩ A.
struct Trail: Sendable, Equatable {
    enum Place: Sendable, Equatable {
        case front(SimulatedDevice.Front)
        /// An app that a link names and that is not on the device.
        case named(String)
    }

    struct Stop: Sendable, Equatable {
        var way: TrailStep.Way
        var place: Place
    }

    private(set) var stops: [Stop] = []
    /// Whether stops before the first one are left out.
    private(set) var isCut = false

    /// Creates the trail of one link: the app that sent it, the app that received it when it arrived, and each way that the user then went
    /// with it. What other links did meanwhile is not part of it.
    init(sender: Place? = nil, receiver: SimulatedDevice.Front? = nil, legs: [LinkWay.Leg] = []) {
        if let receiver {
            if let sender { stops.append(Stop(way: .chosen, place: sender)) }
            stops.append(Stop(way: .arrived, place: .front(receiver)))
        }
        for leg in legs {
            if stops.last?.place != .front(leg.from) { stops.append(Stop(way: .chosen, place: .front(leg.from))) }
            stops.append(Stop(way: leg.way, place: .front(leg.to)))
        }
    }

    /// Creates a trail of the last steps of the device.
    init(last count: Int, of steps: [TrailStep]) {
        stops = steps.suffix(count).map { Stop(way: $0.way, place: .front($0.front)) }
        isCut = steps.count > count
    }

    /// Returns whether both trails lead through the same places.
    func hasSamePlaces(as other: Trail) -> Bool { stops.map(\.place) == other.stops.map(\.place) }
}
