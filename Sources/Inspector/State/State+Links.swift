import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Records

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
    ///
    /// - Parameter name: Returns the name of an app.
    func reception(of row: LinkRow, _ url: LinkURL?, name: (SimulatedDevice.Front) -> String) -> Reception {
        device.reception(of: row, url, opening: journey.ways[row.record]?.lastOpening, clock: { display.clock($0) }, name: name)
    }

    /// Whether the link in the detail pane is truncated.
    var isCutLink: Bool { detail.inspection?.findings.contains { $0.code == .cut } ?? false }

    /// Whether a repair exists for the link in the detail pane.
    var canRepair: Bool { detail.inspection?.hasRepairs ?? false }

    /// The selected link, or the link that the selected event is about; nil until the detail pane has read it. In the tab Page, it is the
    /// link of the page.
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
        switch line.source {
        case .text(let text): webLink(text: text)
        case .node(let node): node.stringValue.flatMap(webLink(text:))
        case nil: nil
        }
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
}
