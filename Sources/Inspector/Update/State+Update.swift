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
            effects = press(key, now: now)
            isKey = true
        case .arrived(let batch):
            effects = arrive(batch)
            if !batch.isReopened, arrivalRate.note(batch.count, now: now) { effects.append(.measureRate(after: ArrivalRate.window)) }
        case .rateMeasured: if arrivalRate.endWindow(now: now) { effects.append(.measureRate(after: ArrivalRate.window)) }
        case .loaded(let records): effects = receive(records)
        case .parsed(let read): receive(read)
        case .notParsed(let id): giveUpParsing(id)
        case .pasted(let count, let notice): finishPaste(of: count, notice)
        case .project(let project): effects = follow(project, now: now)
        case .appsSaved(let declarations, let result): note(declarations, result)
        case .resolved(let opening, let outcome): effects = resolved(opening, outcome, now: now)
        case .lookup(let lookup, let news): effects = record(news, of: lookup, now: now)
        case .devices(let tool, let devices): effects = receive(tool, devices)
        case .handlers(let device, let handlers): receive(handlers: handlers, of: device)
        case .openedOnDevice(let running, let answer): effects = receive(answer, to: running, now: now)
        case .sessions(let sessions, let notice): show(sessions, notice)
        case .export(let number, let news): record(news, ofExport: number)
        case .replayed(let act, let then):
            // Restored acts are not announced again.
            let before = notices
            effects = perform(act, now: then)
            // Restored acts are not saved again, because the user may have changed the file since.
            effects.removeAll { if case .saveApps = $0 { true } else { false } }
            notices = before
        case .source(let name, let state): note(name, state, now: now)
        case .sourceCounts(let counts): effects = note(counts, now: now)
        case .history(let news): receive(news)
        case .journal(let state): edges.journal = state
        case .notice(let notice): self.notice = notice
        case .noticeExpired(let number): notices.expire(number)
        case .qrCode(let code): effects = show(code)
        case .edited(let text): receive(text)
        case .address(let address): edges.address = address
        case .found(let found): receive(found)
        case .sorted(let news): receive(news)
        }
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
        effects += performWaitingCommand(now: now)
        settle()
        if notices.count != noticeCount, notice?.isProgress == false {
            effects.append(.expireNotice(notices.count, after: Notices.milliseconds))
        }
        return effects
    }

    /// Shows a notice. Returns no effects, so a method can return the result of this call.
    mutating func notify(_ tone: Notice.Tone, _ text: String) -> [Effect] {
        tell(tone, text)
        return []
    }

    /// Shows a notice.
    mutating func tell(_ tone: Notice.Tone, _ text: String) { notice = Notice(tone, text) }

    /// Adapts every cursor to its rows, and scrolls each view to its cursor, for the current size of the screen.
    private mutating func settle() {
        if banner != nil { panes.keepsBannerRow = true }
        let layout = layout
        lists.settle(linkRows: layout.rows(of: .links).rows, eventRows: layout.rows(of: .events).rows)
        settleSteps()
        let rows = detailRows
        detail.settle(in: rows, height: detailAreas(rows).lines.rows)
        let journeyCount = journeyLines.count
        if journey.cursor.count != journeyCount { journey.cursor.replace(count: journeyCount) }
        journey.cursor.settle(height: layout.rows(of: .journey).rows)
    }

    // MARK: The detail pane shows the selection

    /// The subject that the detail pane should show: the selected event if the events have the focus, or if the pane already shows an event
    /// and the links do not have the focus. Otherwise, the selected link.
    private var wanted: Detail.Subject? {
        let event = shownLists.selectedEventIndex.map(Detail.Subject.event)
        if panes.focus == .events || (isShowingEvent && panes.focus != .links), let event { return event }
        return lists.selectedLink.map(Detail.Subject.link) ?? event
    }

    mutating func showWhatIsSelected() {
        guard detail.subject != wanted else { return }
        let record: RecordID? =
            switch wanted {
            case .link(let id): id
            case .event(let index): lists.record(ofEvent: index) ?? lists.posted(lists.events[index])?.link
            case nil: nil
            }
        detail.show(wanted, record: record)
        panes.middle = .detail
        if let record, let read = memory.read(record) { detail.move(to: .read(read)) }
    }
}
