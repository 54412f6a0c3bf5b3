/// The hosts of an app's manifest, and which of them its site has confirmed: what that means differs by version.
package struct ManifestHosts: Sendable, Hashable {
    /// `www.example.com`, or `*.example.com`.
    package let hosts: [String]

    package init(_ hosts: [String]) {
        self.hosts = hosts
    }

    /// The site whose statements count for a host of the manifest: for `*.example.com` that of `example.com`.
    package static func site(for host: String) -> WebSite? {
        WebSite("https://" + (host.hasPrefix("*.") ? String(host.dropFirst(2)) : host))
    }

    /// The host of the manifest that a link's host falls under: itself before a wildcard, and the longest wildcard first.
    package func entry(for host: String) -> String? {
        let host = host.lowercased()
        if let same = hosts.first(where: { $0.lowercased() == host }) { return same }
        return hosts.filter { $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst(1).lowercased()) && host.utf8.count >= $0.utf8.count }
            .max { $0.utf8.count < $1.utf8.count }
    }

    package enum Verdict: Sendable, Hashable {
        case app
        /// Android 12 and later: an unverified web link opens the browser.
        case browser
        /// Android 11 and before: the user is asked.
        case chooser
        case notInManifest
    }

    /// What opens a link to a host, by the hosts of the manifest that are verified.
    package func verdict(for host: String, verified: Set<String>, android version: Int) -> Verdict {
        guard let entry = entry(for: host) else { return .notInManifest }
        // Up to Android 11 all hosts verify or none does.
        if version <= 11 { return hosts.allSatisfy(verified.contains) ? .app : .chooser }
        return verified.contains(entry) ? .app : .browser
    }
}
