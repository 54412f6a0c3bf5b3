import Bytes
package import Deciding
package import Records

/// The list of links and the stream of events, with the user's position in each.
///
/// A row takes at most eight bytes. The records stay in files and in the journal.
package struct Lists: Sendable {
    package private(set) var links: [LinkRow] = []
    package private(set) var events = EventRows()
    package private(set) var posted: [Event] = []
    /// The number of posted events whose acts were taken back.
    package private(set) var undoneCount = 0
    /// The row of each posted event in `events`.
    package private(set) var postedRows: [Int] = []
    /// The links that arrived more than once.
    package private(set) var repeats = Repeats()
    /// The links that events from outside mean.
    private var namedLinks = NamedLinks()
    package var marks = Marks()
    package var shownLinks = ShownList()
    /// The events of all links, or those that the filter shows.
    private var allEvents = ShownList()
    /// The link whose events are shown; nil if those of all links are.
    package private(set) var linkOfEvents: RecordID?
    /// The events of that link, and what they were found among.
    private var eventsOfLink = ShownList()
    private var searchedEvents = (count: 0, named: 0)
    package var shownEvents: ShownList {
        get { linkOfEvents == nil ? allEvents : eventsOfLink }
        set { if linkOfEvents == nil { allEvents = newValue } else { eventsOfLink = newValue } }
    }
    /// The problems of all links, and of those that the filter shows.
    private var problems = ProblemCount()
    private var foundProblems = ProblemCount()
    /// The number of records that have arrived, of any kind.
    package private(set) var recordCount = 0

    package init() {}

    package var isEmpty: Bool { links.isEmpty && events.isEmpty }

    // MARK: What arrives

    /// - Parameters:
    ///   - contentHash: The hash that tells whether the same link arrived before.
    ///   - names: The hashes of the names that events may give the link.
    package mutating func append(_ row: LinkRow, contentHash: UInt64, names: [UInt64] = []) {
        var row = row
        if repeats.note(contentHash, names: names, of: row.record) { row.flags.insert(.isRepeat) }
        links.append(row)
        problems.add(row.flags)
    }

    package mutating func append(_ kind: EventRow.Kind, app: UInt16, index: UInt32) {
        events.append(EventRow(kind: kind, app: app, index: index))
    }

    package mutating func append(_ event: Event, app: UInt16) {
        append(.posted, app: app, index: UInt32(clamping: posted.count))
        posted.append(event)
        postedRows.append(events.count - 1)
    }

    /// Notes whether the user took back the act that posted these events of the device.
    package mutating func mark(posted events: Range<Int>, isUndone: Bool) {
        for index in events where posted[index].isUndone != isUndone {
            posted[index].isUndone = isUndone
            undoneCount += isUndone ? 1 : -1
        }
    }

    /// Updates the cursors after rows were appended.
    ///
    /// - Parameter records: The number of records from which the rows were made.
    package mutating func finishAppending(records: Int = 0) {
        recordCount += records
        shownLinks.grow(to: links.count)
        allEvents.grow(to: events.count)
    }

    // MARK: What is shown

    package var linkCursor: ListCursor { shownLinks.cursor }
    package var eventCursor: ListCursor { shownEvents.cursor }
    /// The index of the selected link; nil if no link is shown.
    package var selectedLinkIndex: Int? { shownLinks.selected }
    package var selectedEventIndex: Int? { shownEvents.selected }

    /// Whether a filter decides which rows are shown.
    package var isFiltered: Bool { shownLinks.isFiltered }

    var shownProblems: ProblemCount { isFiltered ? foundProblems : problems }

    /// Whether a link that is shown, other than the selected link, has an error or a warning.
    package var hasOtherProblem: Bool {
        let isSelected = shownLinks.hidden == nil && selectedLinkIndex.map { links[$0].hasProblem } == true
        return shownProblems.total > (isSelected ? 1 : 0)
    }

    /// Shows all rows. The selected rows stay selected.
    package mutating func showAll() {
        shownLinks.showAll()
        allEvents.showAll()
    }

    /// Shows no row until a filter lets rows through. The selected rows are selected again if they are among them.
    package mutating func showNone() {
        shownLinks.showNone()
        foundProblems = ProblemCount()
        linkOfEvents = nil
        allEvents.showNone()
    }

    /// Selects rows that are shown, if the filter hides the selected ones.
    package mutating func leaveHidden() {
        shownLinks.leaveHidden()
        shownEvents.leaveHidden()
    }

    /// Shows more rows, which come after the rows that are shown already.
    package mutating func show(links: [Int], events: [Int]) {
        shownLinks.add(found: links)
        for index in links { foundProblems.add(self.links[index].flags) }
        allEvents.add(found: events)
    }

    /// Shows the events of a link, with the newest selected, or those of all links. A filter looks among all events.
    package mutating func showEvents(of link: RecordID?) {
        guard let link, !isFiltered else {
            linkOfEvents = nil
            return
        }
        let all = (count: events.count, named: namedLinks.count)
        guard linkOfEvents != link || searchedEvents != all else { return }
        if linkOfEvents != link { (linkOfEvents, eventsOfLink) = (link, ShownList()) }
        eventsOfLink.show(only: events(of: link), of: events.count)
        searchedEvents = all
    }

    /// Scrolls each list to its selected row.
    package mutating func settle(linkRows: Int, eventRows: Int) {
        shownLinks.settle(height: linkRows)
        shownEvents.settle(height: eventRows)
    }

    /// Returns the lists with all events, and with another position in them.
    package func showingAllEvents(at cursor: ListCursor) -> Lists {
        var lists = self
        lists.linkOfEvents = nil
        lists.allEvents = ShownList(total: events.count, cursor: cursor)
        return lists
    }

    // MARK: Rows

    /// The record of the last link or event that arrived; nil if nothing arrived.
    package var lastRecord: RecordID? {
        let event = events.indices.last { events[$0].kind != .posted }.flatMap { record(ofEvent: $0) }
        return [links.last?.record, event].compactMap(\.self).max { $0.index < $1.index }
    }

    package var selectedLink: RecordID? {
        selectedLinkIndex.map { links[$0].record }
    }

    /// Returns the record that contains an event, or from whose link the event follows; nil for an event that the device posted.
    package func record(ofEvent index: Int) -> RecordID? {
        let row = events[index]
        return row.kind == .posted ? nil : RecordID(index: row.index)
    }

    /// Returns the event of a row that stands for a posted event; nil for other rows.
    package func posted(_ row: EventRow) -> Event? { row.kind == .posted ? posted[Int(row.index)] : nil }

    /// Returns the number that a link has in the list, from 1; nil if it is not in the list.
    package func number(of id: RecordID) -> Int? { index(of: id).map { $0 + 1 } }

    /// Returns the number of the link of an event as the screen shows it: `#3`, or `#3?` if this is a guess; nil if it is not in the list.
    func label(of link: Event.Link) -> String? { number(of: link.record).map { "#\($0)\(link.isGuess ? "?" : "")" } }

    package func row(of id: RecordID) -> LinkRow? { index(of: id).map { links[$0] } }

    /// Returns the index of a link in the list. A binary search works, because the rows are in the order of their records.
    private func index(of id: RecordID) -> Int? {
        let index = links.endOfPrefix { $0.record < id }
        return links.indices.contains(index) && links[index].record == id ? index : nil
    }

    // MARK: Moving

    /// Selects the next link with a problem, in the direction of `step`. After the last link, the search continues at the first one.
    /// Returns whether the search went around the end; nil if no other link has a problem.
    ///
    /// - Parameter departure: Returns the result of opening a link; nil if the user did not open it.
    package mutating func selectProblem(step: Int, departure: (RecordID) -> Departure?) -> Bool? {
        let count = linkCursor.count
        for distance in stride(from: 1, to: count, by: 1) {
            let place = linkCursor.selected + step * distance
            let around = (place % count + count) % count
            guard let index = shownLinks.index(at: around), links[index].hasProblem(after: departure(links[index].record)) else { continue }
            shownLinks.move { $0.move(to: around) }
            return around != place
        }
        return nil
    }

    /// Returns the rows of the events that a record contains, that follow from its link or that opening it caused, in their order.
    ///
    /// The rows that are made from records are in the order of their records, so a binary search finds them among a million.
    package func events(of record: RecordID) -> [Int] {
        var rows = posted.indices.filter { posted[$0].link?.record == record }.map { postedRows[$0] } + namedLinks.events(of: record)
        var row = firstEvent(of: record)
        while row < events.count, events[row].kind == .posted || events[row].index == record.index {
            if events[row].kind != .posted { rows.append(row) }
            row += 1
        }
        return rows.sorted()
    }

    /// Notes the link that the event in a record means.
    package mutating func note(_ mention: LinkMention, of record: RecordID) {
        guard let link = link(mention, before: record) else { return }
        let row = firstEvent(of: record)
        if events.indices.contains(row), self.record(ofEvent: row) == record { namedLinks.note(link, ofEvent: row) }
    }

    /// Returns the link that an event means: the newest one before it that has a URL of the event, byte for byte, or else the newest one
    /// that has it in another form or in another role. `linkNumber`, as linkscope prints it, decides which of several links it is.
    private func link(_ mention: LinkMention, before record: RecordID) -> Event.Link? {
        let numbered = mention.number.flatMap { $0 > 0 ? links.dropFirst($0 - 1).first?.record : nil }
        let number = numbered.flatMap { $0 < record ? $0 : nil }
        var found: Event.Link?
        for search in mention.searches {
            guard let link = repeats.newest(search, before: record) else { continue }
            if let number, repeats.newest(search, before: RecordID(index: number.index + 1)) == number { return Event.Link(number) }
            let isSure = search.isExact && repeats.earlier(than: link) == nil
            found = found ?? Event.Link(link, isGuess: !isSure)
        }
        return found ?? number.map { Event.Link($0, isGuess: !mention.searches.isEmpty) }
    }

    /// Returns the link that an event belongs to; nil if it belongs to none.
    package func link(ofEvent index: Int) -> Event.Link? {
        let row = events[index]
        switch row.kind {
        case .received: return namedLinks.link(ofEvent: index)
        case .posted: return posted(row)?.link
        case .linkParse, .navigateIn: return Event.Link(RecordID(index: row.index))
        }
    }

    /// Returns the first row made from this record or a later one.
    private func firstEvent(of record: RecordID) -> Int {
        events.indices.endOfPrefix { index in
            // Posted events have no record order, so the nearest earlier row made from a record is compared.
            let row = events[...index].last { $0.kind != .posted }
            return row.map { $0.index < record.index } ?? true
        }
    }
}

