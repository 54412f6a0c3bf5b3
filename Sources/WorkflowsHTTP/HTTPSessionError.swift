import AppLinks
public import Foundation

/// Why a session received no response.
public struct HTTPSessionError: Error, Sendable, Hashable {
    /// The kinds of failure.
    public enum Reason: Sendable, Hashable {
        /// The URL is malformed or has no host.
        case badURL
        /// The method or a header field cannot be sent.
        case badRequest
        /// The URL is not an `http`, `https` or `data` URL.
        case unsupportedScheme
        /// The host has no address.
        case unknownHost
        /// The address is private, and the session does not allow that.
        case privateAddress
        /// The host or the proxy cannot be reached.
        case noConnection
        /// The TLS connection cannot be trusted, or the file of trusted certificates cannot be read.
        case notSecure
        /// There were more redirects than the session allows.
        case tooManyRedirects
        /// A redirect leads nowhere, or out of the web.
        case badRedirect
        /// The response did not arrive in time.
        case timedOut
        /// The response is larger than the session allows.
        case tooLarge
        /// The response is not valid.
        case badResponse
        /// The connection broke off.
        case connectionLost
        /// The machine has no libcurl, or no thread to spare.
        case unavailable
    }

    /// The kind of failure.
    public let reason: Reason
    /// The URL that was requested.
    public let url: URL
    /// What happened, as a sentence. It may contain text from servers.
    public let description: String

    init(_ reason: Reason, url: URL, _ description: String) {
        self.reason = reason
        self.url = url
        self.description = description
    }

    /// Creates the public form of an error of the fetcher.
    init(_ error: any Error, url: URL) {
        let problem = (error as? FetchFailure)?.problem
        // The sentences of the fetcher speak to the user of linkscope about linkscope's options.
        let description =
            switch problem {
            case .refusedAddress(let host, let address, _):
                "\(host) is at the private address \(address), which the session does not allow."
            case .tooManyRedirects(let limit): "There were more than \(limit) redirects."
            case .redirectToScheme(let location): "A redirect leads out of the web: \(location)"
            case .pageTooLarge(let limit): "The response is larger than \(limit) bytes."
            case .headTooLarge(let limit): "The header fields of the response are larger than \(limit) bytes."
            case let problem?: problem.description
            case nil: String(describing: error)
            }
        self.init(problem.map(Reason.init) ?? .badResponse, url: url, description)
    }
}

extension HTTPSessionError.Reason {
    fileprivate init(_ problem: FetchProblem) {
        self =
            switch problem {
            case .unsupportedScheme: .unsupportedScheme
            case .badURL, .badDataLink: .badURL
            case .unknownHost: .unknownHost
            case .refusedAddress: .privateAddress
            case .noConnection, .proxy: .noConnection
            case .insecure, .badCertificates: .notSecure
            case .tooManyRedirects: .tooManyRedirects
            case .redirectWithoutLocation, .redirectToNoURL, .redirectToScheme: .badRedirect
            case .tooSlow: .timedOut
            case .pageTooLarge, .headTooLarge: .tooLarge
            case .pageTooComplex, .badEncoding: .badResponse
            case .brokenOff: .connectionLost
            case .noLibrary, .stopped: .unavailable
            }
    }

    /// Foundation's code for this kind of failure, from its `NSURLError.h`.
    fileprivate var code: Int {
        switch self {
        case .badURL, .badRequest: -1000
        case .timedOut: -1001
        case .unsupportedScheme: -1002
        case .unknownHost: -1003
        case .noConnection, .privateAddress: -1004
        case .connectionLost: -1005
        case .tooManyRedirects: -1007
        case .unavailable: -1008
        case .badRedirect: -1010
        case .badResponse: -1011
        case .tooLarge: -1103
        case .notSecure: -1200
        }
    }
}

/// The bridge to `NSError`: BkTask passes on the errors of `NSURLSession`, so the domain and the codes are those.
extension HTTPSessionError: CustomNSError, LocalizedError, CustomStringConvertible {
    /// The domain of Foundation's URL errors.
    public static var errorDomain: String { "NSURLErrorDomain" }
    /// Foundation's code for the reason.
    public var errorCode: Int { reason.code }
    /// The description.
    public var errorDescription: String? { description }
    /// The description, and the URL under Foundation's two keys.
    public var errorUserInfo: [String: Any] { url.failureInfo(description) }
}

extension URL {
    /// Returns the user info of an `NSError` about this URL.
    func failureInfo(_ description: String) -> [String: Any] {
        [NSLocalizedDescriptionKey: description, "NSErrorFailingURLKey": self, "NSErrorFailingURLStringKey": absoluteString]
    }
}

/// A response that reports an error: its status is 400 or more.
public struct HTTPStatusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status.
    public let status: Int
    /// The URL that answered, after all redirects.
    public let url: URL

    /// The host that answered, and its status.
    public var description: String { "\(url.host() ?? url.absoluteString) answered with status \(status)." }
}

/// The bridge to `NSError`, with BkTask's domain and keys.
extension HTTPStatusError: CustomNSError, LocalizedError {
    /// The key of the status in the user info of the `NSError`.
    public static let statusCodeKey = "BkHTTPStatusCode"

    /// BkTask's domain for these errors.
    public static var errorDomain: String { "BkHTTPErrorDomain" }
    /// The status.
    public var errorCode: Int { status }
    /// The description.
    public var errorDescription: String? { description }
    /// The description, the status under ``statusCodeKey``, and the URL under Foundation's two keys.
    public var errorUserInfo: [String: Any] {
        url.failureInfo(description).merging([Self.statusCodeKey: status]) { $1 }
    }
}
