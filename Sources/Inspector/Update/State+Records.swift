import AppLinks
import LinkLayers
import Records

extension State {
    /// Whether arriving records wait: while the user holds the device, and while a window shows what an act will do.
    var isHolding: Bool {
        switch overlay {
        case .returning, .opening: true
        default: hold.isOn
        }
    }

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
        if hold.isOn, batch.source.isUser, !batch.links.isEmpty {
            notice = Notice(.plain, "Paused: the link was recorded and waits until you press Space again.")
        }
        return []
    }

    /// Receives the records that waited.
    mutating func receiveWaiting() -> [Effect] { hold.release().flatMap { receive($0) } }

    /// Receives records that arrived. A link goes to the app that claims it, and an event goes to the stream.
    ///
    /// The links of a batch are received one by one, in order, although the screen is drawn only after the last link. So banners, the trail
    /// and the events are the same as if each link had arrived separately.
    private mutating func receive(_ batch: RecordBatch) -> [Effect] {
        for read in batch.read { memory.keep(read) }
        var posted: [MeasurementEvent] = []
        let linksBefore = lists.links.count
        var arrivals = batch.links.makeIterator()
        var index = batch.first.index
        let firstStep = batch.links.count - Timeline.mostSteps(ofBatch: batch.links.count, apps: device.simulated.apps.count)
        var linkIndex = 0
        for kind in batch.kinds {
            let id = RecordID(index: index)
            switch kind {
            case .link:
                guard let arrival = arrivals.next() else { break }
                receive(arrival, id, isStep: linkIndex >= firstStep, posting: &posted)
                linkIndex += 1
            case .event: lists.append(EventRow(kind: .received, app: AppNames.none, index: index))
            case .other: lists.append(LinkRow(record: id, app: AppNames.none, flags: .hasError))
            }
            index &+= 1
        }
        lists.finishAppending(records: batch.count)
        let hasLinks = lists.links.count > linksBefore
        if batch.source != .file, hasLinks, panes.focus == .events, batch.count == 1 { panes.focus = .links }
        if batch.source.isUser, hasLinks, !lists.linkCursor.isFollowing { lists.shownLinks.selectWhenShown(lists.links.count - 1) }
        return posted.isEmpty ? [] : [.post(posted)]
    }

    /// - Parameter isStep: Whether the device is kept as a step of the journey.
    private mutating func receive(
        _ arrival: LinkArrival, _ id: RecordID, isStep: Bool, posting posted: inout [MeasurementEvent]
    ) {
        var row = LinkRow(record: id, app: AppNames.none, flags: [])
        switch arrival.severity {
        case .error: row.flags.insert(.hasError)
        case .warning: row.flags.insert(.hasWarning)
        case .note, nil: break
        }
        if lists.isRepeat(arrival.contentHash, of: id) { row.flags.insert(.isRepeat) }
        // A copy of the device that is kept makes the next change of its apps more expensive.
        let before = isStep && timeline.isAtStart ? device.simulated : nil
        var received: Arrival?
        switch arrival.destination {
        case .nowhere: break
        // The link has no effect until the user opens it.
        case .webPage: row.flags.insert(.isWebPage)
        case .app(let link): received = device.receive(link)
        }
        if let received { note(received, in: &row, posting: &posted) }
        lists.append(row)
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
            lists.append(EventRow(kind: event.event.name == .navigateIn ? .navigateIn : .linkParse, app: row.app, index: row.record.index))
            posted.append(event.event)
        }
    }
}
