import Records

/// The links that events from outside the device name by their URLs. Only some are remembered, so the memory is bounded.
struct NamedLinks: Sendable {
    private(set) var links: [Int: Event.Link] = [:]
    private(set) var rows: [RecordID: [Int]] = [:]

    private static let most = 1 << 16

    /// How many events have been noted, those that are forgotten too.
    private(set) var count = 0

    mutating func note(_ link: Event.Link, ofEvent row: Int) {
        guard links[row] == nil else { return }
        if links.count >= Self.most { (links, rows) = ([:], [:]) }
        count += 1
        links[row] = link
        rows[link.record, default: []].append(row)
    }
}
