import AppLinks
import Bytes
import JSONDocument
import LinkLayers
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

/// A row of the links or of the events, as a filter looks at it.
struct FilterSubject {
    var posted: Event?
    /// The names of the events: that of an event, or those that a link caused.
    var events: [String] = []
    /// The app that received the link or posted the event.
    var app: String?
    var linkNumber: Int?
    /// The record of the row, or of the link that an event of the device is about.
    var recordID: RecordID?
    /// How the link ended; nil for an event without an end, and for an event that arrived, whose end is in its record.
    var end: LinkEnd?
    var levels: Set<Filter.Level> = []
    /// Whether the row is a link, whose record tells whether it has notes.
    var isLink = false

    /// Returns whether each term of a filter fits.
    ///
    /// - Parameters:
    ///   - record: The record of the row; nil for an event that the device posted, and for a record that cannot be read.
    ///   - reading: Reads this record.
    func fits(_ filter: Filter, _ record: Span<UInt8>?, _ reading: inout FilterReading) -> Bool {
        for term in filter.terms where fits(term, record, &reading) == term.isNegated { return false }
        return true
    }

    private func fits(_ term: Filter.Term, _ record: Span<UInt8>?, _ reading: inout FilterReading) -> Bool {
        switch term.value {
        case .anywhere(let pattern): return fitsAnywhere(pattern, record)
        case .links(let numbers): return linkNumber.map(numbers.contains) ?? false
        case .since(let first): return recordID.map { $0.index >= first } ?? true
        case .ends(let ends): return (end ?? endOfEvent(in: record, &reading)).map(ends.contains) ?? false
        case .levels(let chosen):
            if !levels.isDisjoint(with: chosen) || chosen.contains(.note) && hasNote(record, &reading) { return true }
            return !chosen.isDisjoint(with: [.error, .problem]) && endOfEvent(in: record, &reading) == .failed
        case .text(.app, let pattern): return app.map(pattern.fits) ?? false
        case .text(.event, let pattern) where !events.isEmpty:
            return events.contains { pattern.fits($0) || ($0.hasPrefix("al_") && pattern.fits(String($0.dropFirst(3)))) }
        case .text(.to, let pattern) where posted == nil && app.map(pattern.fits) == true: return true
        case .text(let field, let pattern):
            let test = FieldTest(field: field, pattern: pattern)
            if let posted { return posted.arguments.contains { test.fits(name: $0.name, value: $0.value) } }
            guard let record else { return false }
            return test.fits(record, &reading)
        }
    }

    private func hasNote(_ record: Span<UInt8>?, _ reading: inout FilterReading) -> Bool {
        guard isLink, let record, case .link(let inspection) = reading.content(of: record) else { return false }
        return inspection.findings.contains { $0.severity == .note }
    }

    private static let success = FilterPattern("success")

    /// Returns how the link of an event ended, if the event is one that arrived and tells an end; nil for other rows.
    private func endOfEvent(in record: Span<UInt8>?, _ reading: inout FilterReading) -> LinkEnd? {
        // All other rows have names of events or the number of a link.
        guard events.isEmpty, linkNumber == nil, let record, Self.success.fits(record) || record.contains("\\") else { return nil }
        var (success, type): (String?, String?)
        _ = reading.forEachEventPart(of: record) { view, part, key, value in
            guard part == .argument else { return }
            view.withText(of: key) { name in
                if name.equals("success") { view.withText(of: value) { success = $0.string } }
                if name.equals("type") { view.withText(of: value) { type = $0.string } }
            }
        }
        return LinkEnd(success: success, type: type)
    }

    /// Returns whether a pattern fits a part of the record as it is or decoded once, a value of the posted event, or a name.
    private func fitsAnywhere(_ pattern: FilterPattern, _ record: Span<UInt8>?) -> Bool {
        if let app, pattern.fits(app) { return true }
        if events.contains(where: pattern.fits) { return true }
        if let posted { return posted.arguments.contains { pattern.fits($0.value) } }
        guard let record else { return false }
        return pattern.fits(record) || record.decodedSatisfies(pattern.fits)
    }
}

// MARK: Fields of a record

private struct FieldTest {
    let field: FilterField
    let pattern: FilterPattern

