package import AppLinks
import Bytes
package import Deciding
import JSONDocument
package import LinkLayers
package import Panes
package import Records
import Secrets

extension State {
    /// The web link that F, J and V look up, with its record. It is the web link under the cursor in the tab Decoded. If the cursor
    /// is not on a web link, it is the selected link, its target, or the outermost web link in the selected link.
    var webLink: (RecordID, LinkURL)? {
        guard let record = detail.record else { return nil }
        if detail.tab == .decoded, let url = selectedLine.flatMap(Self.webLink(in:)) { return (record, url) }
        switch detail.content {
        case .link(let inspection): return Self.webLink(in: inspection).map { (record, $0) }
        case .event(let event, _, _): return event.url.flatMap(Self.webLink(text:)).map { (record, $0) }
        case .object, nil: return nil
        }
    }

    /// Returns which app received a link, or why none did, and where the user opened it since.
    package func reception(of row: LinkRow, _ url: LinkURL?, name: FrontName) -> Reception {
        let opening = journey.ways[row.record]?.legs.last { $0.way == .opened }
        return device.reception(of: row, url, opening: opening, clock: { display.clock($0) }, name: name)
    }

    /// Whether the link in the detail pane is truncated.
    var isCutLink: Bool { detail.inspection?.findings.contains { $0.code == .cut } ?? false }

    /// Whether a repair exists for the link in the detail pane, and is not shown yet.
    var canRepair: Bool { detail.inspection?.hasRepairs == true && !isShowingRepair }

    /// The selected link, the link of the selected event, or the link of the page in the tab Page; nil until it has been read.
    var linkToOpen: (RecordID, LinkURL)? {
        guard let record = detail.record else { return nil }
        if panes.focus == .detail, detail.tab == .page, let subject = lookupSubject, lookups.page(of: subject.1) != nil { return subject }
        switch detail.content {
        case .event(let event, _, _): return event.url.flatMap { LinkURL($0) }.map { (record, $0) }
        case .link(let inspection): return inspection.link.map { (record, $0.inputURL) }
        case .object, nil: return nil
        }
    }

    private static func webLink(in inspection: LinkInspection) -> LinkURL? {
        guard let link = inspection.link else { return nil }
        for url in [link.inputURL, link.targetURL] where canBeLookedUp(url) { return url }
        return inspection.layers.lazy.prefix(mostLayers).compactMap { webLink(text: $0.text.bytes) }.first
    }

    private static func webLink(in line: DetailLine) -> LinkURL? {
        if case .text(let text)? = line.source { webLink(text: text.text) } else { nil }
    }

    private static func webLink(text: String) -> LinkURL? {
        text.utf8.count <= longest && text.prefix(4).lowercased() == "http" ? LinkURL(text).flatMap { canBeLookedUp($0) ? $0 : nil } : nil
    }

    private static func webLink(text: [UInt8]) -> LinkURL? {
        guard text.count <= longest, text.starts(with: "http".utf8) else { return nil }
        return webLink(text: String(decoding: text, as: UTF8.self))
    }

    private static func canBeLookedUp(_ url: LinkURL) -> Bool { url.isWeb && url.host?.isEmpty == false }

    /// The limits of the search for a web link. There are limits because the search runs for each frame.
    private static let mostLayers = 50
    private static let longest = 1 << 14

    // The same link, arriving again.

    /// The longest time between two arrivals that are probably one tap, in milliseconds.
    private static let oneTap: Int64 = 2_000

    /// Returns a text about the same link that arrived before a link; nil if there was none.
    func repeats(of record: RecordID) -> String? {
        guard let repetition = Repetition(of: record, lists, memory) else { return nil }
        guard let time = repetition.later, let delay = repetition.delay else { return "same as #\(repetition.number)" }
        let later = "same as #\(repetition.number), \(delay)"
        return time <= Self.oneTap
            ? "\(later): probably one tap that was handled twice, so count it once"
            : "\(later): opened again, or replayed; an app that counts both counts one user twice"
    }

    /// The same link that arrived before the link of the pane, if its time has to be read.
    var repeatToRead: RecordID? {
        guard case .link(let id)? = detail.subject, let earlier = lists.repeats.earlier(than: id), memory.row(earlier) == nil else {
            return nil
        }
        return edges.recordsBeingParsed.contains(earlier) ? nil : earlier
    }

    package func wayBack(from link: RecordID, _ inspection: LinkInspection?) -> RefererReturn? {
        if let way = journey.ways[link], let arrival = way.departure?.arrival {
            guard case .app(let app) = arrival.receiver, let referer = way.referer else { return nil }
            return RefererReturn(link: link, app: app, referer: referer)
        }
        guard let row = lists.row(of: link), row.flags.contains(.wasReceived), let app = device.appNames.id(of: row.app),
            let referer = inspection?.link?.referer
        else { return nil }
        return RefererReturn(link: link, app: app, referer: referer)
    }

    /// The last use of the banner in view; nil if the user has not used it yet.
    var bannerUse: BannerUse? {
        guard let past = timeline.past else { return detail.record.flatMap { journey.ways[$0]?.bannerUse } }
        return past.cause == .returned ? past.way?.bannerUse : nil
    }

    // The trail of one link. It follows from the link, its receiver and what the user did with it, so links that arrive meanwhile do not
    // change it.

    /// Returns the trail of a link as it is now, or as it was at the step of the journey that the user looks at.
    ///
    /// - Parameter label: Nil for the names of the screen.
    package func trail(of link: RecordID, _ label: FrontName? = nil) -> Trail {
        guard let row = lists.row(of: link), !arrivedLater(link) else { return Trail() }
        let receiver = row.flags.contains(.wasReceived) ? device.appNames.id(of: row.app).map { SimulatedDevice.Front.app($0) } : nil
        let legs = (shownWay(of: link)?.legs ?? []).map { leg in
            var leg = leg
            (leg.from, leg.to) = (current(leg.from), current(leg.to))
            return leg
        }
        return Trail(sender: sender(of: link, label ?? device.label), receiver: receiver.map(current), legs: legs)
    }

    /// Returns what the user has done with a link by now, or had done by the step of the journey that the user looks at.
    func shownWay(of link: RecordID) -> LinkOpenings? { timeline.way(of: link, now: journey.ways[link]) }

    /// Returns whether a link arrived after the step of the journey that the user looks at.
    func arrivedLater(_ link: RecordID) -> Bool {
        guard let past = timeline.past, let number = lists.number(of: link) else { return false }
        return number > past.linkCount
    }

    /// Returns the referer of a link; nil if the link does not name it.
    package func sender(of link: RecordID, _ label: FrontName) -> Referer? {
        let story = memory.row(link)?.text?.story ?? (detail.record == link ? detail.reading?.link : nil).map { LinkSummary($0) }
        return story.flatMap { $0.sender(on: device.onArrival(of: link), label) }
    }

    /// Returns the app that has replaced an app since, or `front` itself if none has.
    private func current(_ front: SimulatedDevice.Front) -> SimulatedDevice.Front {
        guard case .app(let id) = front else { return front }
        return .app(device.simulated.app(id)?.id ?? id)
    }
}
