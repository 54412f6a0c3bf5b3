import Bytes
import DeviceTools
import Panes
import Records
import Screen

/// The dialog that lists the sources of records, with state, rate, counts and last error of each, and starts and stops some of them.
struct SourcesWindow: ListWindow {
    enum Step: Sendable, Equatable {
        case sources
        /// A tool looks for the devices whose log it can follow.
        case looking(DeviceTool)
        /// The user chooses one of several devices.
        case device(DeviceTool, [RealDevice])
    }

    let opener: Command? = .sources

    private(set) var step = Step.sources
    var cursor: ListCursor

    /// Creates a window that shows the sources.
    ///
    /// - Parameter name: The name of the source that is selected.
    init(_ state: State, selecting name: String? = nil) {
        let rows = Self.rows(state.edges.sources)
        cursor = ListCursor(count: rows.count)
        if let name { cursor.move(to: rows.firstIndex { $0.name == name } ?? 0) }
    }

    struct Row {
        let name: String
        /// What Enter starts; nil if the source belongs to the arguments of the program or to another process.
        let request: SourceRequest?
        /// The status; nil if the source was never started.
        let status: SourceStatus?

        var isOn: Bool { status?.isOn == true }
    }

    /// Returns the rows of the sources that can be started, and then those of all other sources.
    static func rows(_ sources: SourceStatuses) -> [Row] {
        let offered = SourceRequest.offered.map { Row(name: $0.sourceName, request: $0, status: sources[$0.sourceName]) }
        let names = Set(offered.map(\.name))
        return offered
            + sources.all.filter { !names.contains($0.name) }.prefix(mostOthers).map { Row(name: $0.name, request: nil, status: $0.status) }
    }

    private static let mostOthers = 1000

    func hints(_ state: State) -> [(keys: String, word: String)] {
        step == .sources
            ? [("Enter", "start/stop"), ("j/k", "move"), ("Esc", "close")] : [("Enter", "choose"), ("j/k", "move"), ("Esc", "back")]
    }

    /// Returns two rows for the last error of the selected source, and two rows of advice about it.
    private func hintRows(_ state: State) -> Int { step == .sources && state.windowPlace.hasHint ? 4 : 0 }

