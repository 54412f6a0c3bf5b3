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
}
