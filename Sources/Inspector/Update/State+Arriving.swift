import AppLinks
import LinkLayers
import Records

extension State {
    /// Records that arrived: links go to the app that claims them, events to the stream.
    ///
    /// Only the last links of a batch can leave something on the screen, but each of them was received: a closed banner, the trail and the
    /// events are those of all of them, in order.
    mutating func receive(_ batch: RecordBatch, now: Int64) -> [Effect] {
        var posted: [MeasurementEvent] = []
        let previewed = device.frontApp
        var arrivals = batch.links.makeIterator()
        let linksBefore = links.count
        let eventsBefore = events.count
        var index = batch.first.index
        for kind in batch.kinds {
            let id = RecordID(index: index)
            switch kind {
            case .link: if let arrival = arrivals.next() { receive(arrival, id, posting: &posted) }
            case .event: events.append(EventRow(kind: .received, app: Self.noApp, index: index))
            case .other: links.append(LinkRow(record: id, app: Self.noApp, flags: .hasError))
            }
            index &+= 1
        }
        recordCount += batch.count
        linkCursor.append(links.count - linksBefore)
        eventCursor.append(events.count - eventsBefore)
        if batch.source != .file, links.count > linksBefore, focus == .events, batch.count == 1 { focus = .links }
        if case .returning = overlay, device.frontApp != previewed {
            // What was previewed is not what Enter would send now.
            overlay = nil
            notice = Notice(.plain, "Nothing was returned, because a new link changed the app in front. r previews again.")
        }
        return posted.isEmpty ? [] : [.post(posted)]
    }

    private mutating func receive(_ arrival: LinkArrival, _ id: RecordID, posting posted: inout [MeasurementEvent]) {
        var row = LinkRow(record: id, app: Self.noApp, flags: [])
        switch arrival.severity {
        case .error: row.flags.insert(.hasError)
        case .warning: row.flags.insert(.hasWarning)
        case .note, nil: break
        }
        // A web page is no app's: it waits for the app in front to follow it (Enter), and changes nothing by arriving.
        if let url = arrival.url, !url.isWeb {
            let received = device.receive(url, from: arrival.sourceApplication)
            if received.link.isAppLink { row.flags.insert(.isAppLink) }
            if case .app(let app) = received.receiver {
                row.app = appIndex(app)
                lastLinks[app] = id
                row.flags.insert(.wasReceived)
            }
            for event in received.events {
                events.append(EventRow(kind: event.event.name == .navigateIn ? .navigateIn : .linkParse, app: row.app, index: id.index))
                posted.append(event.event)
            }
            if row.flags.contains(.wasReceived) {
                if trail.isEmpty { trail.append(TrailStep(front: received.frontBefore, way: .chosen, link: nil)) }
                if received.frontAfter != received.frontBefore {
                    trail.append(TrailStep(front: received.frontAfter, way: .arrived, link: id))
                }
            }
        } else if arrival.url != nil {
            row.flags.insert(.isWebPage)
        }
        links.append(row)
    }
}
