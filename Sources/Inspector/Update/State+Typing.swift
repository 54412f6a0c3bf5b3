import AppLinks
import Panes
package import Records
import Screen

// Commands that are typed after `:`.

extension State {
    mutating func perform(_ typed: TypedCommand, now: Int64) -> [Effect] {
        do throws(TypedCommand.Mistake) { return try carryOut(typed, now: now) } catch { return notify(.bad, error.message) }
    }

    /// Performs a typed command.
    ///
    /// - Throws: A mistake, if the command names something that does not exist, such as a link, an app or a device.
    package mutating func carryOut(_ typed: TypedCommand, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        guard let number = typed.link else { return try carryOutHere(typed, now: now) }
        _ = try link(number)
        show(linkIndex: number - 1)
        // The command may need the record of the link, which may have to be read first.
        if typed.command != .goTo {
            var rest = typed
            rest.numbers.removeFirst()
            waitingCommand = rest
        }
        return []
    }

    /// Performs a typed command on the selected link.
    private mutating func carryOutHere(_ typed: TypedCommand, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        if isRefused(typed.command) { return [] }
        let text = typed.text
        switch typed.command {
        case .writeFile where !text.isEmpty: return export(to: text, replacing: typed.replaces)
        case .recordSuite where !text.isEmpty: return record(text, replacing: typed.replaces)
        case .sample:
            guard let number = typed.numbers.first else { break }
            guard samples.indices.contains(number - 1) else {
                throw TypedCommand.Mistake(message: "There are samples 1 to \(samples.count).")
            }
            return [.deliver(Array(samples[number - 1].link.utf8), .sample)]
        case .diff:
            guard let number = typed.numbers.first else { break }
            return compare(with: try link(number), now: now)
        case .install, .remove: return try switchApp(text, isInstalled: typed.command == .install, now: now)
        case .front: return try bringToFront(text, now: now)
        case .assume:
            notice = Notice(.good, text == "on" ? "An app is assumed for each scheme that no app claims." : "No apps are assumed.")
            return act(.assumeApps(text == "on"), now: now)
        default: break
        }
        guard !text.isEmpty else { return perform(typed.command, now: now) }
        switch typed.command {
        case .help:
            let window = HelpWindow(text)
            guard !window.rows(self).isEmpty else { return notify(.plain, "The help has nothing about \(text).") }
            overlay = window
        case .find: find(text)
        case .sort: sort(byName: text)
        case .build:
            var form = forms.current.isTouched ? forms.current : LinkForm()
            try form.fill(text)
            forms.current = form
            overlay = BuildingWindow()
        case .focusDetail: if let part = DetailPart(rawValue: text) { show(part) }
        case .open: return try startOpening(from: text)
        case .openOnDevice: return try openForReal(text)
        case .sources: return try carryOutSources(text)
        case .history: return startSearchingHistory(text)
        case .resolve, .runScripts, .verify: return lookUpAgain(typed.command, now: now)
        case .verifyOnDevice: return try lookUpOnDevice(text)
        case .copy: return CopyChoice.typed.first { $0.word == text }.map { copy($0) } ?? []
        case .secrets: display.showsSecrets = text == "on"
        case .filter:
            change(filterTo: text)
            if let problem = filtering.problem { throw TypedCommand.Mistake(message: problem.message) }
        case .device: return try chooseDevice(text, now: now)
        case .theme:
            guard let theme = Theme(name: text) else { break }
            let keep = preferences.path.map { " To keep it, write \"theme: \(text)\" in \($0)." } ?? ""
            notice = Notice(.good, "The theme is \(text).\(keep)")
            return [.use(theme)]
        case .declare: startDeclaring(scheme: text)
        default: return perform(typed.command, now: now)
        }
        return []
    }

    /// Returns the link with a number.
    package func link(_ number: Int) throws(TypedCommand.Mistake) -> RecordID {
        let count = lists.links.count
        guard lists.links.indices.contains(number - 1) else {
            let text = count == 0 ? "there is no link yet" : count == 1 ? "there is only link #1" : "the links are #1 to #\(count)"
            throw TypedCommand.Mistake(message: "There is no link #\(number): \(text).")
        }
        return lists.links[number - 1].record
    }

    /// Goes to a part of the selected link.
    private mutating func show(_ part: DetailPart) {
        show(part.tab)
        guard detail.subject != nil else { return }
        panes.focus = .detail
        let rows = detailRows
        guard let row = rows.lines.firstIndex(where: { $0.label == part.rawValue }), rows.isStop(row) else { return }
        detail.cursor.replace(count: rows.lines.count)
        detail.cursor.move(to: row)
    }

    /// Looks up the selected link, ignoring the cache.
    private mutating func lookUpAgain(_ command: Command, now: Int64) -> [Effect] {
        let effects = perform(command, now: now)
        // The same command in the tab that shows the answer ignores the cache.
        guard let kind = detail.tab.lookup, let (_, url) = lookupSubject, !lookups.isRunning(kind, url) else { return effects }
        return effects + perform(command, now: now)
    }

    /// Performs the command that waited for a record, if the record has been read.
    mutating func performWaitingCommand(now: Int64) -> [Effect] {
        guard let command = waitingCommand, !detail.isWaiting else { return [] }
        waitingCommand = nil
        do throws(TypedCommand.Mistake) { return try carryOutHere(command, now: now) } catch { return notify(.bad, error.message) }
    }
}