/// The number of links with an error, and the number of links with a warning but no error.
struct ProblemCount: Sendable, Equatable {
    private(set) var errors = 0
    private(set) var warnings = 0

    mutating func add(_ flags: LinkRow.Flags) {
        if flags.contains(.hasError) { errors += 1 } else if flags.contains(.hasWarning) { warnings += 1 }
    }

    var total: Int { errors + warnings }

    /// `2 errors, 1 warning`; empty if there are none.
    var words: String { words { number, word, _ in number.counted(word) } }

    /// `2E 1W`, with the letters of the rows.
    var letters: String { words { "\($0)\($2)" }.replacing(", ", with: " ") }

    private func words(_ words: (_ number: Int, _ word: String, _ letter: String) -> String) -> String {
        [(errors, "error", "E"), (warnings, "warning", "W")].filter { $0.0 > 0 }.map(words).joined(separator: ", ")
    }
}

/// The links that the user has marked, in the order in which they were marked.
package struct Marks: Sendable, Equatable {
    package private(set) var records: [RecordID] = []

    /// Marks a link, which is then the link that was marked last, or removes its mark.
    package mutating func set(_ id: RecordID, _ isMarked: Bool) {
        records.removeAll { $0 == id }
        if isMarked { records.append(id) }
    }

    package func contains(_ id: RecordID) -> Bool { records.contains(id) }

    /// Returns the link that was marked last, other than the link `id`.
    package func last(but id: RecordID?) -> RecordID? { records.last { $0 != id } }
}

/// The columns of the two lists, in the order in which they are drawn. The raw values are the names in `columns:` of `config.yaml`.
///
/// The letter of a problem, the number and the mark of a link come before the columns, and the arguments of an event after them. A narrow
/// pane leaves columns out.
package struct ListColumns: Sendable, Equatable {
    package enum Link: String, Sendable, CaseIterable, Named {
        case time, from, to, link
        case kind = "is"
        case end

        package static let otherNames: [String: Link] = ["target": .link, "place": .link, "what": .link, "result": .end, "then": .end]
    }

    package enum Event: String, Sendable, CaseIterable, Named {
        case time, link, direction, event, app, result

        package static let otherNames: [String: Event] = ["end": .result]
    }

    /// A column that also has other names than its own.
    package protocol Named: RawRepresentable<String> {
        static var otherNames: [String: Self] { get }
    }

    package var links = Link.allCases
    package var events = Event.allCases

    package init() {}
}

extension ListColumns.Named {
    /// Creates the column with this name or alias; nil if no column has it.
    package init?(named name: String) {
        guard let column = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
        self = column
    }
}
