extension FetchSettings {
    /// Returns the settings of a user's environment: proxies, trusted certificates (as for curl), and the folder of the cache.
    package static func user(_ environment: [String: String]) -> FetchSettings {
        var settings = FetchSettings()
        settings.environment = environment
        settings.certificates = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].compactMap { environment[$0] }.first { !$0.isEmpty }
        settings.cache = PageCache(folder: PageCache.folder(environment: environment))
        return settings
    }
}
