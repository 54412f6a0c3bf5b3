package import AppLinks
package import JSONDocument
package import LinkLayers

/// The content of a record: a link, an event, or JSON that is neither.
package enum RecordContent: Sendable {
    case link(LinkInspection)
    case event(Event, JSONDocument, [Finding])
    case object(JSONDocument, [Finding])

    /// Parses the bytes of one record. An object with an event name is an event. Any other object is a link if the value of `url`, or else
    /// of `link`, is a string that is not empty. Anything that is not an object is a link, even if it is malformed.
    ///
    /// `entry` tells how a link arrived. The source application is the one named in the record, or else the one in `entry`.
    package init(_ bytes: [UInt8], isCut: Bool = false, entry: IncomingLink.Entry = .inbound(sourceApplication: nil)) {
        if RecordKind.isObject(bytes.span) {
            self.init(object: bytes, isCut: isCut, entry: entry)
        } else {
            self = .link(LinkInspection(bytes, entry: entry, isCut: isCut))
        }
    }

    /// The keys of an object's link. The first whose value is a string that is not empty counts.
    private static let linkKeys = ["url", "link"]

    private init(object bytes: [UInt8], isCut: Bool, entry: IncomingLink.Entry) {
        let document = JSONDocument(bytes)
        var findings = Finding.errors(of: document).prefix(3).map {
            Finding(.payloadNotJSON, "Not valid JSON: \($0.words)", range: $0.place)
        }
        if isCut { findings.append(Finding(.cut, "The record is longer than 1 MiB: only the beginning is shown.")) }
        guard let root = document.root, root.kind == .object else {
            self = .object(document, findings)
            return
        }
        if let event = Event(document) {
            if event.name.isEmpty {
                findings.append(Finding(.eventWithoutName, "The event has an empty name: analytics cannot attribute it."))
            }
            self = .event(event, document, findings)
        } else if let url = root.firstText(of: Self.linkKeys)?.text {
            let source = (root["sourceApplication"] ?? root["source_application"])?.stringValue
            var entry = entry
            if let source, case .inbound = entry { entry = .inbound(sourceApplication: source) }
            self = .link(LinkInspection(Array(url.utf8), sourceApplication: source, entry: entry, isCut: isCut))
        } else {
            findings.append(Finding(.objectWithoutLink, Self.lack(of: root)))
            self = .object(document, findings)
        }
    }

    /// Says why an object is neither a link nor an event.
    private static func lack(of root: JSONDocument.Node) -> String {
        for key in linkKeys {
            guard let kind = root[key]?.kind else { continue }
            if kind == .string { return "\"\(key)\" is empty: there is nothing to open." }
            return "\"\(key)\" is \(kind.withArticle), but must be a string: there is nothing to open."
        }
        if ["applinks", "webcredentials", "appclips"].contains(where: { root[$0] != nil }) {
            return "The object is an association file. To check it, save it, and run linkscope lint or linkscope match --aasa FILE LINK."
        }
        return "The object has no link (\"url\" or \"link\") and no event name (\"event\" or \"event_name\"): there is nothing to open."
    }

    package var findings: [Finding] {
        switch self {
        case .link(let inspection): inspection.findings
        case .event(_, _, let findings), .object(_, let findings): findings
        }
    }
}

/// A record together with its content, so that the record does not have to be read again.
///
/// Instances are compared by identity, because comparing contents could take long.
package final class ReadRecord: Sendable, Equatable {
    package let record: StoredRecord
    package let content: RecordContent
    /// The link in the record, or the link that its event is about; nil if the record has no link.
    package let link: LinkInspection?

    package init(_ record: StoredRecord, _ content: RecordContent) {
        self.record = record
        self.content = content
        link =
            switch content {
            case .link(let inspection): inspection
            case .event(let event, _, _): event.url.map { LinkInspection(Array($0.utf8)) }
            case .object: nil
            }
    }

    package static func == (left: ReadRecord, right: ReadRecord) -> Bool { left === right }
}

/// Reads records: makes their content from their bytes.
///
/// A record is read once, where it enters the program or where it comes back from a file. What was read is passed on. All places that read
/// records share one reader, so a test that passes in a reader sees every reading.
package struct RecordReader: Sendable {
    private let content: @Sendable (_ bytes: [UInt8], _ isCut: Bool) -> RecordContent

    package init(content: @escaping @Sendable (_ bytes: [UInt8], _ isCut: Bool) -> RecordContent = { RecordContent($0, isCut: $1) }) {
        self.content = content
    }

    package func content(of bytes: [UInt8], isCut: Bool = false) -> RecordContent { content(bytes, isCut) }

    package func read(_ record: StoredRecord) -> ReadRecord { ReadRecord(record, content(record.bytes, record.isCut)) }
}
