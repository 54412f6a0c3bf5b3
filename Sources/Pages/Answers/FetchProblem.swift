/// The reason why a page could not be fetched.
package enum FetchProblem: Error, Sendable, Hashable {
    case unsupportedScheme(String?)
    case badURL(String, reason: String)
    case unknownHost(String)
    case refusedAddress(host: String, address: String, AddressKind)
    case noConnection(host: String, reason: String)
    case insecure(host: String, reason: String)
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
    /// What happened and what to do about it. May contain text from servers.
    package var description: String {
        switch self {
        case .unsupportedScheme(let scheme):
            "Only http, https and data links lead to a page that can be read\(scheme.map { ", not \($0):" } ?? "")."
        case .badURL(let url, let reason):
            "No page can be asked for at \(url): \(reason)."
        case .unknownHost(let host):
            "The name \(host) has no address. Is it spelled right, and is there a network?"
        case .refusedAddress(let host, let address, let kind):
            "\(host)\(host == address ? "" : " is at \(address), which") is \(kind.words) address: not connected. If that is meant, allow it "
                + "with --allow-private."
        case .noConnection(let host, let reason):
            "\(host) cannot be reached: \(reason)."
        case .insecure(let host, let reason):
            "No secure connection to \(host): \(reason). Apps and browsers would not trust it either."
        case .badCertificates(let reason):
            "Nobody can be trusted: \(reason). Correct SSL_CERT_FILE or CURL_CA_BUNDLE, whichever names it, or unset it."
        case .tooManyRedirects(let limit):
            "More than \(limit) redirects: given up. Most likely they go round in a circle."
        case .redirectWithoutLocation(let status):
            "Status \(status) sends elsewhere without saying where: the header Location is missing."
        case .redirectToNoURL(let location):
            "A redirect leads to something that is no URL: \(location)"
        case .redirectToScheme(let location):
            "A redirect that leads away from the web was not followed; a browser may open an app there. It leads to \(location)"
        case .tooSlow(let seconds, let bytes):
            "Not done after \(Self.text(seconds)) s: \(bytes.map { "\($0) bytes of the answer had come" } ?? "there was no answer yet")."
        case .pageTooLarge(let limit):
            "The answer is larger than \(Self.text(bytes: limit)): not read any further."
        case .headTooLarge(let limit):
            "The server sends more than \(Self.text(bytes: limit)) of headers: not read any further."
        case .pageTooComplex:
            "The page nests so deep or repeats so much that reading its tags would take too long: given up."
        case .badEncoding(let reason):
            "The answer is compressed in a way that cannot be undone: \(reason)."
        case .brokenOff(let host, let reason):
            "\(host) broke off: \(reason)."
        case .badDataLink(let reason):
            "This data link holds no page: \(reason)."
        case .proxy(let reason):
            "The proxy that the environment names does not work: \(reason)."
        case .noLibrary(let reason):
            "Fetching needs libcurl (Debian: libcurl4): \(reason)."
        case .stopped:
            "The lookup was stopped."
        }
    }

    static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    }

    static func text(bytes: Int) -> String {
        for (unit, name) in [(1 << 20, "MiB"), (1 << 10, "KiB")] where bytes >= unit && bytes % unit == 0 {
            return "\(bytes / unit) \(name)"
        }
        return "\(bytes) bytes"
    }
}

/// A failed fetch: the reason, and the requests made so far.
package struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var problem: FetchProblem
    /// The requests in order. The last one failed, and has a status only if the server sent one.
    package var hops: [Hop]

    package init(_ problem: FetchProblem, hops: [Hop] = []) {
        self.problem = problem
        self.hops = hops
    }

    package var description: String { problem.description }
}
