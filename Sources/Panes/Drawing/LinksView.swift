import AppLinks
import Deciding
import LinkLayers
package import Records
import Screen
import Secrets

/// Pane 1: the links, with the newest last. Each row is a sentence: who sent the link, who received it, where it leads and how it ended.
/// `E` or `W` marks a link with an error or a warning, `◆` a link that the user marked, and `>` the selected link.
extension ListsView {
    /// The least width of parameters beside their path.
    private static let leastParameters = 6
    /// The share of a shortened text that its end gets.
    private static let endShare = 0.7
    /// The width of the title of the pane with the border beside it.
    private static let titleColumns = 16

    package func drawLinks(on canvas: inout Canvas) {
        let count = lists.links.count
        let cursor = lists.linkCursor
        let hidden = lists.shownLinks.hidden
        var place = cursor.count == 0 ? "" : "\(hidden == nil ? canvas.grouped(cursor.selected + 1) : "-")/\(canvas.grouped(cursor.count))"
        if lists.isFiltered { place = "\(place.isEmpty ? "0" : place) of \(canvas.grouped(count))  FILTER" }
        let area = canvas.layout.rows(of: .links)
        canvas.pane(
            .links, title: "Links", note: canvas.own(note(sort(canvas) + place, columns: area.columns - Self.titleColumns)),
            rows: HiddenRows(cursor, height: area.rows))
        let places = cursor.visible(height: area.rows)
        var columns = LinkColumns(chosen.links, columns: area.columns - 1, digits: String(count).count)
        let cells = places.map { place in lists.shownLinks.index(at: place).flatMap { self.cells(of: lists.links[$0], columns, canvas) } }
        columns.fit(cells, links: places.compactMap { columnsOfPlace(at: $0, columns, canvas) }.max() ?? 0, canvas)
        canvas.header(columns.header(canvas), of: .links)
        canvas.rows(of: lists.shownLinks, in: area, pane: .links, name: { "#\($0 + 1)" }) {
            line(at: $0, cells[$0 - places.lowerBound], columns, $1)
        }
        if cursor.count == 0, area.rows > (hidden == nil ? 0 : 1) {
            let text = count == 0 ? "No link yet, only events." : filtering.words(forNo: "link")
            canvas.put(canvas.own(" " + text), in: area.row(0), style: .dim)
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

    /// Returns the row at a place, with these cells in its columns.
    private func line(at place: Int, _ cells: [StyledText]?, _ columns: LinkColumns, _ canvas: Canvas) -> StyledText {
        guard let index = lists.shownLinks.index(at: place) else { return StyledText() }
        let row = lists.links[index]
        let number = String(index + 1)
        let hasError = row.flags.contains(.hasError)
        var line = StyledText(hasError ? "E" : row.hasProblem ? "W" : " ", hasError ? Style(.error, .bold) : .warning)
        line.append(canvas.own(String(repeating: " ", count: max(columns.number - number.count, 0) + 1) + number), .dim)
        if lists.marks.contains(row.record) { line.append(canvas.glyphs.marked, Style(.accent, .bold)) } else { line.append(" ", .dim) }
        let known = memory.row(row.record)
        guard case .text(let text)? = known, var cells else {
            if columns.order.first == .time { line.append("--:--:-- ", .dim) }
            let isLost = if case .unreadable? = known { true } else { false }
            line.append(isLost ? "(this record can no longer be read)" : "Reading...", isLost ? .error : .dim)
            return line
        }
        for (index, column) in columns.order.enumerated() where column == .link {
            cells[index] = self.place(text, tail(of: row, room: columns.place, canvas), columns, canvas)
        }
        line += canvas.row(of: cells, columns.widths)
        return line
    }

    /// Returns how many columns the link of a row would take if it had the whole row; nil for a row that is not read yet.
    private func columnsOfPlace(at place: Int, _ columns: LinkColumns, _ canvas: Canvas) -> Int? {
        guard let index = lists.shownLinks.index(at: place), let text = memory.row(lists.links[index].record)?.text else { return nil }
        let tail = tail(of: lists.links[index], room: columns.columns, canvas)
        return self.place(text, room: max(columns.columns - tail.columns, 0), columns, canvas).columns + tail.columns
    }

    /// Returns the cells of a row, whose widths decide those of the columns. The link gets the room that they leave, so its cell is empty.
    private func cells(of row: LinkRow, _ columns: LinkColumns, _ canvas: Canvas) -> [StyledText]? {
        memory.row(row.record)?.text.map { text in columns.order.map { cell($0, of: row, text, columns, canvas) } }
    }

    private func cell(
        _ column: ListColumns.Link, of row: LinkRow, _ text: RecordRow.Text, _ columns: LinkColumns, _ canvas: Canvas
    ) -> StyledText {
        let most = columns.most
        let none = canvas.own(canvas.glyphs.encoding == .utf8 ? "–" : "-")
        switch column {
        case .time: return StyledText(canvas.own(canvas.display.clock(text.arrivedAt)), .dim)
        case .from:
            let sender = text.story.flatMap { $0.sender(on: device.onArrival(of: row.record), device.label) }
                .map { canvas.safe(canvas.mask.beginning(of: $0.text, columns: most), columns: most) }
            return StyledText(sender ?? none, sender == nil ? .dim : .accent)
        case .to:
            var text = StyledText(columns.arrow(canvas), .dim)
            if row.flags.contains(.wasReceived) {
                text.append(canvas.safe(device.label(ofApp: row.app), columns: most), .accent)
            } else if let departure = journey.departure(of: row.record), departure.outcome.type == .app {
                // The app in which the user opened a link that no app received.
                text.append(canvas.safe(device.label(of: departure.frontAfter), columns: most), .accent)
            } else {
                text.append(row.flags.contains(.isWebPage) ? canvas.own(LinkRow.pageReceiver) : none, .dim)
            }
            return text
        case .link: return StyledText()
        case .kind: return StyledText(canvas.safe(text.story?.kind ?? "", columns: most))
        case .end:
            let departure = journey.departure(of: row.record)
            let end = LinkEnd(row.flags, departure: departure)
            // Until the user opens the link, its worst problem says more than that it arrived.
            if columns.showsProblems, departure == nil || end == .error, let problem = text.story?.problem {
                let role: Role = problem.severity == .error ? .error : .warning
                return StyledText(canvas.own(problem.words), Style(role))
            }
            return StyledText(canvas.own(end.word), Style(end.role))
        }
    }

    /// What stands beside the place of a link: which earlier link it repeats, and what was looked up about it.
    private struct Tail {
        /// What follows the place at the right of the column, such as `  = #12, 0.4 s later  V`.
        var text: SafeText
        /// The sign before the place that stands for the repetition.
        var sign: SafeText = ""

        var columns: Int { text.columns + sign.columns }
    }

    /// Returns what stands beside the place of a link. If there is little room, the time is left out. If there is less, only a sign before
    /// the place stands for the repetition.
    private func tail(of row: LinkRow, room: Int, _ canvas: Canvas) -> Tail {
        let letters = lookups.badges(of: row)
        let badges = canvas.own(letters.isEmpty ? "" : (room < 20 ? " " : "  ") + letters)
        guard row.flags.contains(.isRepeat), let repetition = Repetition(of: row.record, lists, memory) else { return Tail(text: badges) }
        let room = max(room - badges.columns, 0)
        let short = "  = #\(repetition.number)"
        let long = repetition.delay.map { "\(short), \($0)" } ?? short
        let tag = canvas.own(long.count + 12 <= room ? long : short)
        return room - tag.columns < 6 ? Tail(text: badges, sign: "=") : Tail(text: tag + badges)
    }

    /// Returns where the link leads, with what stands beside it.
    private func place(_ text: RecordRow.Text, _ tail: Tail, _ columns: LinkColumns, _ canvas: Canvas) -> StyledText {
        var line = StyledText(tail.sign, .accent)
        line += place(text, room: max(columns.place - tail.columns, 0), columns, canvas)
        if !tail.text.isEmpty { line = line.padded(to: columns.place - tail.text.columns, glyphs: canvas.glyphs) }
        line.append(tail.text, .accent)
        return line
    }

    /// Returns where the link leads, and then its target if that says more and has room.
    private func place(_ text: RecordRow.Text, room: Int, _ columns: LinkColumns, _ canvas: Canvas) -> StyledText {
        let glyphs = canvas.glyphs
        func safe(_ link: [UInt8], _ secrets: [Range<Int>]?, _ room: Int) -> SafeText {
            // A link that was not inspected is searched a little further than it is drawn.
            let link = canvas.mask.beginning(of: link, hiding: secrets, columns: room + 64)
            // In a wide row, people read a link from its beginning.
            return columns.showsWholeLinks
                ? glyphs.sanitizer.text(link, columns: room + 1).fitted(to: room, glyphs: glyphs)
                : Self.fitted(LinkSummary.place(in: link), to: room, glyphs)
        }
        guard let story = text.story else {
            return StyledText(text.link.map { safe($0, nil, room) } ?? "Reading...", text.link == nil ? .dim : .text).fitted(
                to: room, glyphs: glyphs)
        }
        let gap: SafeText = "  "
        var line = StyledText()
        let place = safe(story.link, story.secrets, room)
        line.append(place)
        let rest = room - place.columns - gap.columns
        if let target = story.target, rest >= 12 {
            line.append(gap)
            line.append(safe(Array(target.text.utf8), target.secrets, rest), .dim)
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

/// The columns of the list of links. Each is as wide as its widest cell in view, within its share. The link gets the room that they leave, and
/// the columns that were cut get the room that the links do not need.
///
///       #  time     from → to    link                         is       end
///     W  43 12:04:12 Mail → Café  cafe://menu/today            App Link hidden characters
///
/// A narrow pane leaves out what the link is first, then the time, and then the sender, the receiver and the end together.
struct LinkColumns {
    /// The columns that there is room for, in the user's order.
    let order: [ListColumns.Link]
    /// The width of the numbers.
    let number: Int
    /// Whether a link is shown from its scheme, and cut at its end.
    let showsWholeLinks: Bool
    /// Whether the end also tells the worst problem of the link.
    let showsProblems: Bool
    /// Whether an arrow leads from the column of the sender to that of the receiver.
    let hasArrow: Bool
    /// The width of a row without the mark of the selection.
    let columns: Int
    /// The widths of the columns, in their order.
    private(set) var widths: [Int] = []
    /// The width of the text that says where the link leads.
    private(set) var place = 1

    /// - Parameters:
    ///   - chosen: The columns that the user wants, in order.
    ///   - columns: The width of a row without the mark of the selection.
    ///   - digits: The number of characters of the highest number in the list.
    init(_ chosen: [ListColumns.Link], columns: Int, digits: Int) {
        // In a wide pane, a space keeps the last column off the border.
        self.columns = columns >= 56 ? columns - 1 : columns
        number = max(digits, 2)
        showsWholeLinks = columns >= 96
        showsProblems = columns >= 56
        let order = chosen.filter { column in
            switch column {
            case .time: columns >= 56
            case .from, .to, .end: columns >= 34
            case .kind: columns >= 96
            case .link: true
            }
        }
        self.order = order
        hasArrow = zip(order, order.dropFirst()).contains { $0 == (.from, .to) }
    }

    /// The most columns that a cell may take beside a short link.
    var most: Int { columns / 2 }

    /// Returns the most columns that a column gets beside a long link.
    private func share(_ column: ListColumns.Link) -> Int {
        switch column {
        case .time: 8
        case .from, .to: max(columns / 8, 7) + (column == .to && hasArrow ? 2 : 0)
        case .link: 0
        case .kind, .end: max(columns / 5, 7)
        }
    }

    /// Gives the columns the widths that these cells need, and the rest to the link.
    ///
    /// - Parameter links: The columns that the longest link would take.
    mutating func fit(_ cells: [[StyledText]?], links: Int, _ canvas: Canvas) {
        let wanted = canvas.widths(of: cells + [titles(canvas)], most: order.map { $0 == .link ? 0 : most })
        widths = zip(order, wanted).map { min($1, share($0)) }
        // The letter of the problem, a space, the number, and the sign of a mark come before the columns, and a space between them.
        place = max(columns - widths.reduce(number + 2) { $0 + $1 + 1 }, 1)
        for index in order.indices {
            let more = min(wanted[index] - widths[index], max(place - links, 0))
            widths[index] += more
            place -= more
        }
        for index in order.indices where order[index] == .link { widths[index] = place }
    }

    private func titles(_ canvas: Canvas) -> [StyledText] {
        order.map { StyledText(($0 == .to ? arrow(canvas) : "") + canvas.own($0.rawValue), .dim) }
    }

    /// Returns the arrow before a receiver.
    func arrow(_ canvas: Canvas) -> SafeText { hasArrow ? (canvas.glyphs.encoding == .utf8 ? "→ " : "> ") : "" }

    /// Returns the headers of the columns.
    func header(_ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.own(String(repeating: " ", count: number + 1) + "# "), .dim)
        line += canvas.row(of: titles(canvas), widths)
        return line
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
