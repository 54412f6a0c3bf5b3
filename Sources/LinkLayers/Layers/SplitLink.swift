import AppLinks
import Bytes

/// The input link or a link in a layer, split into its components, with its query.
struct SplitLink {
    let bytes: [UInt8]
    private let split: URLSplitter.Split
    private(set) var query: LinkQuery
    /// Whether the scheme is `http` or `https`.
    let isWeb: Bool

    /// Creates the input link, which was read already.
    init(_ link: AppLinkReading) { self.init(link.text, link.split, link.query) }

    private init(_ bytes: [UInt8], _ split: URLSplitter.Split, _ query: LinkQuery) {
        (self.bytes, self.split, self.query) = (bytes, split, query)
        // A closure would copy the link.
        if let scheme = split.components.scheme { isWeb = SchemeName.isWeb(bytes, scheme) } else { isWeb = false }
    }

    /// Reads a link in a layer. Returns nil if the text is not UTF-8 or not a URL. The query uses `memory` until ``giveBack(_:)``.
    init?(_ bytes: [UInt8], _ memory: inout LinkQuery) {
        var query = LinkQuery()
        swap(&query, &memory)
        guard let split = query.read(bytes.span, keeping: AppLinkReading.mostKept) else { return nil }
        // Only a text that needs encoding can have bytes beyond ASCII, and only such bytes can make it no URL after all.
        if split.needsEncoding, LinkURL(utf8: bytes) == nil { return nil }
        self.init(bytes, split, query)
    }

    mutating func giveBack(_ memory: inout LinkQuery) { swap(&query, &memory) }

    var components: LinkURL.Components { split.components }
    /// Whether some component has a byte that must be encoded.
    var needsEncoding: Bool { split.needsEncoding }
    /// Whether a `+` stands after the authority.
    var hasPlus: Bool { split.escapes.hasPlus }
    /// Whether a `?` stands in the query.
    var hasSecondQuestionMark: Bool { split.escapes.hasSecondQuestionMark }
    /// Whether a `;` stands after the authority.
    var hasSemicolon: Bool { split.escapes.hasSemicolon }
    /// Whether an `&` stands in the path.
    var hasAmpersandInPath: Bool { split.escapes.hasAmpersandInPath }

    /// The host as ``LinkURL/host`` spells it.
    var host: String? { LinkURL(utf8: bytes)?.host }
}

extension LinkURL.Components {
    /// Whether there is no colon, or nothing before the first colon: `//a/b`, `www.example.com`, `://a`.
    var hasNoScheme: Bool { scheme?.isEmpty ?? true }
}
