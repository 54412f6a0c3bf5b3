/// The notice on the screen, and the last notices with their times.
package struct Notices: Sendable {
    package struct Entry: Sendable, Equatable {
        /// Milliseconds since 1970.
        package var time: Int64
        package var notice: Notice
    }

    package private(set) var current: Notice?
    /// The last notices, with the oldest first.
    package private(set) var log: [Entry] = []
    /// The number of notices so far. It identifies the current one, so that a late timer does not remove a newer notice.
    package private(set) var count = 0
    /// The time of the message that is being handled.
    var now: Int64 = 0

    /// The most notices that are kept.
    package static let most = 200
    /// The time that a notice stays on the screen, in milliseconds.
    package static let milliseconds: Int64 = 4000

    mutating func show(_ notice: Notice) {
        current = notice
        count += 1
        guard !notice.isProgress, !notice.isHint else { return }
        log.append(Entry(time: now, notice: notice))
        if log.count > Self.most { log.removeFirst(log.count - Self.most) }
    }

    mutating func hide() { current = nil }

    /// Removes the notice with this number, unless a newer one has replaced it.
    mutating func expire(_ number: Int) {
        if number == count, current?.isProgress == false { current = nil }
    }
}
