/// A message above the last row of the screen about what just happened. It disappears after four seconds, and `:messages` shows it
/// again.
package struct Notice: Sendable, Equatable {
    package enum Tone: Sendable { case plain, good, bad }

    package var tone: Tone
    package var text: String
    /// Whether the notice is about work that is still running. It then stays until the work ends, and is not kept for later.
    package var isProgress = false

    /// Whether the notice only helps at the moment, and is not kept for later.
    package var isHint = false

    /// Whether the notice answers a key without reporting an effect or a problem, so it may be about the selected row.
    var isAboutSelection: Bool { tone == .plain && !isProgress }

    package init(_ tone: Tone, _ text: String) {
        self.tone = tone
        self.text = text
    }

    /// Creates a notice that only helps at the moment.
    package static func hint(_ text: String) -> Notice {
        var notice = Notice(.plain, text)
        notice.isHint = true
        return notice
    }

    /// Creates a notice that stays while some work is running.
    package static func progress(_ text: String) -> Notice {
        var notice = Notice(.plain, text)
        notice.isProgress = true
        return notice
    }
}
