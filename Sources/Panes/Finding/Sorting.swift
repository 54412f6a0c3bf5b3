package import Records
import Screen

/// The order in which the user wants to see the links, and the sort that is running for it.
package struct Sorting: Sendable {
    package private(set) var order = SortOrder()
    /// The number of the sort. Each sort of all links gets a new number.
    package private(set) var number = 0
    /// Whether all links have to be sorted anew. Until then, they are shown as before.
    package private(set) var isStale = false
    package private(set) var isRunning = false
    /// The number of links that the running sort has read.
    private(set) var done = 0
    /// Numbers that change whenever the ends of links, or the badges in the rows, may have changed.
    private var ends = (journey: 0, lookups: 0)

    package init() {}

    package mutating func choose(_ newOrder: SortOrder) {
        let isNew = newOrder.key != order.key
        order = newOrder
        if isNew { restart() }
    }

    /// Restarts the sort, because other links are shown now.
    package mutating func restart() {
        guard order.key != .time || isRunning else { return }
        number += 1
        (isStale, isRunning, done) = (order.key != .time, false, 0)
    }

    /// Restarts the sort if the links are sorted by their ends, and these may have changed.
    package mutating func note(journey: Int, lookups: Int) {
        let hasChanged = (journey, lookups) != ends
        ends = (journey, lookups)
        if hasChanged, order.key == .end { restart() }
    }

    /// Returns the sort of the links that have no place yet; nil if there are none, or a sort is running.
    package mutating func nextScan(_ lists: Lists, _ appNames: AppNames, _ journey: Journey, _ lookups: Lookups) -> SortScan? {
        let sorted = isStale ? SortedRows() : lists.shownLinks.sorted ?? SortedRows()
        guard order.key != .time, !isRunning, sorted.keys.count < lists.shownLinks.arrivedCount else { return nil }
        isRunning = true
        return SortScan(
            number: number, key: order.key, lists: lists, appNames: appNames, journey: journey, lookups: lookups, sorted: sorted)
    }

    /// Notes how far the sort came. Returns the sorted links at its end.
    package mutating func note(_ news: SortScan.News) -> SortedRows? {
        guard news.number == number, isRunning else { return nil }
        done = news.done
        guard let rows = news.rows else { return nil }
        (isStale, isRunning) = (false, false)
        return rows
    }
}

/// An order in which the links are shown.
package struct SortOrder: Sendable, Hashable {
    package var key = ListColumns.Link.time
    package var isReversed = false

    /// The orders of the menu. The first one is that of arrival.
    package static let all = ListColumns.Link.allCases.flatMap { [SortOrder(key: $0), SortOrder(key: $0, isReversed: true)] }

    package init(key: ListColumns.Link = .time, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }

    /// Creates the order with a name such as `from`, or `-from` for the opposite direction; nil if there is no such order.
    package init?(_ name: String) {
        guard let key = ListColumns.Link(named: (name.hasPrefix("-") ? String(name.dropFirst()) : name).lowercased()) else { return nil }
        self.init(key: key, isReversed: name.hasPrefix("-"))
    }

    package var words: String {
        let direction =
            switch key {
            case .time: isReversed ? "the newest first" : "the oldest first, as they arrive"
            case .end: isReversed ? "failures last" : "failures first"
            case .link: isReversed ? "Z to A (first 32 characters)" : "A to Z (first 32 characters)"
            case .from, .to, .kind: isReversed ? "Z to A" : "A to Z"
            }
        return "\(key.rawValue.padded(to: 6))\(direction)"
    }

    /// Returns the order for the title of the pane, such as `sort:from ↑` for A to Z; empty for the order of arrival.
    func label(_ encoding: Sanitizer.Encoding) -> String {
        guard self != SortOrder() else { return "" }
        return "sort:\(key.rawValue) \(encoding == .utf8 ? (isReversed ? "↓" : "↑") : isReversed ? "v" : "^")"
    }
}

extension String {
    package func padded(to count: Int) -> String { self + String(repeating: " ", count: max(count - self.count, 0)) }
}

/// The work of sorting the links that are shown and have no place yet. It runs away from the main actor.
package struct SortScan: Sendable {
    /// The number of the sort. The results of earlier sorts are ignored.
    package let number: Int
    let key: ListColumns.Link
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
        let needsRecords = key == .from || key == .link || key == .kind
        while rows.keys.count < shown.arrivedCount {
            let part = (rows.keys.count..<min(rows.keys.count + Self.part, shown.arrivedCount)).map { lists.links[shown.arrived(at: $0)] }
            let records = needsRecords ? store.records(part.map(\.record)) : [:]
            for row in part { rows.keys.append(SortedRows.Key(text(of: row, records[row.record], reader))) }
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
            return [end.rank] + lookups.badges(of: row).utf8
        case .from, .link, .kind:
            guard let record else { return none }
            guard case .link(let inspection) = reader.content(of: record.bytes, isCut: record.isCut) else {
                return key == .link ? record.bytes : none
            }
            let story = LinkSummary(inspection)
            if key == .kind { return Array(story.kind.utf8) }
            return key == .link
                ? Array(LinkSummary.place(in: story.link)) : (story.senderName ?? story.senderScheme).map { Array($0.utf8) } ?? none
        }
    }
}
