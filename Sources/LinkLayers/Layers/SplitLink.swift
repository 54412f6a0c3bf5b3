import AppLinks
import Bytes

/// The input link or a link in a layer, split into its components.
struct SplitLink {
    let bytes: [UInt8]
    private let split: URLSplitter.Split

    /// Creates a link from a text that was split already.
    init(_ bytes: [UInt8], _ split: URLSplitter.Split) {
        self.bytes = bytes
        self.split = split
    }

    /// Returns nil if the text is not UTF-8 or not a URL.
    init?(_ bytes: [UInt8]) {
        guard let split = URLSplitter.split(bytes.span) else { return nil }
        // Only a text that needs encoding can have bytes beyond ASCII, and with them be no URL after all.
        if split.needsEncoding, LinkURL(utf8: bytes) == nil { return nil }
        self.init(bytes, split)
    }

    var components: LinkURL.Components { split.components }
    /// Whether some component has a byte that must be encoded.
    var needsEncoding: Bool { split.needsEncoding }
    /// Whether a `+` stands after the authority.
    var hasPlus: Bool { split.escapes.hasPlus }
    var items: QueryItems { QueryItems(in: bytes, components.query) }

    /// The host as ``LinkURL/host`` spells it.
    var host: String? { LinkURL(utf8: bytes)?.host }
}
