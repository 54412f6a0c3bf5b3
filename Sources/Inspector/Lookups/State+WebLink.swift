import AppLinks
import JSONDocument
import LinkLayers
import Records

extension State {
    /// The web link that F and V are about, and the record it came with: what the cursor is on in the detail pane, else the selected link
    /// itself, its target, or the outermost web link in it.
    var webLink: (RecordID, LinkURL)? {
        guard let shown, let record = shown.record else { return nil }
        if focus == .detail, shown.lines.indices.contains(detailCursor.selected),
            let url = Self.webLink(in: shown.lines[detailCursor.selected])
        {
            return (record, url)
        }
        switch shown.content {
        case .link(let inspection): return Self.webLink(in: inspection).map { (record, $0) }
        case .event(let event, _, _): return event.url.flatMap(Self.webLink(text:)).map { (record, $0) }
        case .object, nil: return nil
        }
    }

    /// Whether the link in the detail pane goes on where nobody has read it.
    var isCutLink: Bool {
        guard case .link(let inspection) = shown?.content else { return false }
        return inspection.findings.contains { $0.code == .cut }
    }

    private static func webLink(in inspection: LinkInspection) -> LinkURL? {
        guard let link = inspection.link else { return nil }
        for url in [link.inputURL, link.targetURL] where isAskable(url) { return url }
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
        text.utf8.count <= longest && text.prefix(4).lowercased() == "http" ? LinkURL(text).flatMap { isAskable($0) ? $0 : nil } : nil
    }

    private static func webLink(text: [UInt8]) -> LinkURL? {
        guard text.count <= longest, text.starts(with: "http".utf8) else { return nil }
        return webLink(text: String(decoding: text, as: UTF8.self))
    }

    private static func isAskable(_ url: LinkURL) -> Bool { url.isWeb && url.host?.isEmpty == false }

    /// So many layers are looked into, and no longer texts: the footer asks with each frame.
    private static let mostLayers = 50
    private static let longest = 1 << 14
}
