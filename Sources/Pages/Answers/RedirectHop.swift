package import AppLinks

/// One request on the way to a page, with the server's answer.
package struct RedirectHop: Sendable, Hashable {
    /// The requested URL. Its user name and password are never sent.
    package var url: LinkURL
    /// The status of the answer. Nil if the server sent none.
    package var status: Int?
    /// The redirect target, as the server wrote it.
    package var location: String?
    /// The address that was contacted, such as `192.0.2.7`. If a proxy was used, this is the address of the proxy.
    package var remoteAddress: String?
    /// The encryption. Nil for plain HTTP and after a failed handshake.
    package var tls: TLSFacts?
    package var milliseconds: Double
    /// The age, in seconds, of an answer from the cache. Nil if the answer came from the server.
    package var age: Int?
    /// Whether the server confirmed (with status 304) that the cached answer is still valid. If so, `status` is the status of the cached
    /// answer.
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

/// The encryption of a connection. An invalid certificate ends the fetch, so these facts are always about a valid certificate.
package struct TLSFacts: Sendable, Hashable {
    /// The version, such as `TLSv1.3`.
    package var version: String
    /// The cipher, such as `TLS_AES_256_GCM_SHA384`.
    package var cipher: String?

    package init(version: String, cipher: String?) {
        self.version = version
        self.cipher = cipher
    }
}
