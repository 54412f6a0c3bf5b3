import Records

// Marks: links that the user wants to find again, or to compare.

extension State {
    mutating func mark(now: Int64) -> [Effect] {
        guard let link = linkInView, let number = lists.number(of: link) else { return notify(.plain, "There is no link to mark yet.") }
        let isMarked = !lists.marks.contains(link)
        let effects = act(.mark(link, isMarked), now: now)
        let count = lists.marks.records.count
        let all = count == 1 ? "1 link is marked" : "\(count) links are marked"
        notice = Notice(.good, "#\(number) is \(isMarked ? "marked" : "no longer marked"); \(all).")
        return effects
    }

    /// Selects the next marked link that is shown. After the last one, the first one follows.
    mutating func goToMark() {
        let places = lists.marks.records.compactMap { lists.number(of: $0) }.compactMap { lists.shownLinks.place(of: $0 - 1) }.sorted()
        guard let place = places.first(where: { $0 > lists.linkCursor.selected }) ?? places.first else {
            let isHidden = !lists.marks.records.isEmpty
            notice = Notice(.plain, isHidden ? "The filter shows no marked link." : "No link is marked. m marks the selected one.")
            return
        }
        lists.shownLinks.move { $0.move(to: place) }
        panes.focus = .links
    }

    /// Marks another link, and compares the link of the detail pane with it.
    mutating func compare(with other: RecordID, now: Int64) -> [Effect] {
        let effects = act(.mark(other, true), now: now)
        showDiff()
        return effects
    }

    /// Compares the link of the detail pane with a marked link, or with the link above it. If it is neither of the two links that were
    /// marked last, compares these two with each other.
    mutating func compare() {
        let pair = lists.marks.records.suffix(2)
        if pair.count == 2, let last = pair.last, !pair.contains(where: { $0 == detail.record }), let number = lists.number(of: last) {
            show(linkIndex: number - 1)
            showWhatIsSelected()
        }
        showDiff()
    }

    /// Shows how the link of the detail pane differs from the one that it is compared with.
    private mutating func showDiff() {
        detail.endRepair()
        visit(.diff)
        guard detail.subject != nil else { return }
        if let own = detail.record.flatMap(lists.number), let other = linkToCompare, lists.marks.contains(other) {
            notice = Notice(.plain, "Compares #\(own) with #\(lists.number(of: other) ?? 0), which is marked.")
        }
    }
}
