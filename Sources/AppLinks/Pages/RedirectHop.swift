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
    /// False if the user allows the host to have any certificate.
    package var isCertificateChecked: Bool
    package var milliseconds: Double
    /// The age, in seconds, of an answer from the cache. Nil if the answer came from the server.
    package var age: Int?
    /// Whether the server confirmed (with status 304) that the cached answer is still valid. If so, `status` is the status of the cached
    /// answer.
    package private(set) var isUnchanged = false
    /// The header fields of the answer, as far as ``mostHeaderBytes`` allows. Empty if the server sent none.
    package private(set) var headers: [FetchedPage.Field]

    /// The maximum size of the headers that are kept, because every hop of a session stays in memory.
    package static let mostHeaderBytes = 16 << 10

    package init(
        url: LinkURL, status: Int? = nil, location: String? = nil, remoteAddress: String? = nil, tls: TLSFacts? = nil,
        isCertificateChecked: Bool = true, milliseconds: Double, age: Int? = nil, headers: [FetchedPage.Field] = []
    ) {
        self.url = url
        self.status = status
        self.location = location
        self.remoteAddress = remoteAddress
        self.tls = tls
        self.isCertificateChecked = isCertificateChecked
        self.milliseconds = milliseconds
        self.age = age
        self.headers = Self.kept(headers)
    }

    /// Takes the status and the headers of a cached answer, because the server confirmed that it is still valid.
    package mutating func confirm(status: Int, location: String?, headers: [FetchedPage.Field]) {
        (self.status, self.location, self.headers, isUnchanged) = (status, location, Self.kept(headers), true)
    }

    /// Returns the first fields, as many as there is room for.
    private static func kept(_ fields: [FetchedPage.Field]) -> [FetchedPage.Field] {
        var room = mostHeaderBytes
        return Array(
            fields.prefix { field in
                room -= field.name.utf8.count + field.value.utf8.count
                return room >= 0
            })
    }
}

/// The encryption of a connection. An invalid certificate ends the fetch, unless the user allows it.
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
