import LinkLayers
import Records
import Screen

/// Pane 1: the links, with the newest last. `!` marks a link with a problem, and `>` marks the selected link.
struct LinksView {
    let lists: Lists
    let device: Device
    let memory: ContentMemory

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
        let known = memory.row(row.record)
        let text = known?.text
        let density = canvas.layout.density
        if density != .list {
            line.append(canvas.own(" \(text.map { canvas.display.clock($0.arrivedAt) } ?? "--:--:--")"), .dim)
        }
        if density == .wide || density == .standard {
            let wasReceived = row.flags.contains(.wasReceived)
            let app = wasReceived ? device.label(ofApp: row.app) : row.flags.contains(.isWebPage) ? "web page" : "no app"
            line.append(" ")
            line.append(canvas.safe(app, columns: 10).padded(to: 10, glyphs: canvas.glyphs), wasReceived ? .accent : .dim)
        }
        line.append(" ")
        if case .unreadable? = known {
            line.append("(this record can no longer be read)", .error)
        } else if let link = text?.link {
            line.append(canvas.glyphs.sanitizer.text(canvas.mask.beginning(of: link, columns: columns), columns: columns + 1))
        } else {
            line.append("Reading...", .dim)
        }
        return line
    }
}
