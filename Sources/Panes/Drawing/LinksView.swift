import AppLinks
import Deciding
import LinkLayers
package import Records
import Screen

/// Pane 1: the links, with the newest last. Each row is a sentence: who sent the link, who received it, where it leads and how it ended.
/// `E` or `W` marks a link with an error or a warning, `◆` a link that the user marked, and `>` the selected link.
package struct LinksView {
    let lists: Lists
    let sorting: Sorting
    /// What the list says if the filter shows none of its rows.
    let noMatch: String
    let device: Device
    let journey: Journey
    let lookups: Lookups
    let memory: RecordCache
    /// The columns that the user wants to see, in order.
    let chosen: [ListColumns.Link]

    package init(
        lists: Lists, sorting: Sorting, noMatch: String, device: Device, journey: Journey, lookups: Lookups, memory: RecordCache,
        chosen: [ListColumns.Link]
    ) {
        self.lists = lists
        self.sorting = sorting
        self.noMatch = noMatch
        self.device = device
        self.journey = journey
        self.lookups = lookups
        self.memory = memory
        self.chosen = chosen
    }

    /// The least width of a place at which the words of a problem stand beside it. In less room, only the letter of the problem does.
    private static let roomForProblem = 26
    /// The least width of parameters beside their path.
    private static let leastParameters = 6
    /// The share of a shortened text that its end gets.
    private static let endShare = 0.7
    /// The width of the title of the pane with the border beside it.
    private static let titleColumns = 16

    package func draw(on canvas: inout Canvas) {
        let count = lists.links.count
        let cursor = lists.linkCursor
        let hidden = lists.shownLinks.hidden
        var place = cursor.count == 0 ? "" : "\(hidden == nil ? canvas.grouped(cursor.selected + 1) : "-")/\(canvas.grouped(cursor.count))"
        if lists.isFiltered { place = "\(place.isEmpty ? "0" : place) of \(canvas.grouped(count))  FILTER" }
        let area = canvas.layout.rows(of: .links)
        canvas.pane(
            .links, title: "Links", note: canvas.own(note(sort(canvas) + place, columns: area.columns - Self.titleColumns)),
            rows: HiddenRows(cursor, height: area.rows))
        let columns = LinkColumns(chosen, columns: area.columns - 1, digits: String(count).count)
        canvas.header(columns.header(canvas), of: .links)
        canvas.rows(of: lists.shownLinks, in: area, pane: .links, name: { "#\($0 + 1)" }) { line(at: $0, columns, $1) }
        if cursor.count == 0, area.rows > (hidden == nil ? 0 : 1) {
            canvas.put(canvas.own(" " + (count == 0 ? "No link yet, only events." : noMatch)), in: area.row(0), style: .dim)
        }
    }

    /// Returns the note in the title with the number of problems before it, in words or letters, as there is room.
    private func note(_ note: String, columns: Int) -> String {
        let problems = lists.shownProblems
        let notes = [problems.words, problems.letters].filter { !$0.isEmpty }.map { "\($0)  \(note)" }
        return notes.first { $0.count <= columns } ?? note
    }

    /// Returns the order of the links, and how much of a running sort is done, with spaces at the end; empty for the order of arrival.
    private func sort(_ canvas: Canvas) -> String {
        let label = sorting.order.label(canvas.glyphs.encoding)
        guard sorting.isStale else { return label.isEmpty ? "" : label + "  " }
        return "\(label) \(sorting.done * 100 / max(lists.shownLinks.arrivedCount, 1)) %  "
    }

    private func line(at row: Int, _ columns: LinkColumns, _ canvas: Canvas) -> StyledText {
        guard let index = lists.shownLinks.index(at: row) else { return StyledText() }
        let row = lists.links[index]
        let known = memory.row(row.record)
        let number = String(index + 1)
        var line = StyledText(row.flags.problemLetter, row.flags.contains(.hasError) ? Style(.error, .bold) : .warning)
        line.append(canvas.own(String(repeating: " ", count: max(columns.number - number.count, 0) + 1) + number), .dim)
        if lists.marks.contains(row.record) { line.append(canvas.glyphs.marked, Style(.accent, .bold)) } else { line.append(" ", .dim) }
        guard case .text(let text)? = known else {
            if columns.order.first == .time { line.append("--:--:-- ", .dim) }
            let isLost = if case .unreadable? = known { true } else { false }
            line.append(isLost ? "(this record can no longer be read)" : "Reading...", isLost ? .error : .dim)
            return line
        }
        for (index, column) in columns.order.enumerated() {
            let gap = columns.gap(after: index)
            let cell = cell(column, of: row, text, columns, canvas)
            line += gap == .none ? cell : cell.padded(to: columns.width(of: column), glyphs: canvas.glyphs)
            line.append(gap.text(canvas.glyphs.encoding), .dim)
        }
        return line
    }

    private func cell(
        _ column: ListColumns.Link, of row: LinkRow, _ text: RecordRow.Text, _ columns: LinkColumns, _ canvas: Canvas
    ) -> StyledText {
        let none = canvas.own(canvas.glyphs.encoding == .utf8 ? "–" : "-")
        switch column {
        case .time: return StyledText(canvas.own(canvas.display.clock(text.arrivedAt)), .dim)
        case .from:
            let mark = device.mark(ofSender: text.story?.senderScheme)
            let sender = text.story?.sender.map { canvas.safe(canvas.mask.text($0) + mark, columns: columns.app) }
            return StyledText(sender ?? none, sender == nil ? .dim : .accent)
        case .to:
            if row.flags.contains(.wasReceived) {
                return StyledText(canvas.safe(device.label(ofApp: row.app), columns: columns.app), .accent)
            }
            // The app in which the user opened a link that no app received.
            if let departure = journey.departure(of: row.record), departure.outcome.type == .app {
                return StyledText(canvas.safe(device.label(of: departure.frontAfter), columns: columns.app), .accent)
            }
            return StyledText(row.flags.contains(.isWebPage) ? canvas.own(LinkRow.pageReceiver) : none, .dim)
        case .what:
            let repetition = row.flags.contains(.isRepeat) ? Repetition(of: row.record, lists, memory) : nil
            return place(text, repetition, lookups.badges(of: row).letters, columns, canvas)
        case .kind:
            return StyledText(canvas.safe(text.story?.kind ?? "", columns: columns.kind).fitted(to: columns.kind, glyphs: canvas.glyphs))
        case .end:
            let departure = journey.departure(of: row.record)
            let end = LinkEnd(row.flags, departure: departure)
            // Until the user opens the link, its worst problem says more than that it arrived.
            if columns.showsProblems, departure == nil || end == .error, let problem = text.story?.problem {
                let role: Role = problem.code.severity == .error ? .error : .warning
                return StyledText(canvas.own(problem.words).fitted(to: columns.end, glyphs: canvas.glyphs), Style(role))
            }
            return StyledText(canvas.own(end.word).fitted(to: columns.end, glyphs: canvas.glyphs), Style(end.role))
        }
    }

    /// Returns where the link leads and, at the right, which earlier link it repeats and what was looked up about it, such as
    /// `menu  = #12, 0.4 s later  V`. If there is little room, the time is left out. If there is less, only a sign before the place stands
    /// for the repetition.
    private func place(
        _ text: RecordRow.Text, _ repetition: Repetition?, _ letters: String, _ columns: LinkColumns, _ canvas: Canvas
    ) -> StyledText {
        let badges = canvas.own(letters.isEmpty ? "" : (columns.place < 20 ? " " : "  ") + letters)
        var room = max(columns.place - badges.columns, 0)
        var tag: SafeText = ""
        var sign: SafeText = ""
        if let repetition {
            let short = "  = #\(repetition.number)"
            let long = repetition.delay.map { "\(short), \($0)" } ?? short
            tag = canvas.own(long.count + 12 <= room ? long : short)
            if room - tag.columns < 6 { (tag, sign) = ("", "=") }
        }
        room -= tag.columns + sign.columns
        var line = StyledText(sign, .accent)
        line += place(text, room: max(room, 0), columns, canvas)
        if !tag.isEmpty || !badges.isEmpty { line = line.padded(to: columns.place - tag.columns - badges.columns, glyphs: canvas.glyphs) }
        line.append(tag, .accent)
        line.append(badges, .accent)
        return line
    }

    /// Returns where the link leads, then its target if that says more, then its worst problem. If there is not enough room for all, the
    /// target is left out first. A problem keeps at least half of the room.
    private func place(_ text: RecordRow.Text, room: Int, _ columns: LinkColumns, _ canvas: Canvas) -> StyledText {
        let glyphs = canvas.glyphs
        // The part of a link that is searched for secrets is longer than the part that is drawn.
        func safe(_ link: [UInt8], _ room: Int) -> SafeText {
            let link = canvas.mask.beginning(of: link, columns: room + 64)
            // In a wide row, people read a link from its beginning.
            return columns.showsWholeLinks
                ? glyphs.sanitizer.text(link, columns: room + 1).fitted(to: room, glyphs: glyphs)
                : Self.fitted(LinkSummary.place(in: link), to: room, glyphs)
        }
        guard let story = text.story else {
            return StyledText(text.link.map { safe($0, room) } ?? "Reading...", text.link == nil ? .dim : .text).fitted(
                to: room, glyphs: glyphs)
        }
        let problem = story.problem.map { canvas.own($0.words) }
        let gap: SafeText = "  "
        var line = StyledText()
        if let problem, room >= Self.roomForProblem, !columns.showsProblems {
            let reserved = min(problem.columns + gap.columns, room / 2)
            line.append(safe(story.link, room - reserved))
            line.append(gap)
            line.append(problem, story.problem?.code.severity == .error ? .error : .warning)
            return line.fitted(to: room, glyphs: glyphs)
        }
        let place = safe(story.link, room)
        line.append(place)
        let rest = room - place.columns - gap.columns
        if !story.target.isEmpty, rest >= 12 {
            line.append(gap)
            line.append(safe(story.target, rest), .dim)
        }
        return line.fitted(to: room, glyphs: glyphs)
    }

    /// Returns the place of a link in at most `room` columns. Links mostly differ at the end of their path, so a long path keeps its end,
    /// and parameters get the room that the path leaves.
    private static func fitted(_ place: ArraySlice<UInt8>, to room: Int, _ glyphs: Glyphs) -> SafeText {
        let beginning = glyphs.sanitizer.text(place, columns: room + 1)
        guard beginning.columns > room else { return beginning }
        // The middle of a long text is not shown, so it is not sanitized either.
        func text(_ part: ArraySlice<UInt8>) -> SafeText {
            let most = 8 * room
            return glyphs.sanitizer.text(part.count <= 2 * most ? part : part.prefix(most) + part.suffix(most))
        }
        let end = place.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? place.endIndex
        let path = text(place[..<end])
        let rest = room - path.columns
        if rest >= leastParameters {
            return path + text(place[end...]).fittedAtBothEnds(to: rest, end: endShare, glyphs: glyphs)
        }
        return (end == place.endIndex ? path : path + glyphs.cut).fittedAtBothEnds(to: room, end: endShare, glyphs: glyphs)
    }
}

