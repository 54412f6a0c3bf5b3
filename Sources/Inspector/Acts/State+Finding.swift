import Bytes
import JSONDocument
import LinkLayers
package import Panes
import Records
import Screen

// The filter. Each key in its line changes the filter, and the lists show what fits so far.

extension State {
    /// Changes the filter to a text; an empty text shows all rows. For another filter, the lists show no row until its search finds some.
    package mutating func change(filterTo text: String, from origin: Filtering.Origin = .typed) {
        guard filtering.change(to: text, from: origin) else { return }
        if filtering.filter == nil { return lists.showAll() }
        lists.leaveHidden()
        lists.showNone()
    }

    package mutating func clearFilter() {
        let wasOn = filtering.filter != nil
        filtering.clear()
        if wasOn { lists.showAll() }
    }

    /// Hides the links and events that have arrived so far, by adding a term to the filter. The other terms stay in effect.
    mutating func clear() {
        guard let last = lists.lastRecord else { return tell(.plain, "There is nothing to clear yet.") }
        let hidden = (links: lists.linkCursor.count, events: lists.linkOfEvents == nil ? lists.eventCursor.count : lists.events.count)
        let field = FilterField.since.rawValue + ":"
        let kept = filtering.problem == nil ? filtering.text.split(separator: " ").filter { !$0.hasPrefix(field) } : []
        change(filterTo: (kept + ["\(field)\(last.index + 1)"]).joined(separator: " "))
        notice = Notice(.good, "\(hidden.links.counted("link")) and \(hidden.events.counted("event")) are hidden. Esc shows them again.")
    }

    /// Selects a link and goes to it, also if the filter hides it.
    mutating func show(linkIndex index: Int) {
        lists.shownLinks.reveal(index)
        if lists.shownLinks.hidden != nil { notice = Notice(.plain, "The filter hides #\(index + 1). Esc clears the filter.") }
        panes.focus = .links
    }

    // `find`: a text to look for in the details. The rows stay as they are.

    mutating func find(_ text: String) {
        if !isInText { panes.focus = .detail }
        search.text = text
        guard let row = matches?.fromHere else { return tell(.plain, "This tab does not contain the text.") }
        go(toMatch: row)
    }

    /// Goes to the next row with a match, or to the previous one. In a list, each row that the filter shows is a match.
    mutating func goToMatch(_ step: Int) {
        if let matches {
            guard let row = matches.row(by: step) else { return tell(.plain, "This tab does not contain the text.") }
            go(toMatch: row)
            if step > 0 ? row <= matches.current : row >= matches.current { noteEnd(step) }
            return
        }
        guard !isInText, lists.isFiltered else {
            return tell(.plain, isInText ? "Nothing to go to. Press / to type a text to find here." : Self.nothingToGoTo)
        }
        if panes.focus == .events, timeline.isPast { return moveCursor(step > 0 ? .down : .up) }
        let isAround = panes.focus == .events ? lists.shownEvents.cycle(by: step) : lists.shownLinks.cycle(by: step)
        if isAround { noteEnd(step) }
    }

    private static let nothingToGoTo: HintedText = "Nothing to go to. Press / to type a filter, or a text to find in the details."

    /// Moves the cursor of the focused pane to a row with a match. Folded parts that hide the row are unfolded.
    mutating func go(toMatch index: Int?) {
        guard let index else { return }
        var rows = unfoldedRows
        while let path = rows.hiders[index], detail.folded.contains(path) {
            detail.unfold(path)
            rows = unfoldedRows
        }
        guard let row = rows.row(at: index) else { return }
        detail.cursor.replace(count: rows.visible.lines.count)
        detail.cursor.move(to: row)
        detail.cursor.center(height: detailAreas(rows.visible).lines.rows)
    }

    // The order of the links. The selected link stays selected, wherever its place is.

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
            let names = ListColumns.Link.allCases.map(\.rawValue)
            return tell(.bad, "There is no order \"\(name)\". Use \(names.listed("or")); -\(names[0]) reverses it.")
        }
        sort(by: order)
    }

    /// Stops a sort of all links, and shows them in the order of arrival. Returns false if there is none.
    mutating func stopSorting() -> Bool {
        guard sorting.isRunning, sorting.isStale else { return false }
        sort(by: SortOrder())
        notice = Notice(.plain, "Stopped. The links are in the order of arrival.")
        return true
    }

    // Marks: links that the user wants to find again, or to compare.

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
            return tell(.plain, isHidden ? "The filter shows no marked link." : "No link is marked. \(.mark) marks the selected one.")
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

    /// Compares the link of the detail pane with a marked link, or with the link beside it. If it is neither of the two links that were
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

    /// Shows the link of the detail pane beside the link with all repairs.
    mutating func showRepair() -> [Effect] {
        guard let inspection = detail.inspection else { return notify(.plain, "The selection contains no link to repair.") }
        guard inspection.repaired != inspection.bytes else {
            let isFine = inspection.findings.isEmpty
            let advice: HintedText = "Nothing here can be repaired automatically. The findings say what to change."
            return notify(.plain, isFine ? "The link has nothing to repair." : advice)
        }
        detail.showRepair()
        panes.focus = .detail
        return []
    }

    /// Delivers the link of the detail pane with all repairs, like any other link. The original link stays in the list.
    package mutating func deliverRepaired() -> [Effect] {
        detail.endRepair()
        guard let inspection = detail.inspection else { return notify(.plain, "The selection contains no link to repair.") }
        let repaired = inspection.repaired
        notice = Notice(.good, "The repaired link was delivered; the original is still in the list.")
        return [.deliver(record(of: repaired, from: inspection.sourceApplication), .repaired)]
    }

    /// Returns a record of a repaired link. If the application that sent the link is known, the record is a JSON object with its name.
    private func record(of link: [UInt8], from application: String?) -> [UInt8] {
        guard let application else { return link }
        let object: JSONValue = ["url": .string(String(decoding: link, as: UTF8.self)), "sourceApplication": .string(application)]
        return (try? object.serialized()).map { Array($0.utf8) } ?? link
    }
}
