import JSONDocument
import LinkLayers
import Panes
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