    /// Returns whether a value of the field in a record fits.
    func fits(_ record: Span<UInt8>, _ reading: inout FilterReading) -> Bool {
        guard canBeIn(record) else { return false }
        var (nameFits, argumentFits) = (false, false)
        let isEvent = reading.forEachEventPart(of: record) { view, part, key, value in
            switch part {
            case .name where field == .event: view.withText(of: value) { nameFits = pattern.fits($0) }
            case .url where !argumentFits:
                view.withText(of: value) { url in "inputURL".withBytes { argumentFits = fits(name: $0) ?? fits(value: url) } }
            case .argument where !argumentFits:
                var answer: Bool?
                view.withText(of: key) { answer = fits(name: $0) }
                if let answer { argumentFits = answer } else { view.withText(of: value) { argumentFits = fits(value: $0) } }
            default: break
            }
        }
        if isEvent { return field == .event ? nameFits : argumentFits }
        guard field != .event, case .link(let inspection) = reading.content(of: record) else { return false }
        return values(of: inspection).contains { pattern.fits($0) }
    }

    /// Returns whether a value in a record may fit. Most records are ruled out without parsing.
    private func canBeIn(_ record: Span<UInt8>) -> Bool {
        // These need not be in the record as text.
        if field == .finding { return true }
        if field == .has, ["data", "referer", "secret", "extras", "inputURL"].contains(where: pattern.fits) { return true }
        // A value may also be escaped in JSON, or escaped twice. Only parsing finds such a value.
        return pattern.mayFitPart(of: record) || record.contains("\\")
            || record.decodedSatisfies { pattern.mayFitPart(of: $0) || $0.contains("%") || $0.contains("\\") }
    }

    private func values(of inspection: LinkInspection) -> [String] {
        if field == .finding { return inspection.findings.map(\.code.rawValue) }
        guard let link = inspection.link else { return [] }
        switch field {
        case .from, .referer:
            return [link.refererAppName, link.refererURL].compactMap(\.self)
        case .to: return [link.inputURL.text, link.targetURL.text].map { String(decoding: Array($0.utf8), as: UTF8.self) }
        case .scheme: return [link.inputURL.scheme, link.targetURL.scheme].compactMap(\.self)
        case .host: return [link.inputURL.host, link.targetURL.host].compactMap(\.self)
        case .has:
            var names: [String] = []
            if link.isAppLink { names.append("data") }
            if link.refererURL != nil || link.refererAppName != nil { names.append("referer") }
            if !inspection.secrets.isEmpty { names.append("secret") }
            if case .object(let extras)? = link.extras, !extras.isEmpty {
                names.append("extras")
                names += extras.keys
            }
            return names
        default: return []
        }
    }

    // MARK: Arguments of events

    func fits(name: String, value: String) -> Bool { name.withBytes(fits(name:)) ?? value.withBytes(fits(value:)) }

    /// Returns whether an argument of an event matches by its name alone; nil if its value must be read.
    private func fits(name: Span<UInt8>) -> Bool? {
        switch field {
        case .from, .referer:
            name.equals("refererAppName") || name.equals("refererURL") || name.equals("sourceApplication") ? nil : false
        case .to: name.equals("outputURL") || name.equals("targetURL") ? nil : false
        case .scheme: name.equals("inputURLScheme") || name.equals("outputURLScheme") || name.equals("sourceScheme") ? nil : false
        case .host: name.equals("inputURL") || name.equals("outputURL") || name.equals("targetURL") ? nil : false
        case .has: pattern.fits(name) || (ByteView.with(name) { $0.hasPrefix("referer", at: 0) } && pattern.fits("referer"))
        default: false
        }
    }

    private func fits(value: Span<UInt8>) -> Bool {
        field == .host ? LinkURL(value.string)?.host.map(pattern.fits) ?? false : pattern.fits(value)
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ character: Unicode.Scalar) -> Bool { place(of: UInt8(ascii: character), from: 0, end: count) < count }

    fileprivate func equals(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && ByteView.with(self) { $0.hasPrefix(word, at: 0) }
    }

    /// Returns whether the bytes without percent escapes satisfy a condition; false if there is no `%`.
    fileprivate func decodedSatisfies(_ condition: (Span<UInt8>) -> Bool) -> Bool {
        contains("%") && PercentCoding.withDecoded(self, 0..<count, condition)
    }
}
