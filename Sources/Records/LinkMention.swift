import Bytes
import JSONDocument

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

    /// The members of an event that identify its link, in the order of the search.
    private enum Member: String, CaseIterable {
        /// The URL of the link. Every event may have `url`; SDKs post the others: Bolts and the Facebook SDK `inputURL` when a link arrives
        /// and `outputURL` when it leaves, and Bolts for Android `intentData` when an intent has no App Link data.
        case url, inputURL, intentData, outputURL
        /// Other URLs of a link.
        case targetURL, sourceURL, refererURL
        case linkNumber

        /// What the URL is to the link.
        var roles: [LinkName.Role] {
            switch self {
            case .url, .inputURL, .intentData, .outputURL: [.link]
            case .targetURL: [.link, .target]
            case .sourceURL: [.link, .target, .referer]
            case .refererURL: [.referer]
            case .linkNumber: []
            }
        }
    }

    /// Reads an event. No ``Event`` is made of it, because most of them are never shown. Returns nil if the record is not an event.
    package init?(_ record: ArraySlice<UInt8>) {
        var parts = Event.PartReader()
        parts.read(record.span)
        var texts: [(member: Member, text: String)] = []
        let isEvent = parts.forEachPart(of: record.span) { view, part, key, value in
            guard part == .url || part == .argument, let member = Member(rawValue: view.text(of: key)), (member == .url) == (part == .url)
            else { return }
            view.withText(of: value) { texts.append((member, $0.string)) }
        }
        guard isEvent else { return nil }
        var (exact, others): ([Search], [Search]) = ([], [])
        for member in Member.allCases where member != .linkNumber {
            // If a member is repeated, the last value counts.
            guard let url = texts.last(where: { $0.member == member })?.text else { continue }
            if member.roles == [.link] { exact.append(Search(hash: url.withBytes(ContentHash.of), isExact: true)) }
            guard let name = LinkName.hash(url) else { continue }
            others += member.roles.map { Search(hash: $0.of(name), isExact: false) }
        }
        searches = exact + others
        number = texts.last { $0.member == .linkNumber }.flatMap { Int($0.text) }
    }
}
