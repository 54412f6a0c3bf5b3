package import AppLinks
import JSONDocument
package import LinkLayers

/// Records that arrived together, with the facts that a list needs. Only a small batch has the content of its records.
package struct RecordBatch: Sendable {
    /// The ID of the first record. The IDs of the other records follow without a gap.
    package var first: RecordID
    /// The kind of each record.
    package var kinds: [RecordKind]
    /// One summary for each record of the kind `.link`, in the order of the records.
    package var links: [LinkArrival]
    /// The links that its events mean.
    package var events: EventArrivals
    package var source: RecordSource
    /// The records of a small batch, which are probably the next ones to be shown. Empty for a large batch.
    package var read: [ReadRecord]

    /// Whether the records arrived in an earlier part of the session, and are only read again.
    package var isReopened: Bool

    package init(
        first: RecordID, kinds: [RecordKind], links: [LinkArrival], events: EventArrivals = EventArrivals(), source: RecordSource,
        read: [ReadRecord] = [], isReopened: Bool = false
    ) {
        self.first = first
        self.kinds = kinds
        self.links = links
        self.events = events
        self.source = source
        self.read = read
        self.isReopened = isReopened
    }

    package var count: Int { kinds.count }
}

extension RecordBatch {
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
        events.append(next.events, after: kinds.count)
        kinds += next.kinds
        links += next.links
        return true
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

/// What the events of a batch tell about their links, each with the index of its record. Only the first events of a source are read, because
/// reading a million of them takes long. The others are read when they come into view.
package struct EventArrivals: Sendable {
    package private(set) var mentions: [(index: Int, link: LinkMention)] = []

    /// The bytes of a source whose events are read.
    private static let mostBytes = 1 << 19

    package init() {}

    /// Reads a record, unless it is not an event.
    ///
    /// - Parameter offset: The bytes of the source before the record.
    package mutating func read(_ record: ArraySlice<UInt8>, _ kind: RecordKind?, at index: Int, offset: Int) {
        guard kind == .event, offset + record.count <= Self.mostBytes, let event = Event(JSONDocument(Array(record))) else { return }
        mentions.append((index, LinkMention(event)))
    }

    /// Appends the events of the next batch.
    package mutating func append(_ next: EventArrivals, after count: Int) {
        mentions += next.mentions.map { (count + $0.index, $0.link) }
    }
}
