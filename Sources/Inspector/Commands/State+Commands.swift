import AppLinks
package import Panes
package import Records
import Screen

// How a command is performed: by a key, by the mouse, or as a line that was typed after `:` or in plain mode.

extension State {
    package mutating func perform(_ command: Command, now: Int64) -> [Effect] { perform(TypedCommand(command), now: now) }

    mutating func perform(_ typed: TypedCommand, now: Int64) -> [Effect] {
        do throws(TypedCommand.Mistake) { return try carryOut(typed, now: now) } catch { return notify(.bad, "\(error.message)") }
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
        let row = Binding.of(typed.command)
        if row.changesDevice, refusesChanges(typed.command) { return [] }
        if row.argument.needsText, typed.text.isEmpty { return notify(.plain, "\(row.advice)") }
        do throws(TypedCommand.Mistake) {
            return try row.does(&self, typed, now)
        } catch {
            throw error == .usage ? TypedCommand.Mistake(message: "Usage: \(row.synopsis)") : error
        }
    }

    package func link(_ number: Int) throws(TypedCommand.Mistake) -> RecordID {
        let count = lists.links.count
        guard lists.links.indices.contains(number - 1) else {
            let text = count == 0 ? "there is no link yet" : count == 1 ? "there is only link #1" : "the links are #1 to #\(count)"
            throw TypedCommand.Mistake(message: "There is no link #\(number): \(text).")
        }
        return lists.links[number - 1].record
    }

    /// Goes to a part of the selected link.
    mutating func show(_ part: DetailPart) {
        show(part.tab)
        guard detail.subject != nil else { return }
        panes.focus = .detail
        let rows = detailRows
        guard let row = rows.lines.firstIndex(where: { $0.label == part.rawValue || $0.path == part.rawValue }), rows.isStop(row) else {
            return
        }
        detail.cursor.replace(count: rows.lines.count)
        detail.cursor.move(to: row)
    }

    /// Looks up the selected link.
    ///
    /// - Parameter word: `again` ignores the cache. `allow` also gives the permission that the last lookup of the link lacked.
    mutating func lookUp(_ word: String, _ lookUp: (inout State) -> [Effect]) -> [Effect] {
        if word == "allow", let (lookup, _, place) = lookups.refusal, lookup.url == lookupSubject?.1 {
            lookups.allow(place, for: lookup.url)
        }
        let effects = lookUp(&self)
        // The same command in the tab that shows the answer ignores the cache.
        guard !word.isEmpty, let kind = detail.tab.lookup, let (_, url) = lookupSubject, !lookups.isRunning(kind, url) else {
            return effects
        }
        return effects + lookUp(&self)
    }

    /// Opens the form with the fields in a text.
    mutating func startBuilding(with text: String) throws(TypedCommand.Mistake) {
        var form = forms.current.isTouched ? forms.current : LinkForm()
        try form.fill(text)
        forms.current = form
        overlay = BuildingWindow()
    }

    mutating func use(_ name: String) -> [Effect] {
        guard let theme = Theme(name: name) else { return [] }
        let keep = preferences.path.map { " To keep it, write \"theme: \(name)\" in \($0)." } ?? ""
        tell(.good, "The theme is \(name).\(keep)")
        return [.use(theme)]
    }

    /// Performs the command that waited for a record, if the record has been read.
    mutating func performWaitingCommand(now: Int64) -> [Effect] {
        guard let command = waitingCommand, !detail.isWaiting else { return [] }
        waitingCommand = nil
        do throws(TypedCommand.Mistake) { return try carryOutHere(command, now: now) } catch { return notify(.bad, "\(error.message)") }
    }

    // MARK: Esc

    /// Stops the opening of a link, on the simulated device or a real one, else a lookup, else the writing of a file; nil if none runs.
    mutating func stopWork(now: Int64) -> [Effect]? {
        if journey.endOpening() {
            notice = Notice(.plain, "Stopped. Nothing was opened.")
            return [.cancelResolving]
        }
        if realOpenings.end() {
            notice = Notice(.plain, "Stopped. The device may have opened the link already.")
            return [.stopOpeningOnDevice]
        }
        if lookups.running != nil { return stopLookup(now: now) }
        return edges.export == nil ? nil : [.stopExport]
    }

    /// Handles Esc: closes the window, stops the opening of a link, a lookup or the writing of a file, leaves the repair, returns from the
    /// past, stops a sort, goes back to the tab before `w` or `D`, takes back a jump, ends the search, leaves a text for its list, clears
    /// the filter, ends the zoom, or moves the focus to the links. It does only the first of these that applies, and never quits.
    mutating func stepBack(now: Int64) -> [Effect] {
        if hasWindow {
            return closeWindow()
        } else if let effects = stopWork(now: now) {
            return effects
        } else if isShowingRepair {
            detail.endRepair()
        } else if timeline.isPast {
            timeline.returnToNow()
        } else if stopSorting() {
            return []
        } else if let visit = visitToEnd {
            detail.choose(visit.before)
            panes.focus = visit.focus
        } else if let jump = jumpToTakeBack {
            takeBack(jump)
        } else if searchRow == .find {
            search.clear()
        } else if escLeadsToList {
            panes.focus = isShowingEvent && panes.focus == .detail ? .events : .links
        } else if filtering.filter != nil {
            clearFilter()
        } else if panes.isZoomed {
            panes.isZoomed = false
        } else {
            panes.focus = .links
        }
        return []
    }

    /// Returns whether a command that changes the device is refused, because the user looks at the past. If so, shows a notice.
    private mutating func refusesChanges(_ command: Command) -> Bool {
        guard let past = timeline.past else { return false }
        let refused = Binding.of(command).opensQuestion ? "opened" : "changed"
        tell(.plain, "You are looking at step \(past.number) of \(timeline.count), so nothing was \(refused). Esc returns to now.")
        return true
    }
}
