public import Foundation

/// A response that reports an error: its status is 400 or more.
public struct HTTPStatusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status.
    public let status: Int
    /// The URL that answered, after all redirects.
    public let url: URL

    init(status: Int, url: URL) {
        self.status = status
        self.url = url
    }

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
