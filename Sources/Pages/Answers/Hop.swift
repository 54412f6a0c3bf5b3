package import AppLinks

/// One request on the way to a page, and how it was answered.
package struct Hop: Sendable, Hashable {
    /// What was asked for. A name and password in it are never sent.
    package var url: LinkURL
    /// The status of the answer; nil when there was none.
    package var status: Int?
    /// Where the answer sends us, as the server wrote it.
    package var location: String?
    /// Whom the request went to, e.g. `192.0.2.7`: the proxy, where there is one.
    package var remoteAddress: String?
    /// Nil for plain HTTP, and where the handshake failed.
    package var tls: TLSFacts?
    package var milliseconds: Double
    /// How many seconds old an answer out of the cache is; nil for one that was asked for.
    package var age: Int?
    /// Whether the server was asked, and said that the answer in the cache still holds (304); then the status is that answer's.
    package var isUnchanged: Bool

    package init(
        url: LinkURL, status: Int? = nil, location: String? = nil, remoteAddress: String? = nil, tls: TLSFacts? = nil, milliseconds: Double,
        age: Int? = nil, isUnchanged: Bool = false
    ) {
        self.url = url
        self.status = status
        self.location = location
        self.remoteAddress = remoteAddress
        self.tls = tls
        self.milliseconds = milliseconds
        self.age = age
        self.isUnchanged = isUnchanged
    }
}

/// What a connection was secured with. There is none with a certificate that does not hold: that ends the fetch.
package struct TLSFacts: Sendable, Hashable {
    /// E.g. `TLSv1.3`.
    package var version: String
    /// E.g. `TLS_AES_256_GCM_SHA384`.
    package var cipher: String?

    package init(version: String, cipher: String?) {
        self.version = version
        self.cipher = cipher
    }
}
