package import Screen

/// A row of the window with the last notices.
package struct NoticeRow: Sendable, Equatable {
    /// The time of the notice; empty in its later rows.
    package var time: String
    package var text: SafeText
    package var tone: Notice.Tone

    static let timeColumns = 10

    /// Returns the rows of all notices, with the oldest first. Texts are broken at spaces.
    static func all(_ entries: [Notices.Entry], columns: Int, display: Display) -> [NoticeRow] {
        let width = max(columns - timeColumns, 10)
        return entries.flatMap { entry in
            display.glyphs.sanitizer.text(entry.notice.text).wrappedAtBlanks(width: width).enumerated().map { index, text in
                NoticeRow(time: index == 0 ? display.clock(entry.time) : "", text: text, tone: entry.notice.tone)
            }
        }
    }
}
