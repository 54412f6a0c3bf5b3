package import AppLinks
package import LinkLayers

/// A page to fetch, by default with GET and without cookies, credentials or referer.
package struct FetchRequest: Sendable {
    package var url: LinkURL
    /// A method other than GET goes with `followsRedirects: false`, and no cache keeps its answer.
    package var method = "GET"
    package var body: [UInt8] = []
    /// Sent on every hop.
    package var headers: [FetchedPage.Field]
    package var limits: FetchLimits
    /// Whether addresses may be connected to that are not on the public Internet.
    package var allowsPrivate: Bool
    /// False: the first answer is the page, whatever it says.
    package var followsRedirects: Bool
    /// Whether every hop is to be asked for, whatever the cache has.
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

    /// A page that may have App Link tags: the header asks for them, as Bolts does, and some servers then send nothing else.
    package static func page(
        _ url: LinkURL, limits: FetchLimits = FetchLimits(), allowsPrivate: Bool = false, isFresh: Bool = false
    ) -> FetchRequest {
        FetchRequest(url, headers: pageHeaders, limits: limits, allowsPrivate: allowsPrivate, isFresh: isFresh)
    }

    private static let pageHeaders = [FetchedPage.Field("Prefer-Html-Meta-Tags", "al")]

    /// What an answer for `url` in this request is kept under.
    ///
    /// - Parameter realm: What makes it another one than somebody else's to the same request.
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

/// How much of a server's answer is put up with.
package struct FetchLimits: Sendable, Hashable {
    package var redirects = 10
    /// For all hops together.
    package var time: Duration = .seconds(10)
    /// Of the page, decompressed.
    package var bodyBytes = 2 << 20
    /// Of the heads of one hop, trailers and interim answers among them.
    package var headBytes = 64 << 10

    package init() {}
}

/// What all fetches of one fetcher have in common.
package struct FetchSettings: Sendable {
    /// Where `http_proxy` and its like are looked up.
    package var environment: [String: String] = [:]
    /// A file with the certificates to trust, instead of the system's.
    package var certificates: String?
    /// Other places for hosts, as curl's `--connect-to` has them: `page.test:80:127.0.0.1:8080`.
    package var connectTo: [String] = []
    /// Addresses for names, as curl's `--resolve` has them: `page.test:80:192.0.2.1`.
    package var resolve: [String] = []
    /// As many transfers run side by side; others wait their turn.
    package var concurrency = 64
    package var userAgent = "linkscope"
    /// Where answers are kept that may be used again; nil asks each time.
    package var cache: PageCache?

    package init() {}

    /// What makes an answer another one than somebody else's to the same request.
    var realm: String { ([userAgent, certificates ?? ""] + connectTo + resolve).joined(separator: "\n") }
}
