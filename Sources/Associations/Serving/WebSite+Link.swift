package import AppLinks

extension WebSite {
    /// The site whose files decide about a link; nil for what is no web link.
    ///
    /// They are asked for over https, whatever the link's scheme; only an https link's port is theirs too.
    package init?(of link: LinkURL) {
        guard let host = link.host, let scheme = link.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return nil }
        let port = scheme == "https" ? link.port.map { ":\($0)" } ?? "" : ""
        self.init("https://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)\(port)")
    }

    /// Whether Apple's CDN can have a copy of its file: it knows names at the usual port, nothing else.
    package var mayHaveAppleCopy: Bool {
        guard port == 443, isSecure, host.contains("."), !host.contains(":") else { return false }
        return !(host.split(separator: ".").last?.allSatisfy(\.isNumber) ?? true)
    }
}
