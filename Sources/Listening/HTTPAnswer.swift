package import JSONDocument

/// The answer to a request.
package struct HTTPAnswer: Sendable, Hashable {
    package var status: HTTPStatus
    package var fields: [HTTPField]
    package var body: [UInt8]

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
    }

    /// Returns the bytes to send.
    ///
    /// - Parameters:
    ///   - closes: Whether the connection is closed after this answer.
    ///   - isHead: Whether this is the answer to a HEAD request, which has the fields of the answer to GET but no body.
    package func bytes(closes: Bool, isHead: Bool = false) -> [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
        for field in fields { text += "\(field.name): \(field.value)\r\n" }
        // Browsers must not guess another type, and nothing here is to be stored.
        text += "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
        if status != .noContent { text += "Content-Length: \(body.count)\r\n" }
        text += "Connection: \(closes ? "close" : "keep-alive")\r\n\r\n"
        return Array(text.utf8) + (isHead ? [] : body)
    }

    /// The bytes that permit a waiting client to send the body of its request.
    package static let continues = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

/// The reason why a request is not carried out, as the answer that says so.
package struct Refusal: Error, Hashable {
    package var answer: HTTPAnswer

    package init(_ status: HTTPStatus, _ error: String, line: Int? = nil, column: Int? = nil, fields: [HTTPField] = []) {
        answer = HTTPAnswer(status, error: error, line: line, column: column, fields: fields)
    }
}
