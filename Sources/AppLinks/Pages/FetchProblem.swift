/// The reason why a page could not be fetched.
package enum FetchProblem: Error, Sendable, Hashable {
    case unsupportedScheme(String?)
    case badURL(String, reason: String)
    case unknownHost(String)
    case refusedAddress(host: String, address: String, AddressKind)
    case noConnection(host: String, reason: String)
    /// `isCertificate` tells whether the server's certificate is the cause.
    case insecure(host: String, reason: String, isCertificate: Bool = false)
    /// The user's certificate file cannot be read.
    case badCertificates(String)
    case tooManyRedirects(limit: Int)
    case redirectWithoutLocation(status: Int)
    case redirectToNoURL(String)
    case redirectToScheme(String)
    case tooSlow(seconds: Double, bytes: Int?)
    case pageTooLarge(limit: Int)
    case headTooLarge(limit: Int)
    case pageTooComplex
    case badEncoding(String)
    case brokenOff(host: String, reason: String)
    case badDataLink(String)
    case proxy(String)
    case noLibrary(String)
    /// The user stopped the lookup.
    case stopped

    /// A stable code that scripts can match on.
    package var code: String {
        switch self {
        case .unsupportedScheme: "unsupported-scheme"
        case .badURL: "bad-url"
        case .unknownHost: "unknown-host"
        case .refusedAddress: "refused-address"
        case .noConnection: "no-connection"
        case .insecure: "tls-failed"
        case .badCertificates: "bad-certificate-file"
        case .tooManyRedirects: "too-many-redirects"
        case .redirectWithoutLocation: "redirect-without-location"
        case .redirectToNoURL: "redirect-to-no-url"
        case .redirectToScheme: "redirect-to-scheme"
        case .tooSlow: "too-slow"
        case .pageTooLarge: "page-too-large"
        case .headTooLarge: "head-too-large"
        case .pageTooComplex: "page-too-complex"
        case .badEncoding: "bad-content-encoding"
        case .brokenOff: "connection-broken"
        case .badDataLink: "bad-data-link"
        case .proxy: "proxy-failed"
        case .noLibrary: "no-libcurl"
        case .stopped: "stopped"
        }
    }
}

extension FetchProblem: CustomStringConvertible {
    /// A sentence that says what happened, and what to do about it. May contain text from servers.
    package var description: String {
        switch self {
        case .unsupportedScheme(let scheme):
            "Only http, https and data links can be fetched\(scheme.map { ", not \($0): links" } ?? "")."
        case .badURL(let url, let reason):
            "\(url) cannot be fetched: \(reason)."
        case .unknownHost:
            "\(fact) Check its spelling and your network."
        case .refusedAddress(let host, let address, let kind):
            "\(host)\(host == address ? "" : " is at \(address), which") is \(kind.words) address, so linkscope does not connect to it. Allow it "
                + "with --allow-private."
        case .noConnection(let host, let reason):
            "\(host) cannot be reached: \(reason)."
        case .insecure:
            "\(fact) Apps and browsers would refuse it too."
        case .badCertificates(let reason):
            "The trusted certificates cannot be read: \(reason). Correct or unset SSL_CERT_FILE and CURL_CA_BUNDLE."
        case .tooManyRedirects(let limit):
            "linkscope stopped after \(limit) redirects, which are probably a loop."
        case .redirectWithoutLocation(let status):
            "The server redirects (status \(status)) without a Location header, so there is nothing to follow."
        case .redirectToNoURL(let location):
            "A redirect leads to something that is not a URL: \(location)"
        case .redirectToScheme(let location):
            "linkscope did not follow a redirect that leaves the web; a browser may open an app with it: \(location)"
        case .tooSlow(let seconds, let bytes):
            "Timed out after \(Self.text(seconds)) s: \(bytes.map { "\($0) bytes of the answer had arrived" } ?? "no answer had arrived")."
        case .pageTooLarge(let limit):
            "The answer is larger than \(Self.text(bytes: limit)): linkscope stopped reading."
        case .headTooLarge(let limit):
            "The headers are larger than \(Self.text(bytes: limit)): linkscope stopped reading."
        case .pageTooComplex:
            "The page is nested too deeply or repeats too much: reading its tags would take too long."
        case .badEncoding(let reason):
            "The answer cannot be decompressed: \(reason)."
        case .brokenOff(let host, let reason):
            "The connection to \(host) broke off: \(reason)."
        case .badDataLink(let reason):
            "This data link contains no page: \(reason)."
        case .proxy(let reason):
            "The proxy set in the environment does not work: \(reason)."
        case .noLibrary(let reason):
            "Fetching needs libcurl (Debian: libcurl4): \(reason)."
        case .stopped:
            "The lookup was stopped."
        }
    }

    /// A sentence that says only what happened. The description also says what the problem means for the site, or what to do, which is
    /// wrong if this machine is the cause.
    package var fact: String {
        switch self {
        case .unknownHost(let host): "The host \(host) has no address."
        case .insecure(let host, let reason, _): "No secure connection to \(host): \(reason)."
        default: description
        }
    }

    /// The permission without which the fetch failed. Nil if no permission helps.
    package var missingPermission: FetchPermissions.Place? {
        switch self {
        case .refusedAddress(let host, _, let kind): FetchPermissions.Place(.address(kind), of: host)
        case .insecure(let host, _, isCertificate: true): FetchPermissions.Place(.badCertificate, of: host)
        default: nil
        }
    }

    package static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    }

    package static func text(bytes: Int) -> String {
        if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
        return "\(bytes) bytes"
    }
}

/// A failed fetch: the reason, and the requests that were made.
package struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var problem: FetchProblem
    /// The requests in order. The last request failed. That request has a status only if the server answered.
    package var hops: [RedirectHop]

    package init(_ problem: FetchProblem, hops: [RedirectHop] = []) {
        self.problem = problem
        self.hops = hops
    }

    package var description: String { problem.description }
}
