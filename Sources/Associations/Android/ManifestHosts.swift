/// The hosts in an app's manifest, and the effect of verifying them, which depends on the Android version.
package struct ManifestHosts: Sendable, Hashable {
    /// Hosts such as `www.example.com` or `*.example.com`.
    package let hosts: [String]

    package init(_ hosts: [String]) {
        self.hosts = hosts
    }

    /// Returns the site whose statements count for a host of the manifest: `example.com` for `*.example.com`.
    package static func site(for host: String) -> WebSite? {
        WebSite("https://" + (host.hasPrefix("*.") ? String(host.dropFirst(2)) : host))
    }

    /// Returns the manifest entry that covers a host. An exact entry takes precedence over a wildcard, and a longer wildcard over a shorter
    /// one.
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
        /// Android 11 and earlier: the user chooses.
        case chooser
        case notInManifest
    }

    /// Returns what opens a link to a host. `verified` contains the verified hosts of the manifest.
    package func verdict(for host: String, verified: Set<String>, android version: Int) -> Verdict {
        guard let entry = entry(for: host) else { return .notInManifest }
        // Up to Android 11, either all hosts are verified or none is.
        if version <= 11 { return hosts.allSatisfy(verified.contains) ? .app : .chooser }
        return verified.contains(entry) ? .app : .browser
    }
}
