import AppLinks
import Deciding
import LinkLayers
import Panes
package import Records
import Screen

extension State {
    /// Whether arriving records wait: while the user holds the device, and while a window shows what an act will do.
    var isHolding: Bool { overlay?.holdsArrivals == true || hold.isOn }

    /// The number of records that have arrived, of any kind.
    package var recordCount: Int { lists.recordCount + hold.count }

    /// Receives records that arrived, or lets them wait while the device is held.
    mutating func arrive(_ batch: RecordBatch) -> [Effect] {
        guard isHolding else { return receive(batch) }
        if !hold.hasRoom {
            let ending: [Effect] = hold.isOn ? [.record(.hold(false), at: notices.now)] : []
            hold.isOn = false
            notice = Notice(.bad, "Resumed, because too many links were waiting.")
            return receiveWaiting() + receive(batch) + ending
        }
        for read in batch.read { memory.keep(read) }
        hold.add(batch)
        if hold.isOn, batch.source.isUser, !batch.facts.links.isEmpty {
            notice = Notice(.plain, "Paused: the link was recorded and waits until you \(press: .resume)\(onScreen: " again").")
        }
        return []
    }

    mutating func receiveWaiting() -> [Effect] { hold.release().flatMap { receive($0) } }

    /// Receives records that arrived. A link goes to the app that claims it, and an event goes to the stream.
    ///
    /// The links of a batch are received one by one, in order, although the screen is drawn only after the last link. So banners, the trail
    /// and the events are the same as if each link had arrived separately.
    private mutating func receive(_ batch: RecordBatch) -> [Effect] {
        for read in batch.read { memory.keep(read) }
        var posted: [MeasurementEvent] = []
        let linksBefore = lists.links.count
        var arrivals = batch.facts.links.makeIterator()
        var index = batch.first.index
        let firstStep = batch.facts.links.count - Timeline.mostSteps(ofBatch: batch.facts.links.count, apps: device.simulated.apps.count)
        var linkIndex = 0
        for kind in batch.facts.kinds {
            let id = RecordID(index: index)
            switch kind {
            case .link:
                guard let arrival = arrivals.next() else { break }
                receive(arrival, id, isStep: linkIndex >= firstStep, posting: &posted)
                linkIndex += 1
            case .event: lists.append(.received, app: AppNames.none, index: index)
            case .other: lists.append(LinkRow(record: id, app: AppNames.none, flags: .hasError), contentHash: 0)
            }
            index &+= 1
        }
        for (place, link) in batch.facts.mentions {
            lists.note(link, of: RecordID(index: batch.first.index + UInt32(clamping: place)))
        }
        lists.finishAppending(records: batch.count)
        let hasLinks = lists.links.count > linksBefore
        if batch.source != .file, hasLinks, panes.focus == .events, batch.count == 1 { panes.focus = .links }
        if batch.source.isUser, hasLinks {
            if !lists.linkCursor.isFollowing { lists.shownLinks.selectWhenShown(lists.links.count - 1) }
            // A tab such as Page has nothing to show of a new link.
            detail.choose(.decoded)
        }
        if batch.source.isUser, !hasLinks, let link = lists.linkOfEvents, lists.events(of: link).last != lists.events.count - 1 {
            notice = Notice(.plain, "The event is about none of the links.\(onScreen: " \(.allEvents) shows the events of all links.")")
        }
        return posted.isEmpty ? [] : [.post(posted)]
    }

    /// - Parameter isStep: Whether the device is kept as a step of the journey.
    private mutating func receive(
        _ arrival: LinkArrival, _ id: RecordID, isStep: Bool, posting posted: inout [MeasurementEvent]
    ) {
        var row = LinkRow(record: id, app: AppNames.none, flags: [])
        if arrival.severity == .error { row.flags.insert(.hasError) }
        if arrival.severity == .warning { row.flags.insert(.hasWarning) }
        // A copy of the device that is kept makes the next change of its apps more expensive.
        let before = isStep && timeline.isAtStart ? device.simulated : nil
        var received: Arrival?
        if let link = arrival.link {
            received = device.receive(link)
            if received == nil { row.flags.insert(.isWebPage) }
        }
        if let received { note(received, in: &row, posting: &posted) }
        lists.append(row, contentHash: arrival.contentHash, names: arrival.names)
        guard let received, row.flags.contains(.wasReceived) else { return }
        if isStep {
            addStep(.arrived, from: received.frontBefore, after: before ?? device.simulated, link: id, now: notices.now)
        } else {
            timeline.skip()
        }
    }

