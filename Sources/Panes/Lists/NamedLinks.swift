import Records

/// The links that events from outside the device name by their URLs. Only some are remembered, so the memory is bounded.
struct NamedLinks: Sendable {
    private var links: [Int: Event.Link] = [:]
    private var rows: [RecordID: [Int]] = [:]

    private static let most = 1 << 16

    /// How many events have been noted, those that are forgotten too.
    private(set) var count = 0

    func link(ofEvent row: Int) -> Event.Link? { links[row] }
    func events(of link: RecordID) -> [Int] { rows[link] ?? [] }

    mutating func note(_ link: Event.Link, ofEvent row: Int) {
        guard links[row] == nil else { return }
        if links.count >= Self.most { (links, rows) = ([:], [:]) }
        count += 1
        links[row] = link
        rows[link.record, default: []].append(row)
    }
}

extension Event {
    /// A URL of the event that may be that of a link in the list.
    struct Search {
        let hash: UInt64
        /// Whether the URL is the link itself, and the bytes are compared.
        let isExact: Bool
    }

    /// The arguments in which SDKs post the link itself: Bolts and the Facebook SDK when it arrives or leaves, and Bolts for Android when an
    /// intent has no App Link data.
    private static let ofLink = ["inputURL", "intentData", "outputURL"]
    /// The arguments with other URLs of a link, and what they are to it.
    private static let ofOthers: [(name: String, roles: [LinkName.Role])] = [
        ("targetURL", [.link, .target]), ("sourceURL", [.link, .target, .referer]), ("refererURL", [.referer]),
    ]

    /// What to search for, in order.
    var searches: [Search] {
        let links = [url].compactMap(\.self) + Self.ofLink.compactMap { self[$0] }
        let exact = links.map { Search(hash: ContentHash.of(Array($0.utf8).span), isExact: true) }
        let others = Self.ofOthers.flatMap { other in
            other.roles.compactMap { role in self[other.name].flatMap { LinkName.hash($0, as: role) } }
        }
        return exact + (links.compactMap { LinkName.hash($0, as: .link) } + others).map { Search(hash: $0, isExact: false) }
    }
}
