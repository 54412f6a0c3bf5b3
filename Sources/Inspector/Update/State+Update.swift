import Records
import Screen

extension State {
    /// Takes in what happened and answers what is to be done about it.
    ///
    /// - Parameter now: milliseconds since 1970, the time of events that this causes.
    package mutating func update(_ message: Message, now: Int64) -> [Effect] {
        var effects: [Effect] = []
        switch message {
        case .resized(let size):
            self.size = size
        case .key(let key): effects = press(key, now: now)
        case .arrived(let batch):
            effects = receive(batch, now: now)
            // Where a page's link would open may be another app now.
            lookupRows = nil
        case .loaded(let id, let record, let reason): effects = show(id, record, reason: reason)
        case .pasteRead(let text): effects = deliverRead(text)
        case .recordRead(let record, let content): show(record, content)
        case .resolved(let opening, let outcome): effects = resolved(opening, outcome, now: now)
        case .lookup(let lookup, let news): record(news, of: lookup, now: now)
        case .replayed(let act, let then):
            effects = perform(act, now: then)
            notice = nil
        case .source(let name, let state): sources[name] = state
        case .journal(let state): journal = state
        case .notice(let notice): self.notice = notice
        case .qrCode(let code): show(code)
        case .address(let address): self.address = address
        }
        settle()
        effects += loadWhatIsSelected()
        return effects
    }

    /// Brings every list's view to its selection, for the room it has now.
    private mutating func settle() {
        let layout = layout
        if let shown, shown.columns != layout.rows(of: .detail).columns { refreshDetail() }
        linkCursor.settle(height: layout.rows(of: .links).rows)
        eventCursor.settle(height: layout.rows(of: .events).rows)
        settlePlace()
        settleLookup()
        settleDetail()
        let journeyRows = journeyLines.count
        if journeyCursor.count != journeyRows { journeyCursor.replace(count: journeyRows) }
        journeyCursor.settle(height: layout.rows(of: .journey).rows)
    }

    private mutating func settleDetail() {
        let height = detailRows.lines.rows
        // No row is passed by that never was in view.
        let last = detailCursor.top + height
        detailCursor.settle(height: height)
        if let shown { detailCursor.reveal(shown.company(of: detailCursor.selected, height: height), height: height, last: last) }
    }

    // MARK: The detail pane follows the selection

    /// What the detail pane should show: the selected event while the events have the focus, else the selected link.
    private var wanted: Shown.Subject? {
        if focus == .events || (isShowingEvent && focus != .links), eventCursor.count > 0 { return .event(eventCursor.selected) }
        if links.indices.contains(linkCursor.selected) { return .link(links[linkCursor.selected].record) }
        return eventCursor.count > 0 ? .event(eventCursor.selected) : nil
    }

    private var isShowingEvent: Bool {
        if case .event = shown?.subject { true } else { false }
    }

    private mutating func loadWhatIsSelected() -> [Effect] {
        guard let wanted else {
            shown = nil
            return []
        }
        guard shown?.subject != wanted else { return [] }
        let record: RecordID? =
            switch wanted {
            case .link(let id): id
            case .event(let index): self.record(ofEvent: index) ?? linkOfPosted(index)
            }
        shown = Shown(subject: wanted, record: record, content: nil, lines: [])
        detailCursor = ListCursor(follows: false)
        middle = .detail
        // An event that the device posted is known without a record.
        refreshDetail()
        return record.map { [.load($0)] } ?? []
    }

    /// The link that an event of the device is about.
    private func linkOfPosted(_ index: Int) -> RecordID? {
        let row = events[index]
        return row.kind == .posted ? posted[Int(row.index)].link : nil
    }

    private mutating func show(_ id: RecordID, _ record: StoredRecord?, reason: String?) -> [Effect] {
        guard shown?.record == id else { return [] }
        if let record {
            if record.bytes.count > Self.mostReadAtOnce, !memory.knows(record) {
                sayInDetail("Reading its \(record.bytes.count) bytes...", .accent)
                return [.readRecord(record)]
            }
            show(record, memory.content(of: record))
        } else {
            shown?.isUnreadable = true
            sayInDetail(reason ?? "This record can no longer be read.", .error)
        }
        return []
    }

    private mutating func show(_ record: StoredRecord, _ content: RecordContent) {
        memory.remember(content, of: record)
        guard shown?.record == record.id else { return }
        shown?.content = content
        shown?.arrivedAt = record.arrivedAt
        refreshDetail()
    }

    private mutating func sayInDetail(_ text: String, _ role: Role) {
        guard detailCursor.count == 0 else { return }
        shown?.lines = [DetailLine("", text, valueRole: role)]
        detailCursor.replace(count: 1)
    }

    /// Makes the rows of the detail pane anew: another subject, another fold, secrets shown or hidden, a device that changed.
    mutating func refreshDetail() {
        guard let shown else { return }
        let wrapping = DetailWrapping(columns: layout.rows(of: .detail).columns, sanitizer: glyphs.sanitizer)
        let whole = detailLines(of: shown)
        let labelColumns = wrapping.labelColumns(of: whole)
        let lines = wrapping.wrapped(whole, labelColumns: labelColumns)
        self.shown?.columns = wrapping.columns
        self.shown?.labelColumns = labelColumns
        self.shown?.lines = lines
        self.shown?.placedRow = nil
        detailCursor.replace(count: lines.count)
        if let stop = self.shown?.stop(from: 0, to: detailCursor.selected, height: .max) { detailCursor.move(to: stop) }
    }
}
