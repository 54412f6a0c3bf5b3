import Deciding
import Panes
import Records

/// The device and the journey before each act of the user, so that acts can be taken back and done again.
///
/// Only what the acts did goes back. Links that arrived since then stay in the list, and so do the apps that the device learned from them.
/// The events that an act posted stay too, and are marked.
package struct UndoStack: Sendable {
    typealias Moment = (device: SimulatedDevice, journey: Journey, linkCount: Int)

    /// An act of the user that can be taken back, or done again.
    struct Entry: Sendable {
        /// The device and the journey that are restored.
        var target: Moment
        /// The device and the journey that are replaced. Only links have changed them since.
        var base: Moment
        var act: Act
        /// The act in a few words, such as `opening #41`.
        var words: String
        /// The events that the act posted, as a range in ``Lists/posted``.
        var events: Range<Int>

        /// Returns the moment that is restored, with the changes that links have made since ``base``.
        func target(at now: Moment, receivedLinks: Bool) -> Moment {
            var moment = target
            moment.device.addArrivals(of: now.device, since: base.device, movesFront: receivedLinks)
            moment.journey.addArrivals(of: now.journey, since: base.journey)
            moment.linkCount = now.linkCount
            return moment
        }
    }

    private(set) var past: [Entry] = []
    private(set) var future: [Entry] = []

    /// The most acts that can be taken back.
    private static let mostEntries = 100

    /// Notes an act. The acts that were taken back can then no longer be done again.
    mutating func note(_ entry: Entry) {
        past.append(entry)
        if past.count > Self.mostEntries { past.removeFirst() }
        future = []
    }

    /// Removes the last act, or the last act that was undone; nil if there is none. After ``note(_:isUndone:from:to:)``, the
    /// act can be done again, or undone again.
    mutating func take(isUndoing: Bool) -> Entry? { isUndoing ? past.popLast() : future.popLast() }

    /// Notes that an act was taken back or done again, so that the opposite is possible.
    mutating func note(_ entry: Entry, isUndone: Bool, from before: Moment, to after: Moment) {
        var opposite = entry
        (opposite.target, opposite.base) = (before, after)
        if isUndone { future.append(opposite) } else { past.append(opposite) }
    }
}
