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
    package var linkCursor = ListCursor(follows: true)
    package var eventCursor = ListCursor(follows: true)
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
        linkCursor.append(links.count - linkCursor.count)
        eventCursor.append(events.count - eventCursor.count)
    }

    // MARK: Rows

    /// The record of the selected link.
    var selectedLink: RecordID? {
        links.indices.contains(linkCursor.selected) ? links[linkCursor.selected].record : nil
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
        var index = linkCursor.selected + step
        while links.indices.contains(index) {
            if links[index].hasProblem {
                linkCursor.move(to: index)
                return true
            }
            index += step
        }
        return false
    }
}
