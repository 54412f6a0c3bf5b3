package import Panes
import Screen

extension State {
    /// Sends a key to the open window, and a click to what is under the pointer. If there is no window, or the window does not handle the
    /// key, performs the command of the key. A pasted text is never treated as keys.
    mutating func press(_ key: Key, now: Int64) -> [Effect] {
        switch key {
        case .unknown, .focus: return []
        case .mouse(let mouse): return point(mouse, now: now)
        case .pasteBegun:
            notice = .progress("Receiving a paste... If it does not end, Ctrl-C quits after 2 seconds.")
            return []
        case .paste(let bytes): return paste(bytes)
        case .pasteRefused(let error):
            return notify(.bad, error.message)
        case .character, .text, .named: break
        }
        if key == .escape, notice?.isProgress == false { notice = nil }
        waitingCommand = nil
        // Enter was meant to confirm the command that was refused, so it does nothing else.
        if key == .enter, notice != nil, notice == refusal { return [] }
        refusal = nil
        if key == .control("c") { return [.quit] }
        if let overlay, let effects = press(key, in: overlay) { return effects }
        guard let command = preferences.keys.command(for: key) else {
            noteUnused(key)
            return []
        }
        let earlier = notices.count
        defer { if Self.confirmed.contains(command), overlay == nil, notices.count != earlier { refusal = notice } }
        // In a list, `/` shows the rows that fit. In a text, it finds a place and hides nothing.
        return perform(command == .filter && isInText ? .find : command, now: now)
    }

    /// The commands that open a window in which Enter performs them.
    private static let confirmed: Set<Command> = [.open, .goBack]

    /// Shows a notice that a key has no effect. A notice that is already on the screen stays, so a burst of keys causes only one notice.
    private mutating func noteUnused(_ key: Key) {
        guard notice == nil, let name = KeyName.text(of: key) else { return }
        let help = preferences.keys.keyText(of: Binding.of(.help)).prefix { $0 != " " }
        notice = .hint("\(name) does nothing here; \(help) shows the keys.")
    }

    package mutating func perform(_ command: Command, now: Int64) -> [Effect] {
        if isRefused(command) { return [] }
        switch command {
        case .nextPane: panes.focus = panes.focus.next
        case .previousPane: panes.focus = panes.focus.previous
        case .focusLinks: panes.focus = .links
        case .focusDetail: panes.focus = .detail
        case .focusJourney: panes.focus = .journey
        case .focusEvents: panes.focus = .events
        case .down, .up, .pageDown, .pageUp, .first, .last: moveCursor(command)
        case .fold: fold()
        case .unfold: unfold()
        case .follow where panes.focus == .events: lists.shownEvents.move { $0.toggleFollowing() }
        case .follow: lists.shownLinks.move { $0.toggleFollowing() }
        case .nextTab: show(detail.tab.moved(by: 1))
        case .previousTab: show(detail.tab.moved(by: -1))
        case .zoom: panes.isZoomed.toggle()
        case .larger: return resizePane(larger: true)
        case .smaller: return resizePane(larger: false)
        case .usualSizes: return restorePanes()
        case .more where isShowingRepair: return deliverRepaired()
        case .more: showMore()
        case .open: return startOpening()
        case .openOnDevice: return startOpeningForReal()
        case .undo: return undo(.undo, now: now)
        case .redo: return undo(.redo, now: now)
        case .hold where edges.replay != nil: return holdReplay()
        case .hold: return act(.hold(!hold.isOn), now: now)
        case .write: startWriting()
        case .copy: startCopying()
        case .build: startBuilding()
        case .declare: startDeclaring()
        case .sample: overlay = SamplesWindow(cursor: ListCursor(count: samples.count))
        case .resolve: return show(.page)
        case .runScripts: return showScripts()
        case .verify: return show(.verdict)
        case .whatIf: visit(.whatIf)
        case .diff: compare()
        case .sort: startSorting()
        case .mark: return mark(now: now)
        case .nextMark: goToMark()
        case .repair: return showRepair()
        case .goBack: return startReturning()
        case .dismissBanner: return dismissBanner(now: now)
        case .filter: overlay = FilterLine(line: TextLine(filtering.text))
        case .clear: clear()
        case .find: startFinding()
        case .nextMatch: goToMatch(1)
        case .previousMatch: goToMatch(-1)
        case .nextProblem: selectProblem(step: 1)
        case .previousProblem: selectProblem(step: -1)
        case .device: overlay = DeviceWindow(self)
        case .sessions: return startChoosingSession()
        case .sources: return showSources()
        case .history: return startSearchingHistory()
        case .recordSuite: return startRecording()
        case .writeFile: return notify(.plain, "Type the name of the file, such as :write links.csv.")
        case .stop: return stopWork(now: now) ?? notify(.plain, "Nothing is running.")
        case .resume:
            guard hold.isOn else { return notify(.plain, "Nothing is paused.") }
            return act(.hold(false), now: now)
        // These commands need a text. They get here only if the text is missing.
        case .install, .remove, .front, .assume, .theme, .verifyOnDevice:
            return notify(.plain, "Type the name after it: :\(Binding.of(command).synopsis)")
        case .goTo: return notify(.plain, "Type the number of a link, such as :go 3.")
        case .help: overlay = HelpWindow()
        case .palette: overlay = CommandPalette()
        case .messages:
            notices.hide()
            overlay = MessagesWindow(self)
        case .secrets: display.showsSecrets.toggle()
        case .back: return stepBack(now: now)
        case .repaint: return [.repaint]
        case .suspend: return [.suspend]
        case .quit:
            return hasWindow ? closeWindow() : [.quit]
        case .quitNow: return [.quit]
        }
        return []
    }

    /// Stops the first of these that is running: the opening of a link on the simulated device or on a real one, a lookup, or the writing
    /// of a file. Returns nil if none is running.
    private mutating func stopWork(now: Int64) -> [Effect]? {
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
    private mutating func stepBack(now: Int64) -> [Effect] {
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
            endVisit(visit)
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
}

extension Key.PasteError {
    var message: String {
        switch self {
        case .tooLong(let bytes): "The paste is too long (\(bytes) bytes). Save it as a file, then run linkscope FILE."
        case .unfinished(let bytes):
            "The terminal stopped in the middle of a paste (\(bytes) bytes), so nothing was added. Paste again."
        }
    }
}
