public import Foundation

extension LinkURL {
    /// The same URL, from Foundation's type; nil when its text is none (a relative URL keeps its base out).
    public init?(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// The same URL as Foundation's type.
    public var url: URL? {
        URL(string: absoluteString)
    }
}

/// Host names with letters beyond ASCII. Foundation brings the tables of IDNA; only such hosts ever ask for them.
enum InternationalHost {
    /// The ASCII spelling (`bücher.example` → `xn--bcher-kva.example`), or nil when the name has a character no name may have.
    static func ascii(_ host: String) -> String? {
        guard let absolute = URL(string: "x://" + host + "/")?.absoluteString else { return nil }
        return String(absolute.dropFirst(4).dropLast())
    }
}
