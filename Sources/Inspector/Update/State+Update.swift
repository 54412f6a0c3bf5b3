import Panes
import Records
import Screen

extension State {
    /// Applies a message and returns the effects that the message has.
    ///
    /// - Parameter now: The time in milliseconds since 1970. Events that the message causes have this time.
    package mutating func update(_ message: Message, now: Int64) -> [Effect] {
        var effects: [Effect] = []
        var isKey = false
        let noticeCount = notices.count
        let (subject, focus, hadWindow) = (detail.subject, panes.focus, overlay != nil)
        let (filterNumber, sortNumber) = (filtering.number, sorting.number)
        notices.now = now
        switch message {
        case .resized(let size): display.size = size
        case .key(let key):
            if case .mouse = key {} else { pointer.forgetPress() }
            effects = press(key, now: now)
            isKey = true
        case .arrived(let batch):
            effects = arrive(batch)
            if !batch.isReopened, arrivalRate.note(batch.count, now: now) { effects.append(.measureRate(after: ArrivalRate.window)) }
        case .rateMeasured: if arrivalRate.endWindow(now: now) { effects.append(.measureRate(after: ArrivalRate.window)) }
        case .loaded(let records): effects = receive(records)
        case .pasted(let count, let notice): finishPaste(of: count, notice)
        case .project(let project): effects = follow(project, now: now)
        case .appsSaved(let declarations, let result): note(declarations, result)
        case .resolved(let opening, let outcome): effects = resolved(opening, outcome, now: now)
        case .lookup(let lookup, let news):
            let isRunning = lookups.running == lookup
            effects = record(news, of: lookup, now: now)
            if isRunning, lookups.running == nil { askForAccess(now: now) }
        case .devices, .handlers, .history: break  // Only a window waits for these.
        case .openedOnDevice(let running, let answer): effects = receive(answer, to: running, now: now)
        case .sessions(_, let notice): if let notice { self.notice = notice }
        case .export(let number, let news): record(news, ofExport: number)
        case .replayed(let act, let then):
            // Restored acts are not announced again.
            let before = notices
            effects = perform(act, now: then)
            // Restored acts are not saved again, because the user may have changed the file since.
            effects.removeAll { if case .saveApps = $0 { true } else { false } }
            notices = before
        case .source(let name, let state): note(name, state, now: now)
        case .sourceCounts(let counts):
            edges.sources.note(counts, at: now)
            edges.isCountingSources = false
        case .journal(let state): edges.journal = state
        case .notice(let notice): self.notice = notice
        case .noticeExpired(let number): notices.expire(number)
        case .qrCode(let code): effects = show(code)
        case .edited(let text): receive(text)
        case .address(let address): edges.address = address
        case .found(let found): if filtering.note(found) { lists.show(links: found.links, events: found.events) }
        case .sorted(let news):
            if let rows = sorting.note(news) { lists.shownLinks.show(rows, isReversed: sorting.order.isReversed) }
        }
        effects += tellWindow(message)
        if hold.count > 0, !isHolding { effects += receiveWaiting() }
        if filtering.note(openings: journey.changes) { lists.showNone() }
        if filtering.number != filterNumber {
            effects.append(.stopSearch)
            sorting.restart()
        }
        sorting.note(journey: journey.changes, lookups: lookups.changes)
        if sorting.number != sortNumber { effects.append(.stopSort) }
        if let scan = filtering.nextScan(lists, device.appNames, journey) { effects.append(.search(scan)) }
        if let scan = sorting.nextScan(lists, device.appNames, journey, lookups) { effects.append(.sort(scan)) }
        showWhatIsSelected()
        // What a notice said about a link does not hold for the next one. After a key that led elsewhere, the notice has been read.
        let isElsewhere = detail.subject != subject || panes.focus != focus || hadWindow != (overlay != nil)
        let opensWindow = overlay != nil && !hadWindow
        let isOver = notice?.isAboutSelection == true || opensWindow && notice?.tone == .good
        if isKey, isElsewhere, notices.count == noticeCount, isOver {
            notice = nil
        }
        effects += performWaitingCommand(now: now) + continueSample(now: now)
        settle()
        if notices.count != noticeCount, notice?.isProgress == false {
            effects.append(.expireNotice(notices.count, after: Notices.milliseconds))
        }
        return effects
    }

    /// Adapts every cursor to its rows, and scrolls each view to its cursor, for the current size of the screen.
    private mutating func settle() {
        lists.showEvents(of: panes.showsAllEvents ? nil : linkInView)
        let rows = arrangePanes()
        lists.settle(linkRows: layout.rows(of: .links).rows, eventRows: layout.rows(of: .events).rows)
        timeline.eventCursor.settle(height: layout.rows(of: .events).rows)
        detail.settle(in: rows, height: detailAreas(rows).lines.rows)
    }
}
