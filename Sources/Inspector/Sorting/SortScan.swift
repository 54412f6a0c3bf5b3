import LinkLayers
package import Records
import Screen

/// The work of sorting the links that are shown and have no place yet. It runs away from the main actor.
package struct SortScan: Sendable {
    /// The number of the sort. The results of earlier sorts are ignored.
    package let number: Int
    let key: SortOrder.Key
    let lists: Lists
    let appNames: AppNames
    let journey: Journey
    let lookups: Lookups
    /// The links that were sorted before.
    let sorted: SortedRows

    /// What the sort has reached.
    package struct News: Sendable {
        package var number: Int
        /// The number of links whose text is known.
        package var done: Int
        /// The sorted links; nil before the end.
        package var rows: SortedRows?
    }

    private static let part = 4096

    /// Sorts the links. `report` receives the progress and the result, and returns false to stop the sort.
    package func run(_ store: any RecordStore, _ reader: RecordReader, report: (News) -> Bool) {
        var rows = sorted
        let shown = lists.shownLinks
        let needsRecords = key == .from || key == .what
        while rows.keys.count < shown.arrivedCount {
            let part = (rows.keys.count..<min(rows.keys.count + Self.part, shown.arrivedCount)).map { lists.links[shown.arrived(at: $0)] }
            let records = needsRecords ? store.records(part.map(\.record)) : [:]
            for row in part { rows.append(SortedRows.Key(text(of: row, records[row.record], reader))) }
            guard report(News(number: number, done: rows.keys.count)) else { return }
        }
        rows.settle()
        _ = report(News(number: number, done: rows.keys.count, rows: rows))
    }

    /// Returns the text by which a link is sorted. Links without one come after all others.
    private func text(of row: LinkRow, _ record: StoredRecord?, _ reader: RecordReader) -> [UInt8] {
        let none: [UInt8] = [.max]
        switch key {
        case .time: return []
        case .to:
            if row.flags.contains(.wasReceived) { return Array(appNames[row.app].utf8) }
            return row.flags.contains(.isWebPage) ? [.max - 1] : none
        case .end:
            let end = LinkEnd(row.flags, departure: journey.departure(of: row.record))
            return [end.rank] + lookups.badges(of: row).letters.utf8
        case .from, .what:
            guard let record else { return none }
            guard case .link(let inspection) = reader.content(of: record.bytes, isCut: record.isCut) else {
                return key == .from ? none : record.bytes
            }
            let story = RowStory(inspection)
            return key == .what ? Array(RowStory.place(in: story.link)) : story.sender.map { Array($0.utf8) } ?? none
        }
    }
}
