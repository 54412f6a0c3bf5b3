import AppLinks
import LinkLayers
import Records

extension State {
    /// Receives records that arrived. A link goes to the app that claims it, and an event goes to the stream.
    ///
    /// The links of a batch are received one by one, in order, although the screen is drawn only after the last link. So banners, the trail
    /// and the events are the same as if each link had arrived separately.
    mutating func receive(_ batch: RecordBatch) -> [Effect] {
        for read in batch.read { memory.keep(read) }
        var posted: [MeasurementEvent] = []
        let previewed = device.simulated.frontApp
        let linksBefore = lists.links.count
        var arrivals = batch.links.makeIterator()
        var index = batch.first.index
        for kind in batch.kinds {
            let id = RecordID(index: index)
            switch kind {
            case .link: if let arrival = arrivals.next() { receive(arrival, id, posting: &posted) }
            case .event: lists.append(EventRow(kind: .received, app: AppNames.none, index: index))
            case .other: lists.append(LinkRow(record: id, app: AppNames.none, flags: .hasError))
            }
            index &+= 1
        }
        lists.finishAppending(records: batch.count)
        let hasLinks = lists.links.count > linksBefore
        if batch.source != .file, hasLinks, panes.focus == .events, batch.count == 1 { panes.focus = .links }
        if overlay == .returning, device.simulated.frontApp != previewed {
            // Enter would now send a different link than the preview showed.
            overlay = nil
            notice = Notice(.plain, "The return was not sent, because a new link changed the app in front. Press r again.")
        }
        return posted.isEmpty ? [] : [.post(posted)]
    }

    private mutating func receive(_ arrival: LinkArrival, _ id: RecordID, posting posted: inout [MeasurementEvent]) {
        var row = LinkRow(record: id, app: AppNames.none, flags: [])
        switch arrival.severity {
        case .error: row.flags.insert(.hasError)
        case .warning: row.flags.insert(.hasWarning)
        case .note, nil: break
        }
        switch arrival.destination {
        case .nowhere: break
        // The link has no effect until the app in front opens it (Enter).
        case .webPage: row.flags.insert(.isWebPage)
        case .app(let link):
            let received = device.simulated.receive(link)
            if received.link.isAppLink { row.flags.insert(.isAppLink) }
            if case .app(let app) = received.receiver {
                row.app = device.appIndex(app)
                row.flags.insert(.wasReceived)
                journey.arrive(in: app, link: id, from: received.frontBefore, to: received.frontAfter)
            }
            for event in received.events {
                lists.append(EventRow(kind: event.event.name == .navigateIn ? .navigateIn : .linkParse, app: row.app, index: id.index))
                posted.append(event.event)
            }
        }
        lists.append(row)
    }
}
