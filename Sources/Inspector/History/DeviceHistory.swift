import AppLinks
import Records

/// The device and the journey before each act of the user, so that acts can be taken back and done again.
///
/// Only the device and the journey go back. Links that arrived since then stay in the list, and so do the events.
package struct DeviceHistory: Sendable {
    /// The device and the journey at a moment, next to an act.
    struct Moment: Sendable {
        var device: SimulatedDevice
        var journey: Journey
        /// The act in a few words, such as `opening #41`.
        var act: String
        /// The link that the act is about.
        var link: RecordID?
        /// Whether the act declares an app.
        var declares = false
    }

    private var past: [Moment] = []
    private var future: [Moment] = []

    /// The most acts that can be taken back.
    private static let mostMoments = 100

    var canUndo: Bool { !past.isEmpty }
    var canRedo: Bool { !future.isEmpty }

    /// Notes the moment before an act. The acts that were taken back can then no longer be done again.
    mutating func note(_ moment: Moment) {
        past.append(moment)
        if past.count > Self.mostMoments { past.removeFirst() }
        future = []
    }

    /// Returns the moment before the last act; nil if there is none. `now` becomes the moment to which ``redo(from:_:)`` returns.
    mutating func undo(from device: SimulatedDevice, _ journey: Journey) -> Moment? {
        guard let moment = past.popLast() else { return nil }
        future.append(Moment(device: device, journey: journey, act: moment.act, link: moment.link, declares: moment.declares))
        return moment
    }

    /// Returns the moment after the act that was taken back last; nil if there is none.
    mutating func redo(from device: SimulatedDevice, _ journey: Journey) -> Moment? {
        guard let moment = future.popLast() else { return nil }
        past.append(Moment(device: device, journey: journey, act: moment.act, link: moment.link, declares: moment.declares))
        return moment
    }
}
