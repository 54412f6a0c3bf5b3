package import Screen

/// A message above the last row about what just happened. It disappears after four seconds, and `:messages` shows it again.
package struct Notice: Sendable, Equatable {
    package enum Tone: Sendable { case plain, good, bad }

    package var tone: Tone
    /// What the notice says. Its commands are spelled by the face that shows it.
    package let said: HintedText
    /// Whether the notice is about work that is still running. It then stays until the work ends, and is not kept for later.
    package var isProgress: Bool

    /// Whether the notice only helps at the moment, and is not kept for later.
    package var isHint: Bool

    /// Whether the notice answers a key without reporting an effect or a problem, so it may be about the selected row.
    package var isAboutSelection: Bool { tone == .plain && !isProgress }

    package init(_ tone: Tone, _ said: HintedText, isProgress: Bool = false, isHint: Bool = false) {
        self.tone = tone
        self.said = said
        self.isProgress = isProgress
        self.isHint = isHint
    }

    /// Returns the notice in one row, or in at most `most` if it is too long for one.
    package func rows(columns: Int, most: Int = 2, _ display: Display) -> [SafeText] {
        let text = display.glyphs.sanitizer.text(said.keyed(display.keys).text, columns: max(columns, 1) * 3)
        let rows = text.wrappedAtBlanks(width: columns - 1)
        guard rows.count > most, let first = rows.dropFirst(most - 1).first else { return rows }
        return rows.prefix(most - 1) + [rows.dropFirst(most).reduce(first) { $0 + " " + $1 }]
    }

    /// Creates a notice that stays while some work is running.
    package static func progress(_ text: HintedText) -> Notice { Notice(.plain, text, isProgress: true) }
}

/// The notice on the screen, and the last notices with their times.
package struct Notices: Sendable {
    package private(set) var current: Notice?
    /// The last notices, with the oldest first.
    package private(set) var log: [Dated<Notice>] = []
    /// The number of notices so far. It identifies the current one, so that a late timer does not remove a newer notice.
    package private(set) var count = 0
    /// The time of the message that is being handled.
    package var now: Int64 = 0

    package init() {}

    package static let most = 200
    /// The time that a notice stays on the screen, in milliseconds.
    package static let milliseconds: Int64 = 4000

    package mutating func show(_ notice: Notice) {
        current = notice
        count += 1
        guard !notice.isProgress, !notice.isHint else { return }
        log.append(Dated(notice, at: now))
        if log.count > Self.most { log.removeFirst(log.count - Self.most) }
    }

    package mutating func hide() { current = nil }

    /// Removes the notice with this number, unless a newer one has replaced it.
    package mutating func expire(_ number: Int) {
        if number == count, current?.isProgress == false { current = nil }
    }
}
