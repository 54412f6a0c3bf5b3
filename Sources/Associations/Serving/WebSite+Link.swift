package import AppLinks

extension WebSite {
    /// Creates the site whose files decide about a link. Returns nil if the link is not a web link.
    ///
    /// The files are always requested over https. The link's port is used only if the link is https too.
    package init?(of link: LinkURL) {
        guard let host = link.host, let scheme = link.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return nil }
        let port = scheme == "https" ? link.port.map { ":\($0)" } ?? "" : ""
        self.init("https://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)\(port)")
    }

    /// Returns the host of the site that serves a URL, in lowercase and without the trailing dot of a fully qualified name. To devices, a
    /// link with this dot has another host, so ``HostNames`` compares the dot too.
    package static func host(of url: LinkURL) -> String? {
        guard let host = url.host?.lowercased() else { return nil }
        return host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    }

    /// Whether Apple's CDN can have a copy. The CDN supports only host names on the default port.
    package var mayHaveAppleCopy: Bool {
        guard port == 443, isSecure, host.contains("."), !host.contains(":") else { return false }
        return !(host.split(separator: ".").last?.allSatisfy(\.isNumber) ?? true)
    }
}
