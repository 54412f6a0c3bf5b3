import Screen

@testable import Inspector
@testable import Panes

/// The kind of a window, without its content.
struct Window: Hashable, CaseIterable {
    static let allCases = [
        HelpWindow.self, CommandPalette.self, MessagesWindow.self, FilterLine.self, FindLine.self, WritingWindow.self, BuildingWindow.self,
        DeclaringWindow.self, DeviceWindow.self, SamplesWindow.self, SortWindow.self, SessionsWindow.self, ReturnWindow.self,
        OpeningWindow.self, RealDeviceWindow.self, SourcesWindow.self, HistoryWindow.self, SuiteWindow.self, CopyWindow.self,
        QRCodeWindow.self, ValueWindow.self, WhatIfWindow.self, AllowingWindow.self,
    ].map { (type: any Overlay.Type) in Window(name: "\(type)") }

    let name: String

    init(name: String) { self.name = name }

    init(_ overlay: any Overlay) { name = "\(type(of: overlay))" }
}

extension Crowd {
    static func flaw(of cursor: ListCursor) -> String? {
        let rows = 0..<max(cursor.count, 1)
        if cursor.count < 0 { return "\(cursor.count) rows" }
        if !rows.contains(cursor.selected) { return "row \(cursor.selected) of \(cursor.count)" }
        return rows.contains(cursor.top) ? nil : "top \(cursor.top) of \(cursor.count)"
    }

    /// Returns what is wrong with a window, by rules that every window must keep.
    static func flaw(of overlay: any Overlay, state: State) -> String? {
        var cursor = overlay.list
        var lines = [overlay.field].compactMap(\.self)
        switch overlay {
        case let window as HelpWindow where window.top < 0: return "top \(window.top)"
        case let window as MessagesWindow where window.top < 0: return "top \(window.top)"
        case let window as ValueWindow where window.tops.contains { !window.text.indices.contains($0) }:
            return "top \(window.tops) of \(window.text.count)"
        case let palette as CommandPalette where !(0..<max(palette.matches.count, 1)).contains(palette.selected):
            return "match \(palette.selected)"
        case is BuildingWindow:
            let form = state.forms.current
            guard form.fields.contains(form.focus) else { return "no field has the focus" }
            lines = form.fields.map { form[$0] }
        case is DeclaringWindow:
            guard let form = state.forms.app else { return "no form is open" }
            lines = AppForm.Field.allCases.map { form[$0] }
        case let window as SessionsWindow: cursor = window.cursor
        case let window as HistoryWindow: lines = [window.line]
        default: break
        }
        for line in lines where !(0...line.characters.count).contains(line.cursor) || line.characters.count > TextLine.limit {
            return "the cursor of a line is \(line.cursor) of \(line.characters.count)"
        }
        return cursor.flatMap(flaw).map { "\(Window(overlay).name): \($0)" }
    }

    /// Returns which part of a state has more than it may keep.
    static func flawOfLimits(of state: State) -> String? {
        let counts = [
            ("notices", state.notices.log.count, Notices.most), ("typed lines", state.typedLines.count, 100),
            ("steps", state.timeline.steps.count, Timeline.mostSteps * 2),
            ("steps of the trail", state.journey.trail.count, Journey.mostSteps * 2),
        ]
        return counts.first { $0.1 > $0.2 }.map { "\($0.1) \($0.0)" }
    }
}
