package import Deciding
import JSONDocument
import LinkLayers
package import Records
import Screen

/// All values from which the rows of the detail pane are made. Equal sources have equal rows, so the source is the key under which the rows
/// are cached.
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

    /// A row of the event stream.
    package struct EventSource: Sendable, Equatable {
        package var row: EventRow
        package var posted: DeviceEvent?
        /// The app that posted the event.
        var app: String?
        /// The name of this app as the screen shows it.
        var appLabel: String?
        /// The number, in the list of links, of the link that caused the event.
        package var linkNumber: Int?
        /// The record of this link.
        var link: RecordID?

        /// Creates the source of a row of the stream; nil if there is no such row.
        package init?(at index: Int, _ lists: Lists, _ device: Device) {
            guard lists.events.indices.contains(index) else { return nil }
            row = lists.events[index]
            posted = lists.posted(row)
            app = row.app == AppNames.none ? nil : device.appNames[row.app]
            appLabel = row.app == AppNames.none ? nil : device.label(ofApp: row.app)
            link = lists.link(ofEvent: index)?.link
            linkNumber = link.flatMap(lists.number(of:))
        }
    }

    let subject: Subject
    let phase: Detail.Phase
    let folded: Set<String>
    let display: Display
    /// The width of the pane.
    let columns: Int

    func rows() -> DetailRows {
        let wrapping = DetailWrapping(columns: columns, display)
        if case .event = subject { return wrapping.rows(of: lines) }
        return wrapping.decodedRows(of: lines)
    }

    private var mask: SecretMask { display.mask }
    private var reading: ReadRecord? { if case .read(let reading) = phase { reading } else { nil } }

    private var lines: [DetailLine] {
        let lines =
            switch subject {
            case .nothing: [DetailLine]()
            case .link(let link): linkLines(link)
            case .event(let event): eventLines(event)
            }
        return lines.isEmpty ? phaseLines : lines
    }

    private var phaseLines: [DetailLine] {
        switch phase {
        case .reading(let bytes): [DetailLine("", "Reading the record (\(bytes) bytes)...", valueRole: .accent)]
        case .unreadable(let reason): [DetailLine("", reason, valueRole: .error)]
        case .loading, .read: []
        }
    }

    private func linkLines(_ source: LinkSource) -> [DetailLine] {
        switch reading?.content {
        case nil: return []
        case .link(let inspection):
            let start = reading.flatMap { AppStart(of: $0.record.bytes) }
            return LinkLines(
                inspection: inspection, source: source, start: start?.words, arrived: reading.map { display.fullTime($0.record.arrivedAt) },
                folded: folded, mask: mask.parts(of: inspection.bytes), display: display, columns: columns
            ).lines()
        case .event(_, let document, let findings), .object(let document, let findings):
            return DocumentLines(document: document, findings: findings, folded: folded, mask: mask.parts(of: document.source)).lines()
        }
    }

    private func eventLines(_ source: EventSource) -> [DetailLine] {
        guard let event = EventContent(source, reading, display) else { return [] }
        let posted = (event.time.map(display.fullTime) ?? event.clock) + (source.appLabel.map { " by \($0)" } ?? "")
        var lines = [
            DetailLine("event", mask.text(event.name), indent: 0, valueRole: .ok, path: "event").copying(event.name),
            DetailLine(event.app == nil ? "time" : "posted", mask.text(posted), indent: 0, valueRole: .accent),
        ]
        if event.isUndone {
            lines.append(DetailLine("undone", "you took back the act that posted it", indent: 0, valueRole: .dim).overflowing(.words))
        }
        if let failure = event.failure {
            lines.append(DetailLine("failed", mask.words(failure), indent: 0, valueRole: .error).overflowing(.words))
        }
        if let link = source.link, let number = source.linkNumber {
            let place = reading?.link.map { mask.text(String(decoding: LinkSummary.place(in: LinkSummary($0).link), as: UTF8.self)) }
            lines.append(DetailLine("link", "#\(number)  \(place ?? "")", indent: 0, valueRole: .accent).with(\.link, link))
        }
        let parts = mask.parts(in: event.contexts)
        if let url = event.url { lines.append(DetailLine("link", parts.text(url), indent: 0, path: "url").copying(url)) }
        lines += [.blank, .heading("In the event")]
        if event.arguments.isEmpty { lines.append(DetailLine("", "no arguments", valueRole: .dim)) }
        lines += event.arguments.map {
            DetailLine(mask.text($0.name), parts.value($0.value, name: $0.name), path: mask.text($0.name)).copying($0.value)
        }
        if case .event(_, let document, let findings) = reading?.content {
            if let inspection = reading?.link {
                lines += [.blank, .heading("In the link")]
                lines += LinkLines(
                    inspection: inspection, folded: folded, mask: mask.parts(of: inspection.bytes), display: display, columns: columns
                ).lines()
            }
            lines.append(.blank)
            lines += DocumentLines(document: document, findings: findings, folded: folded, mask: mask.parts(of: document.source)).lines()
        }
        return lines
    }
}

extension EventContent {
    /// Creates the event of the detail pane; nil until its record has been read.
    package init?(_ source: DetailSource.EventSource, _ reading: ReadRecord?, _ display: Display) {
        if let posted = source.posted {
            self.init(posted, app: source.app, display)
        } else if let reading {
            self.init(
                source.row, EventText.all(in: reading.content), arrivedAt: reading.record.arrivedAt, app: source.app, display)
        } else {
            return nil
        }
    }
}

/// Whether a link started its app or found it running, if the record says so. A device log or an analytics SDK can write this.
enum AppStart: String, Sendable, Equatable {
    case cold, warm, hot

    /// Reads `"start"` or `"launch"` with `cold`, `warm` or `hot`, or `"coldStart"` with `true` or `false`, from a record that is an
    /// object. Returns nil if the record has none of them.
    init?(of record: [UInt8]) {
        guard record.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), let root = JSONDocument(record).root else { return nil }
        for name in ["start", "launch", "start_type", "launch_type"] {
            if let word = root[name]?.stringValue?.lowercased(), let kind = AppStart(rawValue: word) {
                self = kind
                return
            }
        }
        for name in ["coldStart", "cold_start", "isColdStart"] {
            if let isCold = root[name]?.boolValue {
                self = isCold ? .cold : .warm
                return
            }
        }
        return nil
    }

    var words: String {
        switch self {
        case .cold: "cold: the link started its app, which reads it at launch"
        case .warm: "warm: the app was running in the background and got the link in a callback"
        case .hot: "hot: the app was in front and got the link in a callback"
        }
    }
}
