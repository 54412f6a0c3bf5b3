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
