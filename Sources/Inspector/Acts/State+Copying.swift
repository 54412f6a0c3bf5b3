import AppLinks
import Deciding
package import DeviceTools
import JSONDocument
import LinkLayers
import Panes
import Records
import Secrets

// The texts that the copy menu offers: those of what the detail pane shows, and of its selected row.

extension State {
    /// Returns what a choice copies.
    ///
    /// - Throws: The reason why this choice has nothing to copy.
    package func copyContent(_ choice: CopyChoice) throws(CommandRefusal) -> CopyContent {
        switch choice {
        case .selection: return try selection()
        case .link: return content(of: try inspectedLink())
        case .target:
            let inspection = try inspectedLink()
            guard inspection.link?.isAppLink == true else { throw CommandRefusal("the link has no target of its own") }
            return CopyContent(inspection.target)
        case .repaired:
            let inspection = try inspectedLink()
            let repaired = inspection.repaired
            guard repaired != inspection.bytes else { throw CommandRefusal("there is nothing to repair") }
            return content(of: LinkInspection(repaired))
        case .data:
            let inspection = try inspectedLink()
            guard let document = inspection.link?.document else { throw CommandRefusal("the link has no al_applink_data") }
            var content = CopyContent(document.source, inspection.dataSecrets)
            content.form = .document(document)
            return content
        case .value: return try value(of: valueLine())
        case .path:
            let line = try valueLine()
            let path = line.rootPath ?? line.path
            guard !path.isEmpty else { throw CommandRefusal("this row has no path") }
            guard !JSONTreeLines.isShortened(path) else { throw CommandRefusal("the path is too long") }
            return CopyContent(Array(path.utf8))
        case .referer:
            let inspection = try inspectedLink()
            guard let url = inspection.link?.refererURL else { throw CommandRefusal("the link has no referer URL") }
            return CopyContent(inspection.searched(url))
        case .adb, .simctl, .devicectl, .intent, .curl, .qrCode:
            let inspection = try inspectedLink()
            let link = try CommandLink(inspection.bytes)
            // Control characters are encoded, also in a QR code.
            let isSame = link.text.utf8.elementsEqual(inspection.bytes)
            var content = isSame ? content(of: inspection) : CopyContent(Array(link.text.utf8))
            if let command = choice.command { content.form = .command(command, link, bundleID: device.simulated.bundleID(for: link)) }
            return content
        }
    }

    private func content(of inspection: LinkInspection) -> CopyContent { CopyContent(inspection.bytes, inspection.secrets) }

    /// Returns the link in the detail pane, or the link that its event is about.
    private func inspectedLink() throws(CommandRefusal) -> LinkInspection {
        switch detail.content {
        case .link(let inspection): return inspection
        case .event:
            guard let link = detail.reading?.link else { throw CommandRefusal("the event has no link") }
            return link
        case .object: throw CommandRefusal("the record has no link")
        case nil: throw CommandRefusal(detail.subject == nil ? "nothing is selected" : "there is no link")
        }
    }

    // MARK: What the cursor is on

    private func selection() throws(CommandRefusal) -> CopyContent {
        switch (panes.focus, detail.subject) {
        case (.detail, _): return try value(of: valueLine())
        case (.events, .event?): return try eventObject()
        default:
            if case .object(let document, _) = detail.content { return CopyContent(document.source) }
            return content(of: try inspectedLink())
        }
    }

    /// Returns the event as JSON, as `linkscope events` prints it.
    private func eventObject() throws(CommandRefusal) -> CopyContent {
        if case .event(_, let document, _) = detail.content { return CopyContent(document.source) }
        guard case .event(let index)? = detail.subject, let line = eventLine(at: index)?.json(detail.reading) else {
            throw CommandRefusal("this event can no longer be read")
        }
        return CopyContent(line)
    }

    private func valueLine() throws(CommandRefusal) -> DetailLine {
        guard panes.focus == .detail, let line = detailRows[detail.cursor.selected] else {
            throw CommandRefusal("choose a value in the details first")
        }
        guard line.isFinding else { return line }
        guard let pointed = pointedLine else { throw CommandRefusal("this finding does not belong to a value") }
        return pointed
    }

    /// The row that the finding under the cursor is about. This is the row of the smallest value that contains the bytes of the finding. If
    /// there is no such row, it is a row made from these bytes, or from the whole link if the finding has no place.
    private var pointedLine: DetailLine? {
        let rows = detailRows
        return findingTargets.value(for: FindingSource(rows: rows, selected: detail.cursor.selected)) {
            guard let inspection = detail.inspection else { return nil }
            let finding = rows.lines[rows.rows(of: detail.cursor.selected).lowerBound]
            guard finding.isFinding else { return nil }
            guard let range = finding.place, range.upperBound <= inspection.bytes.count else {
                return DetailLine("", "").copying(inspection.text)
            }
            // Of the data, the rows show only what the facts do not say.
            let tree = JSONTreeLines(folded: [], mask: display.mask, dataOf: inspection)
            let data = inspection.link?.document?.root.map { tree.lines(below: $0, path: "al_applink_data", indent: 0) } ?? []
            if let line = Self.smallest(rows.lines + data, around: range) { return line }
            return DetailLine("", "").copying(inspection.text(of: range))
        }
    }

    /// Returns the row of the smallest value that contains bytes of the link. Returns nil if no value does.
    private static func smallest(_ lines: [DetailLine], around range: Range<Int>) -> DetailLine? {
        let around = lines.filter { line in
            if case .text(let text)? = line.source, text.text.isEmpty { return false }
            guard let place = line.place, line.source != nil, !line.isFinding, !line.isContinuation else { return false }
            return place.lowerBound <= range.lowerBound && range.upperBound <= place.upperBound
        }
        return around.min { $0.place?.count ?? 0 < $1.place?.count ?? 0 }
    }

    private func value(of line: DetailLine) throws(CommandRefusal) -> CopyContent {
        if let source = line.source?.text {
            if source.text.isEmpty { throw CommandRefusal("the value is empty") }
            return CopyContent(source)
        }
        let text = line.whole ?? line.value
        guard !text.isEmpty else { throw CommandRefusal("this row has no value") }
        return CopyContent(Array(text.utf8))
    }
}
