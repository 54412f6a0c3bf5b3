import AppLinks

/// The hosts by which a suite's association files are found.
enum FixtureHost {
    /// Returns the host of a link in lowercase, without a final period.
    static func name(_ link: LinkURL) -> String? {
        guard var host = link.host?.lowercased(), !host.isEmpty else { return nil }
        if host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
        return host
    }
}

extension LinkURL {
    /// The URL without its fragment, which servers do not see.
    var withoutFragment: LinkURL {
        guard let range = components.fragment else { return self }
        return LinkURL(String(decoding: text.utf8.prefix(range.lowerBound - 1), as: UTF8.self)) ?? self
    }
}
