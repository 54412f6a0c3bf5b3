package import AppLinks
import Bytes
import Secrets

/// Facts about schemes that decide which programs can open a link.
package enum SchemeName {
    package static func isWeb(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.isWord("https", in: range) || bytes.isWord("http", in: range)
    }

    /// Returns whether only Android reads links of this scheme.
    package static func isIntent(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        bytes.isWord("intent", in: range) || bytes.isWord("android-app", in: range)
    }

    /// Returns whether a link has a part of an Android intent.
    package static func mayBeIntent(_ bytes: [UInt8], _ components: LinkURL.Components) -> Bool {
        if let scheme = components.scheme, isIntent(bytes, scheme) { return true }
        return components.fragment.map { bytes.has("Intent;", at: $0.lowerBound, before: bytes.count) } ?? false
    }

    /// Returns whether the scheme is that of an app that linkscope does not know.
    package static func isCustom(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        !range.isEmpty && KnownSchemes.embedded.facts(bytes.span, range) == nil
    }

    /// Returns whether any app can claim links of this scheme.
    static func isClaimable(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        !range.isEmpty && KnownSchemes.embedded.facts(bytes.span, range)?.owner.isClaimable ?? true
    }

    /// Returns whether a text is that of a QR code and no URL: `WIFI:S:Kiosk;;`, `SMSTO:+15551234567:Hello`.
    package static func isPayload(_ bytes: [UInt8], _ components: LinkURL.Components) -> Bool {
        guard components.host == nil, let scheme = components.scheme, !scheme.isEmpty else { return false }
        if messages.contain(bytes.span, scheme) { return bytes[components.path].contains(UInt8(ascii: ":")) }
        return KnownSchemes.embedded.facts(bytes.span, scheme)?.owner == .payload
    }

    /// The schemes of links that are also the beginning of another text, in which a colon comes before the message.
    private static let messages: [StaticString] = ["smsto", "mmsto"]

    static func danger(_ bytes: [UInt8], _ range: Range<Int>) -> SchemeFacts.Danger? {
        // Most links are web links.
        isWeb(bytes, range) ? nil : KnownSchemes.embedded.facts(bytes.span, range)?.danger
    }

    /// Returns where the scheme ends if the text is a link: `scheme://…`, a known scheme that needs no `//`, `file:/`, or a domain in reverse
    /// order before a slash (RFC 8252): `com.example.app:/login`. Returns nil for other text.
    static func end(in bytes: Span<UInt8>) -> Int? {
        guard bytes.count > 0, ByteClass.isLetter(bytes[0]) else { return nil }
        var end = 1
        while end < bytes.count, ByteClass.isSchemeTail(bytes[end]) { end += 1 }
        guard end >= 2, end < bytes.count - 1, bytes[end] == UInt8(ascii: ":") else { return nil }
        if end + 3 < bytes.count, bytes[end + 1] == UInt8(ascii: "/"), bytes[end + 2] == UInt8(ascii: "/") { return end }
        if KnownSchemes.embedded.isOpaque(bytes, 0..<end) { return end }
        guard bytes[end + 1] == UInt8(ascii: "/") else { return nil }
        return bytes.isWord("file", in: 0..<end) || bytes.place(of: UInt8(ascii: "."), from: 0, end: end) < end ? end : nil
    }
}

/// What a `data:` link contains, by its media type.
package struct DataContent {
    /// Whether browsers show the content as a page that can run programs.
    package let isPage: Bool
    /// The content with its article, for people.
    package let words: String

    package init(_ bytes: [UInt8], behind scheme: Range<Int>) {
        let start = scheme.upperBound + 1
        let written = bytes[min(start, bytes.count)...].prefix(64).prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        let type = String(decoding: written, as: UTF8.self).lowercased()
        isPage = ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/xml"].contains(type)
        let kinds = [
            ("image/svg", "a page"), ("image/", "an image"), ("audio/", "a sound"), ("video/", "a film"), ("font/", "a font"),
            ("application/pdf", "a PDF document"), ("application/json", "JSON"), ("application/", "a file"),
        ]
        words = isPage ? "a page" : kinds.first { type.hasPrefix($0.0) }?.1 ?? "a text"
    }
}
