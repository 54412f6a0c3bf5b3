package import AppLinks
import Tasks

/// A page to fetch, by default with GET and without cookies, credentials or referer.
package struct FetchRequest: Sendable {
    package var url: LinkURL
    /// The method. With a method other than GET, `followsRedirects` must be false, and the response is not cached.
    package var method = "GET"
    package var body: [UInt8] = []
    /// Header fields for every hop.
    package var headers: [FetchedPage.Field]
    package var limits: FetchLimits
    /// What is allowed beside connecting to the public Internet.
    package var permissions: FetchPermissions
    /// If false, the first response is the page, even if it redirects.
    package var followsRedirects: Bool
    /// Whether to ignore the cache.
    package var isFresh: Bool
    /// The meter that counts the bytes of this request and of other requests together. Nil if the bytes are not counted.
    package var meter: FetchMeter?

    package init(
        _ url: LinkURL, headers: [FetchedPage.Field] = [], limits: FetchLimits = FetchLimits(), permissions: FetchPermissions = .none,
        followsRedirects: Bool = true, isFresh: Bool = false
    ) {
        self.url = url
        self.headers = headers
        self.limits = limits
        self.permissions = permissions
        self.followsRedirects = followsRedirects
        self.isFresh = isFresh
    }

    /// Returns a request for a page with App Link tags. A header field asks for the tags, as Bolts does. Some servers then send only the
    /// tags.
    package static func page(_ url: LinkURL, permissions: FetchPermissions = .none, isFresh: Bool = false) -> FetchRequest {
        FetchRequest(url, headers: [.init("Prefer-Html-Meta-Tags", "al")], permissions: permissions, isFresh: isFresh)
    }

    /// Whether the server of `url` must have a certificate that is trusted and names the host.
    func checksCertificate(of url: LinkURL) -> Bool { !permissions.allows(.badCertificate, of: url.host ?? "") }

    /// Returns the key under which the cache keeps a response to this request for `url`.
    ///
    /// - Parameter realm: The settings of the fetcher on which responses depend.
    func cacheKey(for url: LinkURL, realm: String) -> String {
        let fields = headers.map { "\($0.name): \($0.value)" }
        return ([url.asRequested] + fields + [permissions.key, realm]).joined(separator: "\n")
    }
}

/// The limits of a fetch. A fetch that exceeds a limit fails.
package struct FetchLimits: Sendable, Hashable {
    package var redirects = 10
    /// The maximum time for all hops together.
    package var time: Duration = .seconds(10)
    /// The maximum size of the decompressed page, in bytes.
    package var bodyBytes = 2 << 20
    /// The maximum size of all heads of one hop, in bytes, including interim responses and trailers.
    package var headBytes = 64 << 10

    package init() {}
}

/// Settings for all fetches of a fetcher.
package struct FetchSettings: Sendable {
    /// The environment in which `http_proxy` and the other proxy variables are looked up.
    package var environment: [String: String] = [:]
    /// A file of certificates to trust instead of the system's.
    package var certificates: String?
    /// Substitutes for hosts and ports, in the format of curl's `--connect-to`: `page.test:80:127.0.0.1:8080`.
    package var connectTo: [String] = []
    /// Addresses for names, in the format of curl's `--resolve`: `page.test:80:192.0.2.1`.
    package var resolve: [String] = []
    /// The maximum number of transfers that run at the same time. Other transfers wait.
    package var concurrency = 64
    package var userAgent = "linkscope"
    /// The cache for responses. If it is nil, each page is fetched again.
    package var cache: PageCache?

    package init() {}

    /// Creates the settings of an environment: proxies and trusted certificates, as for curl.
    package init(environment: [String: String]) {
        self.environment = environment
        certificates = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// The settings on which responses depend, as part of the cache key.
    var realm: String { ([userAgent, certificates ?? ""] + connectTo + resolve).joined(separator: "\n") }

    /// Returns the IPv4 addresses that `resolve` gives for a host.
    func fixedAddresses(of host: String) -> [[UInt8]] {
        resolve.compactMap { entry in
            let parts = entry.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[0].lowercased() == host.lowercased() else { return nil }
            let bytes = parts[2].split(separator: ".").compactMap { UInt8($0) }
            return bytes.count == 4 ? bytes : nil
        }
    }
}

/// Counts the bytes of a group of fetches. All fetches of the group end when they exceed a limit together.
package final class FetchMeter: Sendable {
    private let counts = Locked((used: 0, received: 0))
    package let limit: Int

    /// - Parameter limit: The maximum number of bytes of all heads, all decompressed bodies and all sent bodies together.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes of heads and bodies as received over the network, before decompression.
    package var received: Int { counts.withLock { $0.received } }

    /// Whether a fetch was ended by the limit.
    package var isExceeded: Bool { counts.withLock { $0.used > limit } }

    /// Adds bytes that were sent or received. Returns `false` once the group has used more than its limit.
    package func use(_ count: Int) -> Bool {
        counts.withLock { counts in
            counts.used += count
            return counts.used <= limit
        }
    }

    func addReceived(_ count: Int) { counts.withLock { $0.received += count } }
}

extension LinkURL {
    /// The URL as requested: without the fragment, and without user name and password, because the user has not agreed to send them.
    package var asRequested: String {
        if text == absoluteString, components.fragment == nil, components.userInfo == nil { return text }
        guard let url = LinkURL(absoluteString) else { return absoluteString }
        var bytes = Array(url.text.utf8)
        if let fragment = url.components.fragment { bytes.removeSubrange((fragment.lowerBound - 1)...) }
        if let user = url.components.userInfo { bytes.removeSubrange(user.lowerBound...user.upperBound) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
