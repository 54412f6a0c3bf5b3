import Screen

// The order of the links. The selected link stays selected, wherever its place is.

extension State {
    mutating func startSorting() {
        guard !lists.links.isEmpty else {
            notice = Notice(.plain, "There is no link to sort yet.")
            return
        }
        overlay = .sorting(ListCursor(count: SortOrder.all.count, selected: SortOrder.all.firstIndex(of: sorting.order) ?? 0))
    }

    mutating func chooseOrder(_ key: Key, _ cursor: ListCursor) -> [Effect]? {
        if key == .enter, SortOrder.all.indices.contains(cursor.selected) {
            overlay = nil
            sort(by: SortOrder.all[cursor.selected])
            return []
        }
        guard let moved = moved(cursor, by: key, height: windowPlace.rows) else { return leave(key, opener: .sort) }
        overlay = .sorting(moved)
        return []
    }

    mutating func sort(by order: SortOrder) {
        let isNew = order.key != sorting.order.key
        sorting.choose(order)
        // Links that have to be read first stay in their places until then.
        if order.key == .time {
            lists.shownLinks.show(nil, isReversed: order.isReversed)
        } else if !isNew {
            lists.shownLinks.show(lists.shownLinks.sorted, isReversed: order.isReversed)
        }
    }

    mutating func sort(byName name: String) {
        guard let order = SortOrder(name) else {
            let names = SortOrder.Key.allCases.map(\.rawValue)
            let all = "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])"
            notice = Notice(.bad, "There is no order \"\(name)\". Use \(all); -\(names[0]) reverses it.")
            return
        }
        sort(by: order)
    }

    mutating func receive(_ news: SortScan.News) {
        if let rows = sorting.note(news) { lists.shownLinks.show(rows, isReversed: sorting.order.isReversed) }
    }

    /// Stops a sort of all links, and shows them in the order of arrival. Returns false if there is none.
    mutating func stopSorting() -> Bool {
        guard sorting.isRunning, sorting.isStale else { return false }
        sort(by: SortOrder())
        notice = Notice(.plain, "Stopped. The links are in the order of arrival.")
        return true
    }
}
