import Records

/// The links that events name by URL, for events that the device did not post. Older events are forgotten, so memory stays bounded.
struct NamedLinks: Sendable {
    /// The links of a group of events. When the young generation is full, it replaces the old one.
    private struct Generation: Sendable {
        var links: [Int: Event.Link] = [:]
        var rows: [RecordID: [Int]] = [:]
    }

    private var young = Generation()
    private var old = Generation()

    static let mostOfGeneration = 1 << 15

    /// How many events have been noted, those that are forgotten too.
    private(set) var count = 0

    func link(ofEvent row: Int) -> Event.Link? { young.links[row] ?? old.links[row] }
    func events(of link: RecordID) -> [Int] { (old.rows[link] ?? []) + (young.rows[link] ?? []) }

    mutating func note(_ link: Event.Link, ofEvent row: Int) {
        guard self.link(ofEvent: row) == nil else { return }
        if young.links.count >= Self.mostOfGeneration { (old, young) = (young, Generation()) }
        count += 1
        young.links[row] = link
        young.rows[link.record, default: []].append(row)
    }
}