extension LinkRow.Flags {
    /// `E` for a link with an error, `W` for one with a warning.
    var problemLetter: SafeText { contains(.hasError) ? "E" : contains(.hasWarning) ? "W" : " " }
}

/// The columns of the list of links. Their widths depend only on the width of the pane and on the number of links, never on the links in
/// view, so no column moves while the user scrolls.
///
///       #  time       from → to           link                         is                   then
///     W  43 12:04:12 Mail      → Café     cafe://menu/today            App Link             hidden characters
///
/// A narrow pane leaves out what the link is first, then the time, and then the sender, the receiver and the end together.
struct LinkColumns: Equatable {
    /// The columns that there is room for, in the user's order.
    var order: [ListColumns.Link]
    /// The width of the numbers.
    var number: Int
    /// The width of the sender, and of the receiver.
    var app: Int
    /// The width of what the link is.
    var kind: Int
    /// The width of the word for the end.
    var end: Int
    /// Whether a link is shown from its scheme, and cut at its end.
    let showsWholeLinks: Bool
    /// Whether the end also tells the worst problem of the link.
    let showsProblems: Bool
    /// The width of the text that says where the link leads. It gets the room that the other columns leave.
    var place: Int

    /// - Parameters:
    ///   - chosen: The columns that the user wants, in order.
    ///   - columns: The width of a row without the mark of the selection.
    ///   - digits: The number of characters of the highest number in the list.
    init(_ chosen: [ListColumns.Link], columns: Int, digits: Int) {
        number = max(digits, 2)
        app = columns >= 140 ? 14 : columns >= 90 ? 11 : columns >= 56 ? 8 : 7
        showsWholeLinks = columns >= 96
        showsProblems = columns >= 96 && chosen.contains(.end)
        kind = columns >= 140 ? 20 : 18
        end = columns >= 140 ? 20 : columns >= 96 ? 14 : 7
        place = 0
        order = chosen.filter { column in
            switch column {
            case .time: columns >= 56
            case .from, .to, .end: columns >= 34
            case .kind: columns >= 96
            case .what: true
            }
        }
        // The letter of the problem, a space, the number, and the sign of a mark.
        let before = 2 + number + 1
        let others = order.indices.reduce(before) { $0 + width(of: order[$1]) + gap(after: $1).columns }
        place = max(columns - others, 1)
    }

