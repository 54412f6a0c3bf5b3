package import AppLinks
package import Pages

/// A page to fetch, by default with GET and without cookies, credentials or referer.
package struct FetchRequest: Sendable {
    package var url: LinkURL
    /// The method. With a method other than GET, `followsRedirects` must be false, and the response is not cached.
    package var method = "GET"
    package var body: [UInt8] = []
    /// Header fields for every hop.
    package var headers: [FetchedPage.Field]
    package var limits: FetchLimits
    /// Whether addresses outside the public Internet are allowed.
    package var allowsPrivate: Bool
    /// If false, the first response is the page, even if it redirects.
    package var followsRedirects: Bool
    /// Whether to ignore the cache.
    package var isFresh: Bool
    /// Counts this request together with others; nil for a request on its own.
    package var meter: FetchMeter?

    package init(
        _ url: LinkURL, headers: [FetchedPage.Field] = [], limits: FetchLimits = FetchLimits(), allowsPrivate: Bool = false,
        followsRedirects: Bool = true, isFresh: Bool = false
    ) {
        self.url = url
        self.headers = headers
        self.limits = limits
        self.allowsPrivate = allowsPrivate
        self.followsRedirects = followsRedirects
        self.isFresh = isFresh
    }

    /// Returns a request for a page with App Link tags. Its header asks for the tags, as Bolts does; some servers then send nothing else.
    package static func page(
        _ url: LinkURL, limits: FetchLimits = FetchLimits(), allowsPrivate: Bool = false, isFresh: Bool = false
    ) -> FetchRequest {
        FetchRequest(url, headers: pageHeaders, limits: limits, allowsPrivate: allowsPrivate, isFresh: isFresh)
    }

    private static let pageHeaders = [FetchedPage.Field("Prefer-Html-Meta-Tags", "al")]

    /// Returns the key under which the cache keeps a response to this request for `url`.
    ///
    /// - Parameter realm: Settings of the fetcher on which responses depend, too.
    func cacheKey(for url: LinkURL, realm: String) -> String {
        var key = url.asRequested
        for header in headers {
            key += "\n"
            key += header.name
            key += ": "
            key += header.value
        }
        key += allowsPrivate ? "\nprivate\n" : "\npublic\n"
        key += realm
        return key
    }
}

/// Limits of a fetch. Beyond a limit, the fetch fails.
package struct FetchLimits: Sendable, Hashable {
    package var redirects = 10
    /// The time for all hops together.
    package var time: Duration = .seconds(10)
    /// The size of the page, decompressed.
    package var bodyBytes = 2 << 20
    /// The size of all heads of one hop, including interim responses and trailers.
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
    /// The most transfers that run at the same time; others wait.
    package var concurrency = 64
    package var userAgent = "linkscope"
    /// The cache for responses; nil fetches each page again.
    package var cache: PageCache?

    package init() {}

    /// The settings on which responses depend, as part of the cache key.
    var realm: String { ([userAgent, certificates ?? ""] + connectTo + resolve).joined(separator: "\n") }
}
