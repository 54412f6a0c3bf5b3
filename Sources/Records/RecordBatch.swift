package import AppLinks
package import LinkLayers

/// Records that arrived together, with the facts that a list needs. Only a small batch has the content of its records.
package struct RecordBatch: Sendable {
    /// The ID of the first record. The IDs of the other records follow without a gap.
    package var first: RecordID
    package var facts: RecordFacts
    package var source: RecordSource
    /// The records of a small batch, which are probably the next ones to be shown. Empty for a large batch.
    package var read: [ReadRecord]

    /// Whether the records arrived in an earlier part of the session, and are only read again.
    package var isReopened: Bool

    package init(first: RecordID, _ facts: RecordFacts, source: RecordSource, read: [ReadRecord] = [], isReopened: Bool = false) {
        self.first = first
        self.facts = facts
        self.source = source
        self.read = read
        self.isReopened = isReopened
    }

    package var count: Int { facts.kinds.count }

    /// The most records whose content a batch keeps when it grows. More rows than these are not shown at once.
    private static let mostRead = 64

    /// Adds the records of the next batch. Returns false and changes nothing if it does not continue this batch, or if the result would have
    /// more than `most` records.
    package mutating func join(_ next: RecordBatch, atMost most: Int) -> Bool {
        guard next.source == source, next.isReopened == isReopened, UInt64(first.index) + UInt64(count) == UInt64(next.first.index),
            count + next.count <= most
        else { return false }
        // Either the content of all records is kept or of none.
        let keepsContent = read.count == count && next.read.count == next.count && count + next.count <= Self.mostRead
        if keepsContent { read += next.read } else { read = [] }
        facts += next.facts
        return true
    }
}

/// The facts of records that arrived together, in their order.
package struct RecordFacts: Sendable {
    package private(set) var kinds: [RecordKind] = []
    /// One summary for each record of the kind `.link`.
    package private(set) var links: [LinkArrival] = []
    /// What events tell about their links, each with the index of its record. Only the first events of a source are read, because reading a
    /// million of them takes long. The others are read when they come into view.
    package private(set) var mentions: [(index: Int, link: LinkMention)] = []

    /// The bytes of a source whose events are read.
    private static let mostEventBytes = 1 << 15

    package init(kinds: [RecordKind] = [], links: [LinkArrival] = []) {
        self.kinds = kinds
        self.links = links
    }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - link: The content of a record of the kind `.link`.
    ///   - offset: The bytes of the source before the record.
    package mutating func add(_ record: ArraySlice<UInt8>, _ kind: RecordKind, link: RecordContent?, offset: Int) {
        if let link { links.append(LinkArrival(link)) }
        if kind == .event, offset + record.count <= Self.mostEventBytes, let mention = LinkMention(record) {
            mentions.append((kinds.count, mention))
        }
        kinds.append(kind)
    }

    package static func += (facts: inout RecordFacts, next: RecordFacts) {
        let count = facts.kinds.count
        facts.mentions += next.mentions.map { (count + $0.index, $0.link) }
        facts.kinds += next.kinds
        facts.links += next.links
    }
}

/// A summary of an arriving link, created outside the main actor: what the device needs to receive it, and the severity of its findings.
package struct LinkArrival: Sendable {
    /// The link for the device, which decides who gets it. Nil if the text is not a URL, or if the record has no link.
    package let link: IncomingLink?
    package let severity: Finding.Severity?
    /// A hash of the bytes of the link, which tells links apart without keeping them. It is zero for a record without a link.
    package let contentHash: UInt64
    /// The other names by which an event can mean the link.
    package let names: [UInt64]

    package init(_ content: RecordContent) {
        guard case .link(let inspection) = content else {
            (link, severity, contentHash, names) = (nil, .error, 0, [])
            return
        }
        link = inspection.link
        severity = inspection.severity
        contentHash = ContentHash.of(inspection.bytes.span)
        names = inspection.link.map(LinkName.all) ?? []
    }
}