    /// Notes what a link did on the device in its row, in the journey and in the events.
    private mutating func note(_ received: Arrival, in row: inout LinkRow, posting posted: inout [MeasurementEvent]) {
        if received.link.isAppLink { row.flags.insert(.isAppLink) }
        switch received.receiver {
        case .app(let app):
            row.app = device.appIndex(app)
            row.flags.insert(.wasReceived)
            journey.arrive(link: row.record, from: received.frontBefore, to: received.frontAfter)
        case .notInstalled(let app):
            row.app = device.appIndex(app)
            row.flags.insert(.wasMissed)
        case .browser, .nobody: break
        }
        for event in received.events {
            lists.append(event.event.name == .navigateIn ? .navigateIn : .linkParse, app: row.app, index: row.record.index)
            posted.append(event.event)
        }
    }

    // Records are read by the code outside `State`, which is asked in two ways. `needed` tells which records the next frame shows. The
    // effect `.parse` requests the content of a long record. Until the content arrives, only the beginning of the record is shown.

    /// The records that the next frame shows and that have not been read yet, without those that are being parsed.
    package var needed: Set<RecordID> {
        var needed: Set<RecordID> = []
        if detail.isLoading, let record = detail.record { needed.insert(record) }
        if detail.tab == .events, let record = detail.record, lacks(record, \.events) { needed.insert(record) }
        let layout = layout
        if let earlier = repeatToRead { needed.insert(earlier) }
        if let other = comparedLinkToRead { needed.insert(other) }
        let lists = shownLists
        for place in lists.eventCursor.visible(height: layout.rows(of: .events).rows) {
            guard let index = lists.shownEvents.index(at: place), let id = lists.record(ofEvent: index) else { continue }
            if lacks(id, \.events) { needed.insert(id) }
        }
        for place in lists.linkCursor.visible(height: layout.rows(of: .links).rows) {
            guard let index = lists.shownLinks.index(at: place) else { continue }
            let id = lists.links[index].record
            if memory.row(id) == nil || lacks(id, \.link) { needed.insert(id) }
        }
        return needed
    }

    /// Returns whether a part of a record's row has to be read.
    private func lacks<Part>(_ id: RecordID, _ part: KeyPath<RecordRow.Text, Part?>) -> Bool {
        guard !edges.recordsBeingParsed.contains(id) else { return false }
        return switch memory.row(id) {
        case .unreadable?: false
        case .text(let text)?: text[keyPath: part] == nil
        case nil: true
        }
    }

    /// Whether the filter is looking for rows, or the links are being sorted.
    package var isSearching: Bool { filtering.isRunning || sorting.isRunning }

    /// Whether a source is still being read. This excludes a file that is only followed.
    package var isReadingSource: Bool { edges.sources.states.contains { if case .reading = $0 { true } else { false } } }

    /// Whether work is running that ends without the user: a lookup, the writing of a file, or the reading of a source or a record.
    package var isBusy: Bool {
        lookups.running != nil || edges.export != nil || detail.isWaiting || isReadingSource || !needed.isEmpty
            || !edges.recordsBeingParsed.isEmpty
    }

    /// Receives records that were read because they were needed, at once or in the background.
    mutating func receive(_ loaded: [LoadedRecord]) -> [Effect] {
        var effects: [Effect] = []
        for loaded in loaded {
            switch loaded {
            case .read(let read):
                memory.remember(read, height: display.size.rows)
                edges.recordsBeingParsed.remove(read.record.id)
                if case .event = read.content, let mention = LinkMention(read.record.bytes[...]) {
                    lists.note(mention, of: read.record.id)
                }
                detail.note(.read(read), of: read.record.id)
            case .long(let record):
                memory.remember(.text(RecordRow.Text(unparsed: record)), of: record.id, height: display.size.rows)
                // The row of a plain link needs only the beginning of its record, which has just been remembered.
                guard detail.record == record.id || needed.contains(record.id) else { continue }
                detail.note(.reading(bytes: record.bytes.count), of: record.id)
                edges.recordsBeingParsed.insert(record.id)
                effects.append(.parse(record))
            case .givenUp(let id):
                // If the record is still in view, it is needed again.
                edges.recordsBeingParsed.remove(id)
                detail.note(.loading, of: id)
            case .unreadable(let id, let reason):
                memory.remember(.unreadable, of: id, height: display.size.rows)
                detail.note(.unreadable(reason: reason), of: id)
            }
        }
        return effects
    }
}
