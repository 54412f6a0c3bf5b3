import AppLinks
import LinkLayers
import Records
import Screen

// Building an App Link in a form. What was written in it stays until it is delivered, whatever the user looks at meanwhile.

extension State {
    mutating func startBuilding() {
        if !form.isTouched { form = formOfSelection() }
        overlay = .building
    }

    /// The selected App Link taken apart; an empty form where none is selected.
    private mutating func formOfSelection() -> LinkForm {
        guard case .link(let inspection) = shown?.content, let link = inspection.link, link.isAppLink else { return LinkForm() }
        if isCutLink {
            notice = Notice(.bad, "The selected link is too long and was only partly read, so this form is empty.")
            return LinkForm()
        }
        if inspection.bytes.count <= TextLine.limit, let draft = LinkDraft(link), let form = LinkForm(draft) { return form }
        notice = Notice(.plain, "The selected link is too long for a form, so this one is empty.")
        return LinkForm()
    }

    mutating func build(_ key: Key) -> [Effect]? {
        switch key {
        case .control("z"), .control("l"): return nil
        case .escape:
            overlay = nil
            if form.isTouched { notice = Notice(.good, "The form is kept. b opens it again.") }
        case .enter: return deliverForm()
        case .tab: form.move(by: 1)
        case .backTab: form.move(by: -1)
        case .down: form.moveRow(by: 1)
        case .up: form.moveRow(by: -1)
        case .pageDown: form.moveRow(by: form.rows.count)
        case .pageUp: form.moveRow(by: -form.rows.count)
        case .control("t"):
            guard form.focusedExtra != nil else {
                notice = Notice(.plain, "Only an extra can switch between text and JSON.")
                break
            }
            form.toggleJSON()
        case .control("r"): changeForms()
        default: form.edit { _ = $0.edit(key) }
        }
        return []
    }

    /// A new form of the selected link, while the one at hand is set aside; the next time the two change places.
    private mutating func changeForms() {
        let other = formAside ?? formOfSelection()
        formAside = form.isTouched ? form : nil
        form = other
    }

    private mutating func deliverForm() -> [Effect] {
        guard let link = form.outcome.link else {
            let problem = form.outcome.problems.first { $0.kind != .doubt }
            if let field = problem?.field { form.move(to: field) }
            notice = Notice(.bad, mask.words(problem?.message ?? "There is no link yet."))
            return []
        }
        overlay = nil
        form = LinkForm()
        return [.deliver([Array(link.utf8)], .typed)]
    }

    /// A paste goes into the field that is written in.
    mutating func pasteIntoForm(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var lost = 0
        form.edit { lost = $0.insert(text) }
        if lost > 0 {
            notice = Notice(.bad, "The field is full: \(lost) characters of the paste were dropped.")
        } else if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            notice = Notice(.plain, "Line ends and other control characters of the paste were removed: a field has one line.")
        }
    }

    /// The keys of the form, for the last row.
    var buildingHints: [(String, String)] {
        var hints = [("Enter", "deliver")]
        if let index = form.focusedExtra { hints.append(("Ctrl-T", form.extras[index].isJSON ? "as text" : "as JSON")) }
        hints += [("Esc", "close"), ("Tab", "next")]
        if formAside != nil || form.isTouched { hints.append(("Ctrl-R", formAside != nil ? "other form" : "new form")) }
        return hints
    }
}
