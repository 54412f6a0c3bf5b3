import LinkLayers
import Records
import Screen

// The tab Diff: the link of the detail pane beside another link, or beside the repaired link.

extension State {
    /// The link with which the link of the detail pane is compared: the link that was marked last, or else the link above it in the list;
    /// nil if there is none.
    var linkToCompare: RecordID? {
        if let marked = lists.marks.last(but: detail.record) { return marked }
        guard let number = detail.record.flatMap(lists.number) else { return nil }
        return lists.shownLinks.index(above: number - 1).map { lists.links[$0].record }
    }

    /// The link to compare with, if it has to be read.
    var comparedLinkToRead: RecordID? {
        guard detail.tab == .diff, !detail.showsRepair, let other = linkToCompare, memory.read(other) == nil else { return nil }
        if case .unreadable? = memory.row(other) { return nil }
        return edges.recordsBeingParsed.contains(other) ? nil : other
    }

    /// Whether the focused tab shows the link beside the repaired link.
    var isShowingRepair: Bool { panes.focus == .detail && detail.tab == .diff && detail.showsRepair }

    /// The rows of the tab Diff.
    var diffRows: DetailRows {
        guard let reading = detail.reading, reading.link != nil else { return rowsWithoutLink("This record has no link to compare.") }
        if detail.showsRepair { return diffRows(reading, nil, "as it arrived", "repaired: Enter delivers it") }
        guard let other = linkToCompare else {
            let reason = lists.isFiltered ? "The filter shows no link" : "There is no link"
            return rows(saying: "\(reason) above this one to compare it with. m marks a link to compare with.", .dim)
        }
        let isMarked = lists.marks.contains(other)
        let name = lists.number(of: other).map { "#\($0)" } ?? "the link"
        guard let above = memory.read(other) else {
            if case .unreadable? = memory.row(other) { return rows(saying: "\(name) can no longer be read.", .error) }
            return rows(saying: "Reading \(name)...", .accent)
        }
        guard above.link != nil else {
            let which = isMarked ? "which is marked" : "the record above"
            return rows(saying: "\(name), \(which), has no link to compare with.", .dim)
        }
        let own = detail.record.flatMap(lists.number(of:)).map { "#\($0)" } ?? "this link"
        return diffRows(above, reading, "\(name) \(isMarked ? "(marked)" : "(above)")", own)
    }

    private func diffRows(_ left: ReadRecord, _ right: ReadRecord?, _ leftName: String, _ rightName: String) -> DetailRows {
        let source = DiffSource(
            left: left, right: right, leftName: leftName, rightName: rightName, isSameFolded: detail.folded.contains(DetailFold.same),
            display: display, columns: tabColumns)
        return diffs.value(for: source, source.rows)
    }
}
