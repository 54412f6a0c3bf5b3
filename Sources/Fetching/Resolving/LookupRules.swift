/// The permissions and options of lookups.
package struct LookupRules: Sendable {
    /// Whether to connect to addresses that are not on the public Internet.
    package var allowsPrivate = false
    /// Whether to ignore the fetcher's cache.
    package var isFresh = false
    /// Whether to ask the host of each https hop which apps claim the hop's link.
    package var asksForClaims = true
    /// The time after which lookups end if no server, browser or name service answers. The time limits of single requests are shorter.
    package var patience: Duration = .seconds(40)

    package init(allowsPrivate: Bool = false, isFresh: Bool = false, asksForClaims: Bool = true) {
        self.allowsPrivate = allowsPrivate
        self.isFresh = isFresh
        self.asksForClaims = asksForClaims
    }
}

extension FetchSettings {
    /// Creates the settings of an environment: proxies and trusted certificates, as for curl.
    package init(environment: [String: String]) {
        self.init()
        self.environment = environment
        certificates = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// Returns the settings of a user's environment: those of `init(environment:)`, and the folder of the cache.
    package static func user(_ environment: [String: String]) -> FetchSettings {
        var settings = FetchSettings(environment: environment)
        settings.cache = PageCache(folder: PageCache.folder(environment: environment))
        return settings
    }
}