    func listHeight(_ state: State) -> Int { state.windowPlace.rows - hintRows(state) }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch (key, step) {
        case (.escape, .looking), (.escape, .device): self = SourcesWindow(state)
        case (.enter, .looking): break
        case (.enter, .device(let tool, let devices)):
            return .stay(devices[at: cursor].map { follow(tool, $0.id, &state) } ?? [])
        case (.enter, .sources):
            guard let row = Self.rows(state.edges.sources)[at: cursor] else { break }
            guard let request = row.request else {
                return .stay(
                    state.notify(.plain, "You cannot stop this source here. Quit linkscope or the program that sends the records."))
            }
            if row.isOn { return .stay([.stopSource(row.name)]) }
            guard case .follow(let tool, _) = request else { return .stay(state.start(request)) }
            step = .looking(tool)
            return .stay([.findDevices([tool])])
        default: return .unused
        }
        return .stay()
    }

    /// Follows the log of a device, and goes back to the sources.
    private mutating func follow(_ tool: DeviceTool, _ device: String?, _ state: inout State) -> [Effect] {
        let request = SourceRequest.follow(tool, device: device)
        self = SourcesWindow(state, selecting: request.sourceName)
        return state.start(request)
    }

    private static let mostLogDevices = 50

    mutating func receive(_ message: Message, _ state: inout State) -> [Effect] {
        switch message {
        case .devices(let tool, let devices) where step == .looking(tool):
            // If several devices are ready, the user has to choose one. If none is, the source waits for one.
            let ready = ((try? devices.get()) ?? []).filter(\.isReady).prefix(Self.mostLogDevices)
            guard ready.count > 1 else { return follow(tool, ready.first?.id, &state) }
            step = .device(tool, Array(ready))
            cursor = ListCursor(count: ready.count)
        case .source, .sourceCounts:
            let count = Self.rows(state.edges.sources).count
            if step == .sources, cursor.count != count { cursor.replace(count: count) }
            if case .sourceCounts = message { return [state.countSources(after: State.countInterval)] }
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        switch step {
        case .sources: drawSources(state, on: &canvas)
        case .looking(let tool):
            let area = canvas.window(canvas.own("Choose a device to read its log"), columns: 70, rows: 1)
            canvas.put(canvas.own(" \(tool.rawValue): looking for devices..."), in: area.row(0), style: .dim)
        case .device(_, let devices):
            let area = canvas.window(canvas.own("Choose a device to read its log"), columns: 70, rows: devices.count)
            canvas.rows(devices, of: cursor, in: area) { StyledText($1.safe(" \($0.words)", columns: area.columns)) }
        }
    }

    private func drawSources(_ state: State, on canvas: inout Canvas) {
        let rows = Self.rows(state.edges.sources)
        let hintRows = hintRows(state)
        let area = canvas.window("Sources", columns: canvas.place.columns, rows: rows.count + hintRows)
        let (list, hint) = area.split(bottom: hintRows)
        let columns: Columns = (
            name: min(rows.map { canvas.safe($0.name, columns: 40).columns }.max() ?? 0, area.columns / 3),
            state: rows.map { Self.words($0).0.count }.max() ?? 0,
            rate: rows.map { Self.rate($0, canvas).count }.max() ?? 0
        )
        canvas.rows(rows, of: cursor, in: list) { line(of: $0, columns, width: area.columns, $1) }
        guard hintRows > 0, let row = rows[at: cursor] else { return }
        let error = row.status?.lastError.map { canvas.safe("Last error: \($0.reason)", columns: hint.columns * 2) }
        for (offset, text) in (error?.wrappedAtBlanks(width: max(hint.columns, 10)) ?? []).prefix(2).enumerated() {
            canvas.put(text, in: hint.row(offset), style: .warning)
        }
        for (offset, advice) in advice(row).enumerated() {
            canvas.put(canvas.safe(advice, columns: hint.columns), in: hint.row(2 + offset), style: .dim)
        }
    }

    /// The widths of the columns that have the same width in all rows.
    private typealias Columns = (name: Int, state: Int, rate: Int)

    private func line(of row: Row, _ columns: Columns, width: Int, _ canvas: Canvas) -> StyledText {
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

    private static func rate(_ row: Row, _ canvas: Canvas) -> String {
        row.status?.perSecond.map { "\(canvas.grouped($0))/s" } ?? ""
    }

    private static func words(_ row: Row) -> (String, Style) {
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

    private static func port(of address: String) -> Int {
        address.split(separator: ":").last.flatMap { UInt16($0) }.map(Int.init) ?? 0
    }

    private static func counts(_ counts: SourceCounts, _ canvas: Canvas) -> String {
        var words = counts.records.counted("record", isGrouped: true)
        if counts.linesLeftOut > 0 {
            words += ", \(counts.linesLeftOut.counted("other line", isGrouped: true))"
        }
        if counts.refused > 0 { words += ", \(canvas.grouped(counts.refused)) refused" }
        return words
    }

    /// Returns what the user can do with a source.
    private func advice(_ row: Row) -> [String] {
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

extension State {
    /// Handles `L`: shows the sources.
    mutating func showSources() -> [Effect] {
        overlay = SourcesWindow(self)
        edges.sources.pauseCounting()
        return edges.isCountingSources ? [] : [countSources(after: 0)]
    }

    /// Handles the typed command: `listen`, `follow` or `stop` with what belongs to it.
    mutating func carryOutSources(_ text: String) throws(TypedCommand.Mistake) -> [Effect] {
        let words = text.split(separator: " ").map(String.init)
        guard words.first?.lowercased() == "stop" else {
            let request = try SourceRequest(words)
            return start(request)
        }
        let name = words.dropFirst().joined(separator: " ")
        let row = SourcesWindow.rows(edges.sources).first { $0.request?.isMeant(by: name) == true }
        guard let row else { throw .usage }
        guard row.isOn else { return notify(.plain, "\(row.name.atSentenceStart) is off.") }
        return [.stopSource(row.name)]
    }
}
