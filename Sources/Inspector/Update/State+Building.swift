import AppLinks
import LinkLayers
import Panes
import Records
import Screen

// Building an App Link in a form. The form keeps its texts until they are delivered, even if its window is closed in the meantime.

extension State {
    mutating func startBuilding() {
        if !forms.current.isTouched { forms.current = formOfSelection() }
        overlay = .building
    }

    /// Returns a form with the texts of the selected App Link; an empty form if no App Link is selected or it does not fit into a form.
    private mutating func formOfSelection() -> LinkForm {
        guard let inspection = detail.inspection, let link = inspection.link, link.isAppLink else { return LinkForm() }
        if isCutLink {
            notice = Notice(.bad, "The selected link is too long and was only partly read, so this form is empty.")
            return LinkForm()
        }
        if inspection.bytes.count <= TextLine.limit, let draft = LinkDraft(link), let form = LinkForm(draft) { return form }
        notice = Notice(.plain, "The selected link is too long for a form, so this one is empty.")
        return LinkForm()
    }

    mutating func build(_ key: Key) -> [Effect] {
        switch key {
        case .escape:
            overlay = nil
            if forms.current.isTouched { notice = Notice(.good, "The form is kept. b opens it again.") }
        case .enter: return deliverForm()
        case .tab: forms.current.move(by: 1)
        case .backTab: forms.current.move(by: -1)
        case .down: forms.current.moveRow(by: 1)
        case .up: forms.current.moveRow(by: -1)
        case .pageDown: forms.current.moveRow(by: forms.current.rows.count)
        case .pageUp: forms.current.moveRow(by: -forms.current.rows.count)
        case .control("t"):
            guard forms.current.focusedExtra != nil else { return notify(.plain, "Only an extra can switch between text and JSON.") }
            forms.current.toggleJSON()
        case .control("r"): forms.exchange(for: forms.aside ?? formOfSelection())
        default: forms.current.edit { _ = $0.edit(key) }
        }
        return []
    }

    private mutating func deliverForm() -> [Effect] {
        let outcome = forms.current.outcome
        guard let link = outcome.link else {
            let problem = outcome.problems.first { $0.kind != .doubt }
            if let field = problem?.field { forms.current.move(to: field) }
            return notify(.bad, display.mask.words(problem?.message ?? "There is no link yet."))
        }
        overlay = nil
        forms.current = LinkForm()
        return [.deliver(Array(link.utf8), .typed)]
    }

    /// Inserts a pasted text into the focused field.
    mutating func pasteIntoForm(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var lost = 0
        forms.current.edit { lost = $0.insert(text) }
        if lost > 0 {
            notice = Notice(.bad, "The field is full: \(lost) characters of the paste were dropped.")
        } else if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            notice = Notice(.plain, "Newlines and other control characters of the paste were removed: a field has one line.")
        }
    }
}
