package import Records

/// The list of links and the stream of events, with the user's position in each.
///
/// A row takes eight bytes. The records stay in files and in the journal.
package struct Lists: Sendable {
    package private(set) var links: [LinkRow] = []
    package private(set) var events: [EventRow] = []
    package private(set) var posted: [DeviceEvent] = []
    /// The row of each posted event in `events`.
    private(set) var postedRows: [Int] = []
    /// The links that arrived more than once.
    package private(set) var repeats = Repeats()
    /// The position in the rows that are shown.
    package private(set) var linkCursor = ListCursor(follows: true)
    package private(set) var eventCursor = ListCursor(follows: true)
    /// The rows that a filter lets through; nil if all rows are shown.
    private(set) var shown: ShownRows?
    /// The rows that the user selected last, while a filter is in effect. The nearest rows that are shown are selected in their place.
    private var anchors: (link: Int?, event: Int?) = (nil, nil)
    /// The number of records that have arrived, of any kind.
    package private(set) var recordCount = 0

    package var isEmpty: Bool { links.isEmpty && events.isEmpty }

    // MARK: What arrives

    mutating func append(_ row: LinkRow) { links.append(row) }
    /// Remembers the content of a link that arrived. Returns whether the same link arrived before.
    mutating func isRepeat(_ hash: UInt64, of record: RecordID) -> Bool { repeats.note(hash, of: record) }

    mutating func append(_ row: EventRow) { events.append(row) }

    mutating func append(_ event: DeviceEvent, app: UInt16) {
        events.append(EventRow(kind: .posted, app: app, index: UInt32(clamping: posted.count)))
        posted.append(event)
        postedRows.append(events.count - 1)
    }

    /// Updates the cursors after rows were appended.
    ///
    /// - Parameter records: The number of records from which the rows were made.
    mutating func finishAppending(records: Int = 0) {
        recordCount += records
        guard shown == nil else { return }
        linkCursor.append(links.count - linkCursor.count)
        eventCursor.append(events.count - eventCursor.count)
    }

    // MARK: What is shown

    /// Shows all rows, or none until a filter lets them through. The selected rows stay selected if they are shown.
    mutating func show(_ rows: ShownRows?) {
        if anchors.link == nil, !linkCursor.isFollowing { anchors.link = selectedLinkIndex }
        if anchors.event == nil, !eventCursor.isFollowing { anchors.event = selectedEventIndex }
        shown = rows
        linkCursor.replace(count: rows?.links.count ?? links.count)
        eventCursor.replace(count: rows?.events.count ?? events.count)
        returnToAnchors()
        if rows == nil { anchors = (nil, nil) }
    }

    /// Shows more rows, which come after the rows that are shown already.
    mutating func showMore(links found: [Int], events foundEvents: [Int]) {
        guard shown != nil else { return }
        shown?.append(links: found, events: foundEvents)
        linkCursor.append(found.count)
        eventCursor.append(foundEvents.count)
        returnToAnchors()
    }

    /// Selects the rows that were selected before the filter changed. If one is not shown, the next row is selected.
    private mutating func returnToAnchors() {
        if let link = anchors.link { linkCursor.place(at: shown.map { ShownRows.place(of: link, in: $0.links) } ?? link) }
        if let event = anchors.event { eventCursor.place(at: shown.map { ShownRows.place(of: event, in: $0.events) } ?? event) }
    }

    /// Moves the cursor of the links. The user chose a row, so no earlier one is returned to.
    mutating func moveLinkCursor(_ move: (inout ListCursor) -> Void) {
        move(&linkCursor)
        anchors.link = nil
    }

    mutating func moveEventCursor(_ move: (inout ListCursor) -> Void) {
        move(&eventCursor)
        anchors.event = nil
    }

    /// Returns the index of the link at a place of the list that is shown; nil if there is none.
    func linkIndex(at place: Int) -> Int? {
        guard let shown else { return links.indices.contains(place) ? place : nil }
        return shown.links.indices.contains(place) ? Int(shown.links[place]) : nil
    }

    func eventIndex(at place: Int) -> Int? {
        guard let shown else { return events.indices.contains(place) ? place : nil }
        return shown.events.indices.contains(place) ? Int(shown.events[place]) : nil
    }

    /// The index of the selected link; nil if no link is shown.
    package var selectedLinkIndex: Int? { linkCursor.count > 0 ? linkIndex(at: linkCursor.selected) : nil }
    package var selectedEventIndex: Int? { eventCursor.count > 0 ? eventIndex(at: eventCursor.selected) : nil }

    /// Selects a link. Returns false if the filter does not show it.
    @discardableResult
    mutating func select(linkIndex index: Int) -> Bool {
        let place = shown.map { ShownRows.place(of: index, in: $0.links) } ?? index
        guard linkIndex(at: place) == index else { return false }
        moveLinkCursor { $0.move(to: place) }
        return true
    }

    @discardableResult
    mutating func select(eventIndex index: Int) -> Bool {
        let place = shown.map { ShownRows.place(of: index, in: $0.events) } ?? index
        guard eventIndex(at: place) == index else { return false }
        moveEventCursor { $0.move(to: place) }
        return true
    }

    /// Scrolls each list to its selected row.
    mutating func settle(linkRows: Int, eventRows: Int) {
        linkCursor.settle(height: linkRows)
        eventCursor.settle(height: eventRows)
    }

    /// Returns the lists with all rows, and with another position in the events.
    func unfiltered(eventCursor cursor: ListCursor) -> Lists {
        var lists = self
        lists.show(nil)
        lists.eventCursor = cursor
        return lists
    }

    // MARK: Rows

    /// The record of the selected link.
    var selectedLink: RecordID? {
        selectedLinkIndex.map { links[$0].record }
    }

    /// Returns the record that contains an event, or from whose link the event follows; nil for an event that the device posted.
    package func record(ofEvent index: Int) -> RecordID? {
        let row = events[index]
        return row.kind == .posted ? nil : RecordID(index: row.index)
    }

    /// Returns the event of a row that stands for a posted event; nil for other rows.
    func posted(_ row: EventRow) -> DeviceEvent? { row.kind == .posted ? posted[Int(row.index)] : nil }

    /// Returns the number that a link has in the list, from 1; nil if it is not in the list.
    func number(of id: RecordID) -> Int? { index(of: id).map { $0 + 1 } }

    func row(of id: RecordID) -> LinkRow? { index(of: id).map { links[$0] } }

    /// Returns the index of a link in the list. A binary search works, because the rows are in the order of their records.
    private func index(of id: RecordID) -> Int? {
        var low = 0
        var high = links.count
        while low < high {
            let middle = (low + high) / 2
            if links[middle].record < id { low = middle + 1 } else { high = middle }
        }
        return links.indices.contains(low) && links[low].record == id ? low : nil
    }

    // MARK: Moving

    /// Selects the next link with a problem, in the direction of `step`. Returns false if there is no such link.
    mutating func selectProblem(step: Int) -> Bool {
        var place = linkCursor.selected + step
        while let index = linkIndex(at: place) {
            if links[index].hasProblem {
                moveLinkCursor { $0.move(to: place) }
                return true
            }
            place += step
        }
        return false
    }
}
