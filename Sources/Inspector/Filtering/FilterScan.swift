import AppLinks
package import Records

/// A search for the rows that fit a filter, from given rows to the ends of the lists. It runs away from the main actor, and tells what it
/// found in parts.
package struct FilterScan: Sendable {
    /// The number of the filter. The results of earlier filters are ignored.
    package let number: Int
    let filter: Filter
    let lists: Lists
    let appNames: AppNames
    /// The rows where the search begins.
    let firstLink: Int
    let firstEvent: Int

    /// Rows that were found.
    package struct Found: Sendable {
        package var number: Int
        var links: [Int] = []
        var events: [Int] = []
        /// The number of rows of each list that were searched so far.
        var linksSearched: Int
        var eventsSearched: Int
        /// Whether the search has reached the ends of the lists.
        package var isLast = false
    }

    /// The number of rows of the first part, which is there within a few milliseconds. Later parts are longer.
    private static let firstPart = 2048
    private static let mostInPart = 32_768

    /// Searches. `report` gets each part, and returns false to stop the search.
    package func run(_ store: any RecordStore, _ reader: RecordReader, report: (Found) -> Bool) {
        let departures = namesOfDepartures
        var found = Found(number: number, linksSearched: firstLink, eventsSearched: firstEvent)
        var part = Self.firstPart
        while true {
            let links = found.linksSearched..<min(found.linksSearched + part, lists.links.count)
            let events = found.eventsSearched..<min(found.eventsSearched + part, lists.events.count)
            let ids = links.map { lists.links[$0].record } + events.compactMap { lists.record(ofEvent: $0) }
            let records = store.records(Array(Set(ids)))
            found.links = links.filter { subject(ofLink: $0, records, departures).fits(filter, reader) }
            found.events = events.filter { subject(ofEvent: $0, records).fits(filter, reader) }
            (found.linksSearched, found.eventsSearched) = (links.upperBound, events.upperBound)
            found.isLast = links.upperBound == lists.links.count && events.upperBound == lists.events.count
            guard report(found), !found.isLast else { return }
            part = min(part * 2, Self.mostInPart)
        }
    }

    /// The names of the events that opening a link caused, by the link's record.
    private var namesOfDepartures: [RecordID: [String]] {
        var names: [RecordID: [String]] = [:]
        for posted in lists.posted { if let link = posted.link { names[link, default: []].append(posted.event.name.rawValue) } }
        return names
    }

    private func subject(
        ofLink index: Int, _ records: [RecordID: StoredRecord], _ departures: [RecordID: [String]]
    ) -> FilterSubject {
        let row = lists.links[index]
        var subject = FilterSubject(record: records[row.record])
        subject.events = (row.flags.contains(.isAppLink) ? ["al_link_parse", "al_nav_in"] : []) + (departures[row.record] ?? [])
        if row.flags.contains(.wasReceived) { subject.app = appNames[row.app] }
        subject.linkNumber = index + 1
        subject.hasError = row.flags.contains(.hasError)
        subject.hasWarning = row.flags.contains(.hasWarning)
        return subject
    }

    private func subject(ofEvent index: Int, _ records: [RecordID: StoredRecord]) -> FilterSubject {
        let row = lists.events[index]
        var subject = FilterSubject()
        if row.app != AppNames.none { subject.app = appNames[row.app] }
        switch row.kind {
        case .posted:
            let posted = lists.posted(row)
            subject.posted = posted?.event
            subject.events = posted.map { [$0.event.name.rawValue] } ?? []
            subject.hasError = posted?.event.arguments.pairs.contains { $0.key == "success" && $0.value == "0" } ?? false
            subject.linkNumber = posted?.link.flatMap(lists.number(of:))
        case .linkParse, .navigateIn:
            subject.record = records[RecordID(index: row.index)]
            subject.events = [row.kind == .linkParse ? "al_link_parse" : "al_nav_in"]
            subject.linkNumber = lists.number(of: RecordID(index: row.index))
        case .received:
            subject.record = records[RecordID(index: row.index)]
        }
        return subject
    }
}
