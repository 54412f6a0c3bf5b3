extension FetchSettings {
    /// What a user's environment says: proxies, whom to trust (as for curl), and where answers are kept.
    package static func user(_ environment: [String: String]) -> FetchSettings {
        var settings = FetchSettings()
        settings.environment = environment
        settings.certificates = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].compactMap { environment[$0] }.first { !$0.isEmpty }
        settings.cache = PageCache(folder: PageCache.folder(environment: environment))
        return settings
    }
}
