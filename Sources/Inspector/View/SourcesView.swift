import DeviceTools
import Panes
import Records
import Screen

/// The dialog with the sources: one line each, with its state, its rate, how many records it delivered, and its last error.
struct SourcesView {
    let window: SourcesWindow
    let sources: SourceStatuses
    let showsHint: Bool

    /// Two rows for the last error of the selected source, and two rows of advice about it.
    static let hintRows = 4

    func draw(on canvas: inout Canvas) {
        switch window.step {
        case .sources: drawSources(on: &canvas)
        case .looking(let tool):
            let area = canvas.window(canvas.own("Choose a device to read its log"), columns: 70, rows: 1, note: "Esc goes back")
            canvas.put(canvas.own(" \(tool.rawValue): looking for devices..."), in: area.row(0), style: .dim)
        case .device(_, let devices):
            let area = canvas.window(
                canvas.own("Choose a device to read its log"), columns: 70, rows: devices.count, note: "Enter chooses, Esc goes back")
            canvas.rows(devices, of: window.cursor, in: area) { StyledText($1.safe(" \($0.words)", columns: area.columns)) }
        }
    }

    private func drawSources(on canvas: inout Canvas) {
        let rows = SourcesWindow.rows(sources)
        let hintRows = showsHint ? Self.hintRows : 0
        let area = canvas.window(
            "Sources", columns: canvas.place.columns, rows: rows.count + hintRows, note: "Enter starts or stops, Esc closes")
        let (list, hint) = area.split(bottom: hintRows)
        let columns = Columns(
            name: min(rows.map { canvas.safe($0.name, columns: 40).columns }.max() ?? 0, area.columns / 3),
            state: rows.map { Self.words($0).0.count }.max() ?? 0,
            rate: rows.map { Self.rate($0, canvas).count }.max() ?? 0)
        canvas.rows(rows, of: window.cursor, in: list) { line(of: $0, columns, width: area.columns, $1) }
        guard hintRows > 0, let row = rows[at: window.cursor] else { return }
        let error = row.status?.lastError.map { canvas.safe("Last error: \($0.reason)", columns: hint.columns * 2) }
        for (offset, text) in (error?.wrappedAtBlanks(width: max(hint.columns, 10)) ?? []).prefix(2).enumerated() {
            canvas.put(text, in: hint.row(offset), style: .warning)
        }
        for (offset, advice) in advice(row).enumerated() {
            canvas.put(canvas.safe(advice, columns: hint.columns), in: hint.row(2 + offset), style: .dim)
        }
    }

    /// The widths of the columns that have the same width in all rows.
    private struct Columns {
        var name: Int
        var state: Int
        var rate: Int
    }

    private func line(of row: SourcesWindow.Row, _ columns: Columns, width: Int, _ canvas: Canvas) -> StyledText {
        let glyphs = canvas.glyphs
        let (state, style) = Self.words(row)
        var line = StyledText(" ")
        let name = canvas.safe(row.name, columns: columns.name).fitted(to: columns.name, glyphs: glyphs)
        line.append(name.padded(to: columns.name + 2, glyphs: glyphs), .text)
        line.append(canvas.own(state).padded(to: columns.state, glyphs: glyphs), style)
        guard let status = row.status else { return line }
        let rate = Self.rate(row, canvas)
        if columns.rate > 0 { line.append(canvas.own("  \(rate)").padded(to: columns.rate + 2, glyphs: glyphs), .ok) }
        line.append(canvas.own("  \(Self.counts(status.counts, canvas))"))
        if let error = status.lastError {
            line.append(canvas.own("  \(canvas.display.clock(error.time)) "), .dim)
            line.append(canvas.safe(error.reason, columns: width), .warning)
        }
        return line
    }

    private static func rate(_ row: SourcesWindow.Row, _ canvas: Canvas) -> String {
        row.status?.perSecond.map { "\(canvas.grouped($0))/s" } ?? ""
    }

    private static func words(_ row: SourcesWindow.Row) -> (String, Style) {
        switch row.status?.state {
        case nil: (row.request == nil ? "" : "off", .dim)
        case .reading(let progress): ("reading" + (progress.map { " \(Int(max(0, min($0, 1)) * 100)) %" } ?? ""), .accent)
        case .following, .changed: ("following", .ok)
        case .listening(let address): ("on, port \(port(of: address))", .ok)
        case .waiting: ("waiting", .warning)
        case .ended: (row.request == nil ? "ended" : "off", .dim)
        case .failed: ("failed", .error)
        }
    }

    /// Returns the port at the end of an address.
    private static func port(of address: String) -> Int {
        address.split(separator: ":").last.flatMap { UInt16($0) }.map(Int.init) ?? 0
    }

    private static func counts(_ counts: SourceCounts, _ canvas: Canvas) -> String {
        var words = counts.records == 1 ? "1 record" : "\(canvas.grouped(counts.records)) records"
        if counts.linesLeftOut > 0 {
            words += ", \(canvas.grouped(counts.linesLeftOut)) other \(counts.linesLeftOut == 1 ? "line" : "lines")"
        }
        if counts.refused > 0 { words += ", \(canvas.grouped(counts.refused)) refused" }
        return words
    }

    /// Returns what the user can do with a source.
    private func advice(_ row: SourcesWindow.Row) -> [String] {
        switch (row.request, row.status?.state) {
        case (.listen, .listening(let address)?):
            let port = Self.port(of: address)
            return [
                "adb reverse tcp:\(port) tcp:\(port) lets an Android device post to 127.0.0.1:\(port).",
                "For code that posts: linkscope listen --snippet swift (kotlin, javascript).",
            ]
        case (.listen(let port), _):
            return ["Enter lets apps post links and events to port \(port).", ":sources listen PORT uses another port."]
        case (.follow(let tool, _), _):
            if row.isOn { return ["Enter stops reading this log."] }
            return [
                tool == .adb
                    ? "Enter shows the links, intents and events in the log of an Android device."
                    : "Enter shows the links and events in the log of the booted iOS Simulator."
            ]
        case (nil, nil): return ["Another program sends these."]
        case (nil, _): return ["This source comes from the command line."]
        }
    }
}
