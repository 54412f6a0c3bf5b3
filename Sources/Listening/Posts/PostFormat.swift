/// The form of a post's body.
package enum PostFormat: Sendable, Hashable {
    /// A value or a list of values. Some programs send JSON lines under this type.
    case json
    /// One JSON value per line.
    case jsonLines
    /// One link per line.
    case text

    /// Reads the value of a `Content-Type` field.
    init(_ contentType: String?) throws(Refusal) {
        let parts = (contentType ?? "").lowercased().split(separator: ";").map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
        switch parts.first {
        case "application/json": self = .json
        case "application/x-ndjson", "application/ndjson", "application/jsonl": self = .jsonLines
        case "text/plain": self = .text
        default:
            throw Refusal(
                .unsupportedMediaType,
                "The Content-Type must be application/json, application/x-ndjson (one value per line) or text/plain "
                    + "(one link per line), as in curl -H 'Content-Type: application/json'.")
        }
        for part in parts.dropFirst() where part.hasPrefix("charset=") {
            guard ["utf-8", "\"utf-8\"", "utf8", "us-ascii"].contains(part.dropFirst("charset=".count)) else {
                throw Refusal(.unsupportedMediaType, "The body must be UTF-8.")
            }
        }
    }
}
