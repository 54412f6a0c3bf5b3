import AppLinks
import LinkLayers
import Records
import Secrets

extension InspectionReport {
    /// Returns one line without a line end: the time, the kind, the link or event, the destination, the events, and the worst finding.
    ///
    ///    2026-03-01T12:00:00.000Z  link   shop://item/7  → https://www.example.com/item/7  al_link_parse, al_nav_in
    package func line(arrivedAt: Int64? = nil, note: String? = nil) -> String {
        var output: [UInt8] = []
        appendLine(to: &output, arrivedAt: arrivedAt, note: note)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the line that `line(arrivedAt:note:)` returns. The time is in milliseconds since 1970. The note is untrusted text, such as
    /// the app that received the link.
    package func appendLine(to output: inout [UInt8], arrivedAt: Int64? = nil, note: String? = nil) {
        if let arrivedAt {
            output += Timestamp.text(arrivedAt)
            output += "  ".utf8
        }
        let shown: (String) -> String = { showsSecrets ? $0 : Secrets.masked($0) }
        switch content {
        case .link(let inspection):
            output += "link   ".utf8
            PlainText.append(showsSecrets ? inspection.bytes : Secrets.masked(inspection.bytes), to: &output, limit: Self.longestPart)
            if let link = inspection.link, link.targetURL != link.inputURL {
                output += "  → ".utf8
                PlainText.append(shown(link.targetURL.absoluteString), to: &output, limit: Self.longestPart)
            }
            let events = inspection.link?.events.map(\.name.rawValue) ?? []
            if !events.isEmpty { output += "  \(events.joined(separator: ", "))".utf8 }
        case .event(let event, _, _):
            output += "event  ".utf8
            PlainText.append(shown(event.name), to: &output, limit: Self.longestPart)
            if let url = event.url {
                output += "  ".utf8
                PlainText.append(shown(url), to: &output, limit: Self.longestPart)
            }
        case .object:
            output += "other  ".utf8
            PlainText.append(showsSecrets ? source : Secrets.masked(source), to: &output, limit: Self.longestPart)
        }
        if let note {
            output += "  ".utf8
            PlainText.append(shown(note), to: &output, limit: Self.longestPart)
        }
        guard let worst = content.findings.max(by: { $0.severity < $1.severity }), worst.severity > .note else { return }
        output += "  \(worst.severity.rawValue): \(worst.code.rawValue)".utf8
    }

    private static let longestPart = 200
}
