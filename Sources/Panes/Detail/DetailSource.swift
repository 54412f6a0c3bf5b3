import Bytes
package import Deciding
import JSONDocument
import LinkLayers
import Records
import Screen

/// All values from which the rows of the detail pane are made. Equal sources have equal rows, so the source is the key of their cache.
package struct DetailSource: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        case nothing
        case link(LinkSource)
        case event(EventSource)
    }

    /// What the rows tell of a link that its record does not.
    package struct LinkSource: Sendable, Equatable {
        /// The way of the link through the apps.
        var lane: [StyledLine]
        /// Why an app received the link that does not declare its scheme; nil if there is nothing to explain.
        var reception: String?
        /// A text about the link's page, such as when it was fetched; nil if the link is not a web link.
        var page: HintedText?
        /// A text about the same link that arrived before; nil if there was none.
        var repeats: String?
        /// The name of the referer; nil if the link has none.
        var referer: Referer?
        /// The names of the apps of the device, by scheme.
        var apps: [String: String]

        package init(
            lane: [StyledLine], reception: String?, page: HintedText?, repeats: String?, referer: Referer?, apps: [String: String]
        ) {
            (self.lane, self.reception, self.page, self.repeats) = (lane, reception, page, repeats)
            (self.referer, self.apps) = (referer, apps)
        }
    }

    let subject: Subject
    let phase: Detail.Phase
    let folded: Set<String>
    let display: Display
    let columns: Int

    func rows() -> DetailRows {
        if case .event = subject { return display.alignedRows(of: lines, columns: columns) }
        // The labels have the same width for each link, so that no value moves while the user goes through the links. In a tree, the value
        // follows directly after a longer label.
        return display.rows(of: lines, labelColumns: min(18, columns / 3), columns: columns)
    }

    private var mask: SecretMask { display.mask }
    var reading: ReadRecord? { if case .read(let reading) = phase { reading } else { nil } }

    private var lines: [DetailLine] {
        let lines =
            switch subject {
            case .nothing: [DetailLine]()
            case .link(let link): linkLines(link)
            case .event(let event): eventLines(event)
            }
        guard lines.isEmpty, let (text, role) = phase.words else { return lines }
        return [DetailLine("", text, valueRole: role)]
    }

    private func linkLines(_ source: LinkSource) -> [DetailLine] {
        switch reading?.content {
        case nil: return []
        case .link(let inspection):
            return LinkLines(inspection: inspection, source: source, detail: self, mask: mask.parts(of: inspection.bytes)).lines()
        case .event(_, let document, let findings), .object(let document, let findings): return lines(of: document, findings)
        }
    }

    private func eventLines(_ source: EventSource) -> [DetailLine] {
        guard let event = source.event(reading) else { return [] }
        let time = (display.time(of: event).map(display.fullTime) ?? display.clock(of: event)) + (event.app.map { " by \($0)" } ?? "")
        var lines = [
            DetailLine("event", mask.text(event.name), indent: 0, valueRole: .ok, path: "event").copying(mask.searched(event.name)),
            DetailLine(event.app == nil ? "time" : "posted", mask.text(time), indent: 0, valueRole: .accent),
        ]
        if event.isUndone {
            lines.append(DetailLine("undone", "you took back the act that posted it", indent: 0, valueRole: .dim).overflowing(.words))
        }
        if let failure = event.failure {
            lines.append(DetailLine("failed", mask.words(failure), indent: 0, valueRole: .error).overflowing(.words))
        }
        if let link = event.link, let label = source.linkLabel {
            let place = reading?.link.map(LinkSummary.init).map { summary in
                let shown = mask.bytes(summary.link, in: summary.link.indices, hiding: summary.secrets)
                return String(decoding: LinkSummary.place(in: shown), as: UTF8.self)
            }
            lines.append(DetailLine("link", "\(label)  \(place ?? "")", indent: 0, valueRole: .accent).with(\.link, link.record))
        }
        let parts = mask.parts(in: event.contexts)
        if let url = event.url.map({ parts.searched($0) }) {
            lines.append(DetailLine("link", parts.text(url), indent: 0, path: "url").copying(url))
        }
        lines += [.blank, .heading("In the event")]
        if event.arguments.isEmpty { lines.append(DetailLine("", "no arguments", valueRole: .dim)) }
        lines += event.arguments.map {
            let value = event.searched($0)
            return DetailLine(mask.text($0.name), mask.text(value), path: mask.text($0.name)).copying(value)
        }
        if case .event(_, let document, let findings) = reading?.content {
            if let inspection = reading?.link {
                lines += [.blank, .heading("In the link")]
                lines += LinkLines(inspection: inspection, detail: self, mask: mask.parts(of: inspection.bytes)).lines()
            }
            lines += [.blank] + self.lines(of: document, findings)
        }
        return lines
    }

    /// Returns the rows of a record that is a JSON object: its findings and its tree.
    private func lines(of document: JSONDocument, _ findings: [Finding]) -> [DetailLine] {
        let path = "record"
        let isFolded = folded.contains(path)
        var lines: [DetailLine] = []
        if !findings.isEmpty {
            lines = [.heading("Problems (\(findings.count))")] + findings.map { DetailLine($0, mask: mask) } + [.blank]
        }
        lines.append(.heading("The record as received", fold: isFolded ? .closed : .open, path: path))
        guard !isFolded, let root = document.root else { return lines }
        return lines + JSONTreeLines(folded: folded, mask: mask, of: document).lines(below: root, path: path, indent: 1)
    }
}

/// Whether a link started its app or found it running, if the record says so. A device log or an analytics SDK can write this.
enum AppStart: String, Sendable, Equatable {
    case cold, warm, hot

    /// Reads `"start"` or `"launch"` with `cold`, `warm` or `hot`, or `"coldStart"` with `true` or `false`, from a record that is an
    /// object. Returns nil if the record has none of them.
    init?(of record: [UInt8]) {
        guard record.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), let root = JSONDocument(record).root else { return nil }
        let said = ["start", "launch", "start_type", "launch_type"].firstResult { name in
            root[name]?.stringValue.flatMap { AppStart(rawValue: $0.lowercased()) }
        }
        let isCold = ["coldStart", "cold_start", "isColdStart"].firstResult { root[$0]?.boolValue }
        guard let start = said ?? isCold.map({ $0 ? .cold : .warm }) else { return nil }
        self = start
    }

    var words: String {
        switch self {
        case .cold: "cold: the link started its app, which reads it at launch"
        case .warm: "warm: the app was running in the background and got the link in a callback"
        case .hot: "hot: the app was in front and got the link in a callback"
        }
    }
}
