/// The status codes that the listener answers with.
package enum HTTPStatus: Int, Sendable, Hashable, CaseIterable {
    case ok = 200
    case accepted = 202
    case noContent = 204
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case lengthRequired = 411
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case expectationFailed = 417
    case tooManyRequests = 429
    case fieldsTooLarge = 431
    case serviceUnavailable = 503
    case versionNotSupported = 505

    var phrase: String {
        switch self {
        case .ok: "OK"
        case .accepted: "Accepted"
        case .noContent: "No Content"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .lengthRequired: "Length Required"
        case .contentTooLarge: "Content Too Large"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .expectationFailed: "Expectation Failed"
        case .tooManyRequests: "Too Many Requests"
        case .fieldsTooLarge: "Request Header Fields Too Large"
        case .serviceUnavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}
