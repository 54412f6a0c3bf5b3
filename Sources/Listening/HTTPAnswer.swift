package import JSONDocument

package struct HTTPAnswer: Sendable, Hashable {
    package var status: HTTPStatus
    package var fields: [HTTPField]
    package var body: [UInt8]
    /// Why a request was refused, for the user.
    private(set) var reason: String?

    package init(_ status: HTTPStatus, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Creates an answer with one line of JSON.
    package init(_ status: HTTPStatus, json: JSONObject, fields: [HTTPField] = []) {
        // An object of strings and whole numbers can always be written.
        let text = (try? JSONValue.object(json).serialized()) ?? "{}"
        self.init(status, fields: [HTTPField("Content-Type", "application/json")] + fields, body: Array((text + "\n").utf8))
    }

    /// Creates an answer that says why a request was refused.
    package init(_ status: HTTPStatus, error: String, line: Int? = nil, column: Int? = nil, fields: [HTTPField] = []) {
        var object: JSONObject = ["error": .string(error)]
        if let line { object["line"] = .number(JSONNumber(line)) }
        if let column { object["column"] = .number(JSONNumber(column)) }
        self.init(status, json: object, fields: fields)
        // A message with a place may quote the body, which can have secrets, so only the client gets it.
        reason = line.map { "A body could not be read: line \($0)\(column.map { ", column \($0)" } ?? "")." } ?? error
    }

    /// Returns the bytes to send.
    ///
    /// - Parameters:
    ///   - closes: Whether the connection is closed after this answer.
    ///   - isHead: Whether this is the answer to a HEAD request, which has the fields of the answer to GET but no body.
    ///   - isStream: Whether the end of the connection ends the body.
    package func bytes(closes: Bool, isHead: Bool = false, isStream: Bool = false) -> [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        // Browsers must not guess another type, and nothing here is to be stored.
        text += "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
        if status != .noContent, !isStream { text += "Content-Length: \(body.count)\r\n" }
        text += "Connection: \(closes ? "close" : "keep-alive")\r\n\r\n"
        return Array(text.utf8) + (isHead ? [] : body)
    }

    /// The bytes that permit a waiting client to send the body of its request.
    package static let continues = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    /// The bytes before a stream of events.
    package static let events = HTTPAnswer(.ok, fields: [HTTPField("Content-Type", "application/x-ndjson")])
        .bytes(closes: true, isStream: true)
    /// The bytes for a linkscope process that speaks the line protocol of older versions, which is ``RequestBuffer/isOlder``.
    package static let older = Array("error this inspector is of a newer version of linkscope: use that version here too\n".utf8)
}

/// The reason why a request is not carried out, as the answer that says so.
package struct Refusal: Error, Hashable {
    package var answer: HTTPAnswer

    package init(_ status: HTTPStatus, _ error: String, line: Int? = nil, column: Int? = nil, fields: [HTTPField] = []) {
        answer = HTTPAnswer(status, error: error, line: line, column: column, fields: fields)
    }
}

/// The status codes that the listener answers with, as the first line of an answer writes them.
package enum HTTPStatus: String, Sendable, Hashable, CaseIterable {
    case ok = "200 OK"
    case accepted = "202 Accepted"
    case noContent = "204 No Content"
    case badRequest = "400 Bad Request"
    case unauthorized = "401 Unauthorized"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case methodNotAllowed = "405 Method Not Allowed"
    case requestTimeout = "408 Request Timeout"
    case lengthRequired = "411 Length Required"
    case contentTooLarge = "413 Content Too Large"
    case unsupportedMediaType = "415 Unsupported Media Type"
    case expectationFailed = "417 Expectation Failed"
    case tooManyRequests = "429 Too Many Requests"
    case fieldsTooLarge = "431 Request Header Fields Too Large"
    case serviceUnavailable = "503 Service Unavailable"
    case versionNotSupported = "505 HTTP Version Not Supported"

    var code: Int { Int(rawValue.prefix(3)) ?? 0 }
}

/// A header field of a request or an answer.
package struct HTTPField: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
