import DeviceTools
import Panes
import Records
import Screen

// The dialog with the sources: the HTTP listener, the logs of devices, and everything else that brings records. The sources run outside
// `State`. Their counts are asked for once a second, and only while the dialog is open.

extension State {
    /// The time between two counts, in milliseconds.
    private static let countInterval: Int64 = 1000

    /// Handles `L`: shows the sources.
    mutating func showSources() -> [Effect] {
        overlay = .sources(SourcesWindow(cursor: ListCursor(count: SourcesWindow.rows(edges.sources).count)))
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
        guard let row else { throw TypedCommand.Mistake(message: "Usage: \(Binding.of(.sources).synopsis)") }
        guard row.isOn else { return notify(.plain, "\(Self.beginning(row.name)) is off.") }
        return [.stopSource(row.name)]
    }

    private static func beginning(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private mutating func start(_ request: SourceRequest) -> [Effect] {
        // A notice about a mistake in an earlier command no longer applies.
        notices.hide()
        let isOn = edges.sources[request.sourceName]?.isOn == true
        return (isOn ? [.stopSource(request.sourceName)] : []) + [.startSource(request)]
    }

    private mutating func countSources(after milliseconds: Int64) -> Effect {
        edges.isCountingSources = true
        return .countSources(after: milliseconds)
    }

    // MARK: The dialog

    mutating func press(_ key: Key, in window: SourcesWindow) -> [Effect] {
        var window = window
        if key == .escape, window.step != .sources {
            overlay = .sources(SourcesWindow(cursor: ListCursor(count: SourcesWindow.rows(edges.sources).count)))
            return []
        }
        if key == .enter { return choose(in: window) }
        let hintRows = window.step == .sources && windowPlace.hasHint ? SourcesView.hintRows : 0
        guard let moved = moved(window.cursor, by: key, height: windowPlace.rows - hintRows) else { return leave(key, opener: .sources) }
        window.cursor = moved
        overlay = .sources(window)
        return []
    }

    private mutating func choose(in window: SourcesWindow) -> [Effect] {
        switch window.step {
        case .looking: return []
        case .device(let tool, let devices):
            return devices[at: window.cursor].map { follow(tool, $0.id) } ?? []
        case .sources:
            guard let row = SourcesWindow.rows(edges.sources)[at: window.cursor] else { return [] }
            guard let request = row.request else {
                return notify(.plain, "You cannot stop this source here. Quit linkscope or the program that sends the records.")
            }
            if row.isOn { return [.stopSource(row.name)] }
            guard case .follow(let tool, _) = request else { return start(request) }
            var window = window
            window.step = .looking(tool)
            overlay = .sources(window)
            return [.findDevices([tool])]
        }
    }

    /// Follows the log of a device, and goes back to the sources.
    private mutating func follow(_ tool: DeviceTool, _ device: String?) -> [Effect] {
        let rows = SourcesWindow.rows(edges.sources)
        let request = SourceRequest.follow(tool, device: device)
        var cursor = ListCursor(count: rows.count)
        cursor.move(to: rows.firstIndex { $0.name == request.sourceName } ?? 0)
        overlay = .sources(SourcesWindow(cursor: cursor))
        return start(request)
    }

    /// Receives the devices of a tool. If several are ready, the user has to choose one. If none is, the source waits for one.
    mutating func receive(_ tool: DeviceTool, _ devices: Result<[RealDevice], DeviceTrouble>, in window: SourcesWindow) -> [Effect] {
        guard window.step == .looking(tool) else { return [] }
        let ready = ((try? devices.get()) ?? []).filter(\.isReady).prefix(Self.mostLogDevices)
        guard ready.count > 1 else { return follow(tool, ready.first?.id) }
        overlay = .sources(SourcesWindow(step: .device(tool, Array(ready)), cursor: ListCursor(count: ready.count)))
        return []
    }

    private static let mostLogDevices = 50

    // MARK: News

    mutating func note(_ name: String, _ source: SourceState, now: Int64) {
        edges.sources.note(name, source, at: now)
        fitSourcesWindow()
        if case .changed = source { memory.forget() }
        noteReplay(name, source)
    }

    mutating func note(_ counts: [String: SourceCounts], now: Int64) -> [Effect] {
        edges.sources.note(counts, at: now)
        fitSourcesWindow()
        guard case .sources? = overlay else {
            edges.isCountingSources = false
            return []
        }
        return [countSources(after: Self.countInterval)]
    }

    /// Adapts the open dialog to sources that appeared.
    private mutating func fitSourcesWindow() {
        guard case .sources(var window)? = overlay, window.step == .sources else { return }
        let count = SourcesWindow.rows(edges.sources).count
        if window.cursor.count != count { window.cursor.replace(count: count) }
        overlay = .sources(window)
    }
}
