import LinkLayers
import Records
import Screen

/// Pane 1: the links, with the newest last. `!` marks a link with a problem, and `>` marks the selected link.
struct LinksView {
    let lists: Lists
    let appNames: AppNames
    let memory: ContentMemory
    let records: [RecordID: StoredRecord]

    func draw(on canvas: inout Canvas) {
        let count = lists.links.count
        let cursor = lists.linkCursor
        let place = count == 0 ? "" : "\(canvas.grouped(cursor.selected + 1))/\(canvas.grouped(count))"
        canvas.pane(.links, title: "Links", note: canvas.own(place))
        let area = canvas.layout.rows(of: .links)
        canvas.rows(of: cursor, in: area, hasFocus: canvas.focus == .links) { line(of: lists.links[$0], columns: area.columns, $1) }
        if count == 0, !area.isEmpty {
            canvas.frame.put(" No link yet, only events.", at: area.origin, style: .dim, clip: area)
        }
    }

    private func line(of row: LinkRow, columns: Int, _ canvas: Canvas) -> StyledText {
        let problemStyle = row.flags.contains(.hasError) ? Style(.error, .bold) : .warning
        var line = StyledText(row.hasProblem ? "!" : " ", problemStyle)
        let record = records[row.record]
        let density = canvas.layout.density
        if density != .list {
            line.append(canvas.own(" \(record.map { canvas.display.clock($0.arrivedAt) } ?? "--:--:--")"), .dim)
        }
        if density == .wide || density == .standard {
            let wasReceived = row.flags.contains(.wasReceived)
            let app = wasReceived ? appNames[row.app] : row.flags.contains(.isWebPage) ? "web page" : "no app"
            line.append(" ")
            line.append(canvas.safe(app, columns: 10).padded(to: 10, glyphs: canvas.glyphs), wasReceived ? .accent : .dim)
        }
        line.append(" ")
        guard let record else {
            line.append("(this record can no longer be read)", .error)
            return line
        }
        line.append(linkText(record, columns: columns, canvas))
        return line
    }

    /// Returns the link as it arrived, masked. If the record is a JSON object, returns the link inside it.
    private func linkText(_ record: StoredRecord, columns: Int, _ canvas: Canvas) -> SafeText {
        var bytes = record.bytes
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), case .link(let inspection) = memory.content(of: record) {
            bytes = inspection.bytes
        }
        return canvas.glyphs.sanitizer.text(canvas.mask.beginning(of: bytes, columns: columns), columns: columns + 1)
    }
}
