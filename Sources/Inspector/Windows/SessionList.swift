package import Panes
package import Records
package import Screen

/// The window with the saved sessions.
package struct SessionList: Sendable, Equatable {
    /// What the user is doing with the selected session.
    package enum Step: Sendable, Equatable {
        case choosing
        case naming(TextLine)
        /// The user has to confirm that the session is deleted.
        case deleting
    }

    /// The sessions, with the last changed first; nil until they are listed.
    package var sessions: [SessionSummary]?
    package var cursor = ListCursor()
    package var step = Step.choosing

    package init() {}

    var selected: SessionSummary? { sessions?[at: cursor] }
}

extension Array {
    /// The element at a cursor; nil if there is none.
    subscript(at cursor: ListCursor) -> Element? { indices.contains(cursor.selected) ? self[cursor.selected] : nil }
}

extension SessionSummary {
    /// What `--replay` takes for this session: its name, or the name of its journal.
    package var word: String { name ?? path.split(separator: "/").last.map { String($0) } ?? path }

    /// The size in words, such as `3 KB`.
    package var sizeText: String {
        switch size {
        case ..<1000: "\(size) B"
        case ..<1_000_000: "\(size / 1000) KB"
        default: "\(size / 1_000_000) MB"
        }
    }
}

/// The replay of an earlier session.
package struct Replay: Sendable, Equatable {
    /// The name of the source, which is the name of the journal's file.
    package var name: String
    package var speed: Double
    package var isHeld = false

    package init(name: String, speed: Double) {
        self.name = name
        self.speed = speed
    }
}
