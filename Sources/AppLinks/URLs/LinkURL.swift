import Bytes
public import Foundation

/// A URL that keeps its original text, split into components by RFC 3986.
///
///     LinkURL("shop://item/7?q=a%20b#top")?.query      // "q=a%20b"
///     LinkURL("http://[::1/x")                          // nil: the bracket is never closed
///     LinkURL("/path?x=1")?.scheme                      // nil: a relative reference is a URL too
///
/// The type rejects the texts that Foundation's `URL(string:)` rejects on Linux: the empty text, a part before `:` that is not a scheme, a
/// host with a space, a control character or another forbidden character, an unclosed bracket, and a port that is not a number. Other
/// characters that are not allowed in their place are accepted and percent-encoded in ``absoluteString``: a space in the query, a `|`,
/// non-ASCII letters. One difference is intended: an existing escape is kept, but Foundation encodes it a second time.
///
/// Two URLs are equal if their absolute strings are equal.
public struct LinkURL: Sendable, Hashable, CustomStringConvertible {
    /// The text as it was written.
    public let text: String

    /// The text with every character that is not allowed in its place percent-encoded.
    public let absoluteString: String

    /// The byte offsets of the components in `text.utf8`.
    package let components: Components

    /// Parses `text`; returns nil if the text is not a URL. The documentation of the type lists the texts that are rejected.
    public init?(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        guard let split = text.withBytes({ URLSplitter.split($0) }) else { return nil }
        var absolute = text
        if split.needsEncoding {
            guard let encoded = URLEncoder.absoluteString(of: text, split) else { return nil }
            absolute = encoded
        }
        self.init(text: text, absoluteString: absolute, components: split.components)
    }

    /// Parses UTF-8 bytes; returns nil if they are not UTF-8 or not a URL.
    package init?(utf8 bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(text)
    }

    /// Creates a URL from a text that was already split. The absolute string is nil if it equals the text.
    init(text: String, absoluteString: String?, components: Components) {
        self.text = text
        self.absoluteString = absoluteString ?? text
        self.components = components
    }

    /// The absolute string.
    public var description: String { absoluteString }

    /// Returns whether both URLs have the same absolute string.
    public static func == (left: LinkURL, right: LinkURL) -> Bool {
        left.absoluteString == right.absoluteString
    }

    /// Hashes the absolute string.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(absoluteString)
    }
}

extension LinkURL {
    /// Byte offsets into `text.utf8`; the offset of a missing component is `absent`.
    ///
    ///     shop : // me:pw @ www.example.com : 80 /p ? q=1 # top
    ///     │    │    │       │                 │  │    │     └ fragmentStart
    ///     │    │    │       │                 │  │    └ queryStart
    ///     │    │    │       │                 │  └ pathStart = the end of the authority
    ///     │    │    │       │                 └ portStart
    ///     │    │    │       └ hostStart … hostEnd
    ///     │    │    └ authorityStart
    ///     0    └ schemeEnd
    package struct Components: Sendable, Hashable {
        package static let absent = UInt32.max

        package var schemeEnd = absent
        package var authorityStart = absent
        package var hostStart = absent
        package var hostEnd = absent
        package var portStart = absent
        package var pathStart: UInt32 = 0
        package var queryStart = absent
        package var fragmentStart = absent
        package var end: UInt32 = 0

        package var scheme: Range<Int>? { Self.range(from: schemeEnd == Self.absent ? Self.absent : 0, to: schemeEnd) }
        package var authority: Range<Int>? { Self.range(from: authorityStart, to: pathStart) }
        package var host: Range<Int>? { Self.range(from: hostStart, to: hostEnd) }
        package var port: Range<Int>? { Self.range(from: portStart, to: pathStart) }
        package var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }
        package var query: Range<Int>? { Self.range(from: queryStart, to: queryEnd) }
        package var fragment: Range<Int>? { Self.range(from: fragmentStart, to: end) }

