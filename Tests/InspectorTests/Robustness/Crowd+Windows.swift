import Screen

@testable import Inspector
@testable import Panes

/// The windows without their content.
enum Window: CaseIterable {
    case help, palette, messages, filtering, finding, writing, building, declaring, device, samples, sorting, sessions, returning, opening,
        realDevices, sources, history, recording, copying, qrCode, value

    init(_ overlay: Overlay) {
        self =
            switch overlay {
            case .help: .help
            case .palette: .palette
            case .messages: .messages
            case .filtering: .filtering
            case .finding: .finding
            case .writing: .writing
            case .building: .building
            case .declaring: .declaring
            case .device: .device
            case .samples: .samples
            case .sorting: .sorting
            case .sessions: .sessions
            case .returning: .returning
            case .opening: .opening
            case .realDevices: .realDevices
            case .sources: .sources
            case .history: .history
            case .recording: .recording
            case .copying: .copying
            case .qrCode: .qrCode
            case .value: .value
            }
    }
}

extension Crowd {
    static func flaw(of cursor: ListCursor) -> String? {
        let rows = 0..<max(cursor.count, 1)
        if cursor.count < 0 { return "\(cursor.count) rows" }
        if !rows.contains(cursor.selected) { return "row \(cursor.selected) of \(cursor.count)" }
        return rows.contains(cursor.top) ? nil : "top \(cursor.top) of \(cursor.count)"
    }

    /// Returns what is wrong with a window, by rules that every window must keep.
    static func flaw(of overlay: Overlay, state: State) -> String? {
        let cursor: ListCursor?
        var lines: [TextLine] = []
        switch overlay {
        case .help(let top, _, _), .messages(let top): return top < 0 ? "top \(top)" : nil
        case .value(_, let text, let tops): return tops.contains { !text.indices.contains($0) } ? "top \(tops) of \(text.count)" : nil
        case .palette(let palette):
            lines = [palette.line]
            guard (0..<max(palette.matches.count, 1)).contains(palette.selected) else { return "match \(palette.selected)" }
            cursor = nil
        case .filtering(let line), .finding(let line), .writing(let line): (lines, cursor) = ([line], nil)
        case .building:
            let form = state.forms.current
            guard form.fields.contains(form.focus) else { return "no field has the focus" }
            (lines, cursor) = (form.fields.map { form[$0] }, nil)
        case .declaring:
            guard let form = state.forms.app else { return "no form is open" }
            (lines, cursor) = (AppForm.Field.allCases.map { form[$0] }, nil)
        case .device(let row), .samples(let row), .sorting(let row), .copying(let row): cursor = row
        case .sessions(let list): cursor = list.cursor
        case .opening(let choice): cursor = choice.cursor
        case .realDevices(let window): cursor = window.cursor
        case .sources(let window): cursor = window.cursor
        case .history(let window): (lines, cursor) = ([window.line], window.shown?.cursor)
        case .recording(let window): (lines, cursor) = ([window.line], window.cursor)
        case .returning, .qrCode: cursor = nil
        }
        for line in lines where !(0...line.characters.count).contains(line.cursor) || line.characters.count > TextLine.limit {
            return "the cursor of a line is \(line.cursor) of \(line.characters.count)"
        }
        return cursor.flatMap(flaw).map { "\(Window(overlay)): \($0)" }
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
