/// What an event tells about the link that it means: the URLs of the link, as hashes, and its number.
package struct LinkMention: Sendable {
    /// A URL of the event that may be that of a link in the list.
    package struct Search: Sendable {
        package let hash: UInt64
        /// Whether the URL is the link itself, and the bytes are compared.
        package let isExact: Bool
    }

    /// What to search for, in order.
    package let searches: [Search]
    /// The number of the link, as linkscope prints it.
    package let number: Int?

    /// The arguments in which SDKs post the link itself: Bolts and the Facebook SDK when it arrives or leaves, and Bolts for Android when an
    /// intent has no App Link data.
    private static let ofLink = ["inputURL", "intentData", "outputURL"]
    /// The arguments with other URLs of a link, and what they are to it.
    private static let ofOthers: [(name: String, roles: [LinkName.Role])] = [
        ("targetURL", [.link, .target]), ("sourceURL", [.link, .target, .referer]), ("refererURL", [.referer]),
    ]

    package init(_ event: Event) {
        let links = [event.url].compactMap(\.self) + Self.ofLink.compactMap { event[$0] }
        let exact = links.map { Search(hash: ContentHash.of(Array($0.utf8).span), isExact: true) }
        let others = Self.ofOthers.flatMap { other in
            other.roles.compactMap { role in event[other.name].flatMap { LinkName.hash($0, as: role) } }
        }
        searches = exact + (links.compactMap { LinkName.hash($0, as: .link) } + others).map { Search(hash: $0, isExact: false) }
        number = event["linkNumber"].flatMap { Int($0) }
    }
}
