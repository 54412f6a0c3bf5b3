import Records

/// The order in which the user wants to see the links, and the sort that is running for it.
package struct Sorting: Sendable {
    /// Numbers that change whenever the ends of links, or the badges in the rows, may have changed.
    struct Ends: Sendable, Equatable {
        var journey = 0
        var lookups = 0
    }

    package private(set) var order = SortOrder()
    /// The number of the sort. Each sort of all links gets a new number.
    private(set) var number = 0
    /// Whether all links have to be sorted anew. Until then, they are shown as before.
    private(set) var isStale = false
    private(set) var isRunning = false
    /// The number of links that the running sort has read.
    private(set) var done = 0
    private var ends = Ends()

    mutating func choose(_ newOrder: SortOrder) {
        let isNew = newOrder.key != order.key
        order = newOrder
        if isNew { restart() }
    }

    /// Restarts the sort, because other links are shown now.
    mutating func restart() {
        guard order.key != .time || isRunning else { return }
        number += 1
        (isStale, isRunning, done) = (order.key != .time, false, 0)
    }

    /// Restarts the sort if the links are sorted by their ends, and these may have changed.
    mutating func note(_ newEnds: Ends) {
        let hasChanged = newEnds != ends
        ends = newEnds
        if hasChanged, order.key == .end { restart() }
    }

    /// Returns the sort of the links that have no place yet; nil if there are none, or a sort is running.
    mutating func nextScan(_ lists: Lists, _ appNames: AppNames, _ journey: Journey, _ lookups: Lookups) -> SortScan? {
        let sorted = isStale ? SortedRows() : lists.shownLinks.sorted ?? SortedRows()
        guard order.key != .time, !isRunning, sorted.keys.count < lists.shownLinks.arrivedCount else { return nil }
        isRunning = true
        return SortScan(
            number: number, key: order.key, lists: lists, appNames: appNames, journey: journey, lookups: lookups, sorted: sorted)
    }

    /// Notes how far the sort came. Returns the sorted links at its end.
    mutating func note(_ news: SortScan.News) -> SortedRows? {
        guard news.number == number, isRunning else { return nil }
        done = news.done
        guard let rows = news.rows else { return nil }
        (isStale, isRunning) = (false, false)
        return rows
    }
}
