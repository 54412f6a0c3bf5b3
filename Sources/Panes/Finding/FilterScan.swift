import AppLinks
import Bytes
import JSONDocument
package import Records

/// A search for the rows that fit a filter, from given rows to the ends of the lists. It runs away from the main actor, part by part. Parts
/// can be searched at the same time, and their results are reported in order.
package struct FilterScan: Sendable {
    /// Rows that are searched together, and whether they are the last ones of the lists.
    package typealias Part = (links: Range<Int>, events: Range<Int>, isLast: Bool)

    package struct Found: Sendable {
        package var number: Int
        package var links: [Int] = []
        package var events: [Int] = []
        /// The number of rows of each list that were searched so far.
        package var linksSearched: Int
        package var eventsSearched: Int
        /// Whether the search has reached the ends of the lists.
        package var isLast = false
    }

    /// The number of the filter. The results of earlier filters are ignored.
    package let number: Int
    package let parts: [Part]
    private let filter: Filter
    private let lists: Lists
    private let appNames: AppNames
    /// The names of the events that opening a link caused, by the link's record.
    private let departures: [RecordID: [String]]
    private let journey: Journey

    init(number: Int, filter: Filter, lists: Lists, appNames: AppNames, journey: Journey, firstLink: Int, firstEvent: Int) {
        self.number = number
        self.filter = filter
        self.lists = lists
        self.appNames = appNames
        self.journey = journey
        var departures: [RecordID: [String]] = [:]
        for posted in lists.posted { if let link = posted.link { departures[link.record, default: []].append(posted.name) } }
        self.departures = departures
        parts = Self.parts(links: firstLink..<lists.links.count, events: firstEvent..<lists.events.count)
    }

    /// The number of rows of the first part. Its result comes within a few milliseconds. Later parts are longer.
    private static let firstPart = 2048
    private static let mostInPart = 32_768

    private static func parts(links: Range<Int>, events: Range<Int>) -> [Part] {
        var parts: [Part] = []
        var (links, events, count) = (links, events, firstPart)
        repeat {
            let (firstLinks, firstEvents) = (links.prefix(count), events.prefix(count))
            (links, events) = (links.dropFirst(count), events.dropFirst(count))
            parts.append((firstLinks, firstEvents, links.isEmpty && events.isEmpty))
            count = min(count * 2, mostInPart)
        } while !links.isEmpty || !events.isEmpty
        return parts
    }

    package func search(_ part: Part, _ store: any RecordStore, _ reader: RecordReader) -> Found {
        var found = Found(number: number, linksSearched: part.links.upperBound, eventsSearched: part.events.upperBound, isLast: part.isLast)
        var reading = FilterReading(reader)
        store.forEachRecord(part.links.map { lists.links[$0].record }) { row, bytes, isCut in
            let index = part.links.lowerBound + row
            reading.begin(isCut: isCut)
            if subject(ofLink: index).fits(filter, bytes, &reading) { found.links.append(index) }
        }
        store.forEachRecord(part.events.map { lists.record(ofEvent: $0) }) { row, bytes, isCut in
            let index = part.events.lowerBound + row
            reading.begin(isCut: isCut)
            if subject(ofEvent: index).fits(filter, bytes, &reading) { found.events.append(index) }
        }
        return found
    }

    private func subject(ofLink index: Int) -> FilterSubject {
        let row = lists.links[index]
        var subject = FilterSubject()
        subject.events = (row.flags.contains(.isAppLink) ? Self.parsed + Self.navigatedIn : []) + (departures[row.record] ?? [])
        subject.app = row.flags.contains(.wasReceived) ? appNames[row.app] : row.flags.contains(.isWebPage) ? LinkRow.pageReceiver : nil
        subject.linkNumber = index + 1
        subject.recordID = row.record
        let departure = journey.departure(of: row.record)
        subject.end = LinkEnd(row.flags, departure: departure)
        if row.flags.contains(.hasError) { subject.levels.insert(.error) }
        if row.flags.contains(.hasWarning) { subject.levels.insert(.warning) }
        if row.hasProblem(after: departure) { subject.levels.insert(.problem) }
        subject.isLink = true
        return subject
    }

    private func subject(ofEvent index: Int) -> FilterSubject {
        let row = lists.events[index]
        var subject = FilterSubject()
        if row.app != AppNames.none { subject.app = appNames[row.app] }
        switch row.kind {
        case .posted:
            guard let posted = lists.posted(row) else { break }
            subject.posted = posted
            subject.events = [posted.name]
            subject.end = LinkEnd(posted)
            if subject.end == .failed { subject.levels = [.error, .problem] }
        case .linkParse: subject.events = Self.parsed
        case .navigateIn: subject.events = Self.navigatedIn
        case .received:
            subject.recordID = lists.record(ofEvent: index)
            return subject
        }
        subject.recordID = lists.link(ofEvent: index)?.record
        subject.linkNumber = subject.recordID.flatMap(lists.number(of:))
        return subject
    }

    private static let parsed = [MeasurementEvent.Name.linkParse.rawValue]
    private static let navigatedIn = [MeasurementEvent.Name.navigateIn.rawValue]
}

/// What a filter reads of one record after another. Nothing is read until a term needs it, and most records are ruled out before.
struct FilterReading {
    private let reader: RecordReader
    private var isCut = false
    private var events = Event.PartReader()
    private var hasReadEvent = false
    private var content: RecordContent?

    init(_ reader: RecordReader) { self.reader = reader }

    mutating func begin(isCut: Bool) {
        self.isCut = isCut
        hasReadEvent = false
        content = nil
    }

    /// Calls `body` with the nodes of each part of the event in a record. Returns false if the record is no event.
    mutating func forEachEventPart(
        of record: Span<UInt8>, _ body: (_ view: JSONView, _ part: Event.Part, _ key: Int, _ value: Int) -> Void
    ) -> Bool {
        guard RecordKind.isObject(record) else { return false }
        if !hasReadEvent { events.read(record) }
        hasReadEvent = true
        return events.forEachPart(of: record, body)
    }

    mutating func content(of record: Span<UInt8>) -> RecordContent {
        if let content { return content }
        let read = reader.content(of: record.array, isCut: isCut)
        content = read
        return read
    }
}