    func width(of column: ListColumns.Link) -> Int {
        switch column {
        case .time: 8
        case .from, .to: app
        case .what: place
        case .kind: kind
        case .end: end
        }
    }

    /// Returns the headers of the columns.
    func header(_ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.own(String(repeating: " ", count: number + 1) + "# "), .dim)
        for (index, column) in order.enumerated() {
            let title = column == .what ? "link" : column == .end ? "then" : column.rawValue
            let gap = gap(after: index)
            line.append(gap == .none ? canvas.own(title) : canvas.own(title).padded(to: width(of: column), glyphs: canvas.glyphs), .dim)
            line.append(gap.text(canvas.glyphs.encoding), .dim)
        }
        return line
    }

    /// The gap between a column and the next one: an arrow between sender and receiver, otherwise a space.
    enum Gap {
        case none, space, arrow

        var columns: Int {
            switch self {
            case .none: 0
            case .space: 1
            case .arrow: 3
            }
        }

        func text(_ encoding: Sanitizer.Encoding) -> SafeText {
            switch self {
            case .none: ""
            case .space: " "
            case .arrow: encoding == .utf8 ? " → " : " > "
            }
        }
    }

    func gap(after index: Int) -> Gap {
        guard index + 1 < order.count else { return .none }
        return order[index] == .from && order[index + 1] == .to ? .arrow : .space
    }
}

/// An earlier arrival of the same link.
package struct Repetition: Equatable {
    /// The number of the earlier link.
    package var number: Int
    /// The milliseconds from its arrival to the arrival of the link; nil until both are read.
    package var later: Int64?

    /// - Returns: nil if the link did not arrive before, or if the earlier one is no longer remembered.
    package init?(of record: RecordID, _ lists: Lists, _ memory: RecordCache) {
        guard let earlier = lists.repeats.earlier(than: record), let number = lists.number(of: earlier) else { return nil }
        self.number = number
        let time = { (id: RecordID) in memory.row(id)?.text?.arrivedAt }
        if let before = time(earlier), let now = time(record), now >= before { later = now - before }
    }

    /// `0.4 s later`; nil until the times are known.
    package var delay: String? { later.map { "\(Self.duration($0)) later" } }

    /// Returns a duration, such as `0.4 s` or `3 min`.
    static func duration(_ milliseconds: Int64) -> String {
        switch milliseconds {
        case ..<10_000: "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
        case ..<60_000: "\(milliseconds / 1000) s"
        case ..<3_600_000: "\(milliseconds / 60_000) min"
        default: "\(milliseconds / 3_600_000) h"
        }
    }
}
