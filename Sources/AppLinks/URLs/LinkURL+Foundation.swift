public import Foundation

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
enum InternationalHost {
    /// Returns the ASCII spelling (`bücher.example` → `xn--bcher-kva.example`), or nil if the name has a forbidden character.
    static func ascii(_ host: String) -> String? {
        guard let absolute = URL(string: "x://" + host + "/")?.absoluteString else { return nil }
        return String(absolute.dropFirst(4).dropLast())
    }
}
