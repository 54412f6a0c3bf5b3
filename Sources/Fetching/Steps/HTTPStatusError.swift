package import AppLinks
import Foundation

/// A response that reports an error: its status is 400 or more.
package struct HTTPStatusError: Error, Sendable, Hashable, CustomStringConvertible {
    package var status: Int
    package var url: LinkURL

    package var description: String { "\(url.host ?? url.absoluteString) answers with status \(status)." }
}

/// The bridge to `NSError`, for code that checks domains and codes, as with BkTask.
extension HTTPStatusError: CustomNSError, LocalizedError {
    package static var errorDomain: String { "linkscope.http" }
    package var errorCode: Int { status }
    package var errorDescription: String? { description }

    package var errorUserInfo: [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: description, "NSErrorFailingURLStringKey": url.absoluteString, "status": status,
        ]
        if let url = url.url { info["NSErrorFailingURLKey"] = url }
        return info
    }
}
