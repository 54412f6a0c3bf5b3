import Panes
import Screen

extension State {
    /// The hints for the last row of the screen: the keys that have an effect now. Without a window, they come from the table of bindings.
    package var hints: [Hint] {
        if let overlay { return overlay.hints(self).map { Hint(command: nil, keys: $0.keys, word: $0.word) } }
        var steps: [Hint] = []
        if canStep, timeline.kept.count > 1 {
            steps.append(
                timeline.isPast ? Hint(command: nil, keys: "Left/Right", word: "step") : Hint(command: .fold, keys: "Left", word: "rewind"))
        }
        if shownWhatIf != nil { steps.append(Hint(command: nil, keys: "Left/Right", word: "column")) }
        let urgent = urgentCommands
        return steps
            + (urgent + Binding.footer.filter { !urgent.contains($0) }).map(Binding.of).compactMap { binding in
                guard let hint = binding.hint, !(timeline.isPast && binding.changesDevice), binding.isUseful(self) else { return nil }
                let key = preferences.keys.keyText(of: binding).prefix { $0 != " " }
                return Hint(command: binding.command, keys: String(key), word: binding.word?(self) ?? hint)
            }
    }

    /// The commands that the footer names first: those that mend the link in view, or answer what one asks about it.
    private var urgentCommands: [Command] {
        var commands: [Command] = [.back, .nextMatch]
        if canRepair { commands.append(.repair) }
        if banner != nil, bannerUse == nil { commands.append(.goBack) }
        if let (_, url) = webLink, !isCutLink, lookups.answer(.verdict, url) == nil { commands.append(.verify) }
        return commands
    }

    /// Whether work is running that Esc stops.
    var isWorking: Bool { lookups.running != nil || journey.opening != nil || realOpenings.running != nil }

    var escHasEffect: Bool {
        isWorking || timeline.isPast || isShowingRepair || visitToEnd != nil || jumpToTakeBack != nil || searchRow != nil || escLeadsToLinks
    }

    /// A word for the effect of Enter on the selected row of the detail pane; empty if it has no effect.
    var detailHint: String {
        if isShowingRepair { return "deliver" }
        guard let line = selectedLine else { return "" }
        if line.event != nil { return "go to event" }
        if line.link != nil { return "go to link" }
        if let whatIf = shownWhatIf, whatIf.rows.indices.contains(detail.cursor.selected) { return "explain" }
        if isOnLane { return timeline.past?.link == nil ? "" : "go to link" }
        if let binding = commandOfLine.map(Binding.of) { return binding.word?(self) ?? binding.hint ?? binding.command.name }
        return switch line.fold {
        case .open: "fold"
        case .closed: "unfold"
        case nil: hidesPartOfLine ? "show all" : ""
        }
    }

    /// Whether the selected row of the detail pane shows only a part of its value.
    private var hidesPartOfLine: Bool {
        let (rows, columns) = (detailRows, layout.rows(of: .detail).columns)
        return rows.rows(of: detail.cursor.selected).contains { index in
            rows[index].map { $0.isCut || display.styled($0, of: rows, columns: columns).text.columns > columns - 1 } ?? false
        }
    }

    /// The command that the selected row of the detail pane names, which Enter performs there; nil if it names none, or several.
    var commandOfLine: Command? {
        let places = selectedLine?.said?.keyed(display.keys).places ?? []
        return places.count == 1 ? places.first?.command : nil
    }

    /// Where Esc leads, or what it ends, if no work is running.
    var wordForEsc: String {
        if timeline.isPast { return "now" }
        if visitToEnd != nil || jumpToTakeBack != nil { return "back" }
        if searchRow == .filter, escLeadsToList { return isShowingEvent && panes.focus == .detail ? "events" : "links" }
        return searchRow == nil ? "links" : "clear"
    }

    /// Whether Esc leads from a text to its list before it clears the filter.
    var escLeadsToList: Bool { isInText && filtering.filter != nil && !panes.isZoomed }

    /// Whether Esc leads to the links, on a screen that shows few panes.
    private var escLeadsToLinks: Bool {
        (layout.density == .compact || layout.density == .list) && panes.focus != .links && !panes.isZoomed
    }

    // MARK: Lookups

    /// Returns whether the focused tab shows the answer to a lookup of this kind.
    func isShowing(_ kind: Lookup.Kind) -> Bool {
        guard panes.focus == .detail, detail.tab == kind.tab, let (_, url) = lookupSubject else { return false }
        return lookups.answer(kind, url) != nil
    }

    /// The page in the tab Page, if it seems to need its scripts or they have been run.
    var pageWithScripts: PageAnswer? {
        guard panes.focus == .detail, detail.tab == .page, let (_, url) = lookupSubject, !lookups.isRunning(.page, url) else { return nil }
        return lookups.page(of: url).flatMap { $0.needsScripts || $0.scripts != nil ? $0 : nil }
    }

    var hasRunScripts: Bool { if case .success? = pageWithScripts?.scripts { true } else { false } }
}
