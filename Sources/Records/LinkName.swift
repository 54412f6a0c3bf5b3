import AppLinks
import Bytes
import JSONDocument

/// The names under which the event of an app can mean a link, as hashes.
///
/// An app posts the URL of a link as its URL type prints it, and often only the target of the link, or the URL of its referer. So a link is
/// also found by these URLs, and without what apps change in them: the case of the scheme and the host, a slash at the end of the path, and the
/// order and the encoding of the members of `al_applink_data`.
package enum LinkName {
    /// What a URL is to the link.
    enum Role: UInt64 {
        case link, target, referer

        /// Returns the name of a link that has a URL with this hash in this role.
        func of(_ hash: UInt64) -> UInt64 { hash ^ rawValue &* 0x9E37_79B9_7F4A_7C15 }
    }

    /// The longest URL that is read.
    private static let longest = 1 << 16

    /// Returns the names of a link, other than the hash of its bytes.
    static func all(of link: IncomingLink) -> [UInt64] {
        let text = link.reading.text
        let own = hash(text, link.reading.components, of: link).flatMap { $0 == ContentHash.of(text.span) ? nil : $0 }
        guard link.isAppLink else { return [own].compactMap(\.self) }
        return [own, hash(link.targetURL).map(Role.target.of), link.refererURL.flatMap(hash).map(Role.referer.of)].compactMap(\.self)
    }

    /// Returns a hash of a URL without what apps change in it; nil if the text is not a URL.
    static func hash(_ url: String) -> UInt64? {
        url.utf8.count <= longest ? LinkURL(url).flatMap { hash($0) } : nil
    }

    private static func hash(_ url: LinkURL) -> UInt64? {
        // Reading the data takes longer than all else, and only a URL with a query can have them.
        hash(Array(url.text.utf8), url.components, of: url.components.query == nil ? nil : IncomingLink(url))
    }

    private static func hash(_ text: [UInt8], _ parts: LinkURL.Components, of link: IncomingLink?) -> UInt64? {
        guard text.count <= longest else { return nil }
        var form = text
        // From the end to the beginning, because the places before a change stay valid.
        if let link, link.isAppLink, let data = link.dataRange, let root = link.document?.root {
            form.replaceSubrange(data, with: String(hash(of: root), radix: 16).utf8)
        }
        if let last = parts.path.last, form[last] == UInt8(ascii: "/") { form.remove(at: last) }
        for range in [parts.host, parts.scheme].compactMap(\.self) {
            for index in range where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(form[index]) { form[index] |= 0x20 }
        }
        return ContentHash.of(form.span)
    }

    /// The deepest values whose members may be in any order. The stack of a thread has no room for the deepest documents.
    private static let deepest = 40

    /// Returns a hash of a JSON value that does not depend on the order of members, nor on how the text is written.
    private static func hash(of node: JSONDocument.Node, depth: Int = 0) -> UInt64 {
        switch node.kind {
        case .object where depth < deepest:
            node.members.reduce(1) { sum, member in
                sum &+ (hash(of: member.key) &* 31 ^ hash(of: member.value, depth: depth + 1)) &* 0x100_0000_01B3
            }
        case .array where depth < deepest: node.elements.reduce(2) { $0 &* 31 &+ hash(of: $1, depth: depth + 1) }
        case .object, .array, .string, .number, .bool, .null: ContentHash.of(Array((node.stringValue ?? node.text).utf8).span)
        }
    }
}