        /// The part before the `@` of the authority.
        package var userInfo: Range<Int>? {
            guard let authority, let host else { return nil }
            let bracket = isBracketed ? 1 : 0
            let at = host.lowerBound - bracket - 1
            return at >= authority.lowerBound ? authority.lowerBound..<at : nil
        }

        /// Whether the host is in brackets. The range of the host does not include them.
        package var isBracketed = false

        private var pathEnd: UInt32 { queryStart != Self.absent ? queryStart - 1 : queryEnd }
        private var queryEnd: UInt32 { fragmentStart != Self.absent ? fragmentStart - 1 : end }

        private static func range(from start: UInt32, to end: UInt32) -> Range<Int>? {
            start == absent ? nil : Int(start)..<Int(end)
        }
    }
}

extension LinkURL {
    /// The part before the first `:`, in its original case; nil for a relative reference.
    public var scheme: String? { text(of: components.scheme) }

    /// The host, percent-decoded and without the brackets of an IPv6 address; nil if there is no host, as in `demo://` and `file:///x`.
    ///
    /// As in Foundation, a host with non-ASCII letters is spelled as in ``absoluteString`` (`xn--…`), so equal URLs have equal hosts.
    public var host: String? {
        guard let range = components.host else { return nil }
        if text.withBytes({ bytes in range.contains { bytes[$0] >= 0x80 } }) {
            // An absolute string is ASCII, so this recurses at most once.
            return LinkURL(absoluteString)?.host
        }
        return text.withBytes { PercentCoding.decodedText($0, range) } ?? text(of: range)
    }

    /// The port, if the URL has one that fits into an `Int`.
    public var port: Int? { text(of: components.port).flatMap { Int($0) } }

    /// The part of the authority before the `@`, as written: `me:pw`.
    public var userInfo: String? { text(of: components.userInfo) }

    /// The path as written; `""` if the URL has none.
    public var path: String { text(of: components.path) ?? "" }

    /// The part between the first `?` and the first `#`, as written. It is nil without a `?`, and `""` if nothing follows the `?`.
    public var query: String? { text(of: components.query) }

    /// The part after the first `#`, as written.
    public var fragment: String? { text(of: components.fragment) }

    /// The parameters of the query.
    public var queryParameters: QueryParameters { QueryParameters(of: self) }

    /// Whether this is a URL for a browser: its scheme is `http` or `https`, in any case.
    public var isWeb: Bool {
        guard let scheme else { return false }
        let lowered = scheme.lowercased()
        return lowered == "http" || lowered == "https"
    }

    private func text(of range: Range<Int>?) -> String? {
        guard let range else { return nil }
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        // Components end at ASCII characters, so this never splits a character.
        return String(text.unicodeScalars[start..<end])
    }
}

extension LinkURL {
    /// Creates a link URL from Foundation's URL; nil if `LinkURL` does not accept the text of `url`. A relative URL is first resolved
    /// against its base.
    public init?(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// The same URL as a Foundation `URL`.
    public var url: URL? {
        URL(string: absoluteString)
    }
}

/// Converts host names with non-ASCII letters. Foundation provides the IDNA tables, which only such hosts need.
enum IDNAHost {
    /// Returns the ASCII spelling (`bücher.example` → `xn--bcher-kva.example`), or nil if the name has a forbidden character.
    static func ascii(_ host: String) -> String? {
        guard let absolute = URL(string: "x://" + host + "/")?.absoluteString else { return nil }
        return String(absolute.dropFirst(4).dropLast())
    }
}

extension LinkURL {
    /// Returns why a text cannot be the scheme of an app; nil if it can.
    package static func problem(asScheme text: String) -> String? {
        guard let url = LinkURL(text + ":"), url.scheme == text, !text.isEmpty, url.path.isEmpty else {
            return "\"\(text)\" is not a scheme: write a letter, then letters, digits, \"+\", \"-\" or \".\", without a colon"
        }
        return url.isWeb ? "\"\(text)\" belongs to the browser" : nil
    }
}
