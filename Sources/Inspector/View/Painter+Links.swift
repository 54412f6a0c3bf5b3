import LinkLayers
import Records
import Screen

extension Painter {
    /// Pane 1: the links, newest last. `!` marks a problem, `>` the selection.
    mutating func drawLinks() {
        let count = state.links.count
        let place = count == 0 ? "" : "\(grouped(state.linkCursor.selected + 1))/\(grouped(count))"
        pane(.links, title: "Links", note: own(place))
        let area = layout.rows(of: .links)
        for (offset, index) in state.linkCursor.visible(height: area.rows).enumerated() {
            let rect = area.row(offset)
            let isSelected = index == state.linkCursor.selected
            row(line(of: state.links[index], columns: rect.columns), in: rect, isSelected: isSelected, hasFocus: state.focus == .links)
        }
        if count == 0, !area.isEmpty {
            frame.put(" No link yet, only events.", at: area.origin, style: .dim, clip: area)
        }
    }

    private func line(of row: LinkRow, columns: Int) -> StyledText {
        var line = StyledText(problemMark(row.flags), problemStyle(row.flags))
        let record = records[row.record]
        if layout.density != .list {
            line.append(own(" \(record.map { state.clock($0.arrivedAt) } ?? "--:--:--")"), .dim)
        }
        if layout.density == .wide || layout.density == .standard {
            let nobody = row.flags.contains(.isWebPage) ? "web page" : "nobody"
            let app = row.flags.contains(.wasReceived) ? state.appName(row.app) : nobody
            line.append(" ")
            let style = row.flags.contains(.wasReceived) ? Style.accent : .dim
            line.append(safe(app, columns: 10).padded(to: 10, glyphs: glyphs), style)
        }
        line.append(" ")
        guard let record else {
            line.append("(this record can no longer be read)", .error)
            return line
        }
        line.append(linkText(record, columns: columns))
        return line
    }

    /// The link as it came, masked; of a record that is a JSON object, the link inside.
    private func linkText(_ record: StoredRecord, columns: Int) -> SafeText {
        var bytes = record.bytes
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), case .link(let inspection) = state.memory.content(of: record) {
            bytes = inspection.bytes
        }
        return glyphs.sanitizer.text(state.mask.beginning(of: bytes, columns: columns), columns: columns + 1)
    }

    private func problemMark(_ flags: LinkRow.Flags) -> SafeText {
        flags.isDisjoint(with: [.hasError, .hasWarning]) ? " " : "!"
    }

    private func problemStyle(_ flags: LinkRow.Flags) -> Style {
        flags.contains(.hasError) ? Style(.error, .bold) : .warning
    }
}
