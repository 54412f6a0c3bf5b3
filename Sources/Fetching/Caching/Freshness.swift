import Bytes
import Pages

/// The time for which a response may be used without asking the server, by RFC 9111 for a private cache.
struct Freshness: Sendable, Equatable {
    /// The number of seconds after its creation for which the response may be used. The number is 0 if the server has to be asked each
    /// time.
    var lifetime: Int
    /// The age in seconds when the response arrived.
    var age: Int
}

extension Freshness {
    private static let longestLifetime = 365 * 86400
    /// The maximum lifetime in seconds if the server gives no lifetime. In that case, the lifetime is a tenth of the time since the last
    /// change, up to this maximum, so that a corrected file is seen soon. After that, linkscope asks
    /// the server whether the response has changed, which is cheap.
    private static let longestGuess = 60

    /// Computes the freshness of a response. Fails if the response must not be kept, or can neither be used again nor validated.
    ///
    /// - Parameters:
    ///   - received: When the response arrived, in seconds since 1970.
    ///   - waited: The number of seconds between request and response.
    init?(status: Int, fields: [FetchedPage.Field], received: Int, waited: Int = 0) {
        guard [200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 410].contains(status) else { return nil }
        // Other values of Vary do not matter, because all fields of a request are part of the cache key.
        guard !fields.values(of: "vary").contains("*") else { return nil }
        let directives = Self.directives(fields.values(of: "cache-control"))
        guard directives["no-store"] == nil else { return nil }
        let made = HTTPDate.seconds(fields.values(of: "date"))
        let age = max(made.map { received - $0 } ?? 0, (Self.seconds(fields.values(of: "age")) ?? 0) + waited, 0)
        let expires = fields.values(of: "expires")
        var lifetime: Int
        if directives["no-cache"] != nil {
            lifetime = 0
        } else if let text = directives["max-age"] {
            lifetime = Self.seconds(text) ?? 0
        } else if !expires.isEmpty {
            lifetime = HTTPDate.seconds(expires).map { max(0, $0 - (made ?? received)) } ?? 0
        } else if let changed = HTTPDate.seconds(fields.values(of: "last-modified")),
            [200, 203, 204, 300, 301, 308, 404, 410].contains(status)
        {
            lifetime = min(max(0, (made ?? received) - changed) / 10, Self.longestGuess)
        } else {
            lifetime = 0
        }
        lifetime = min(lifetime, Self.longestLifetime)
        if age >= lifetime, CachedAnswer.validators(of: fields).isEmpty { return nil }
        self.init(lifetime: lifetime, age: age)
    }

    /// Returns directives such as `max-age=60, private` by name. If several directives have the same name, the first one counts.
    private static func directives(_ text: String) -> [String: String] {
        var directives: [String: String] = [:]
        if text.isEmpty { return directives }
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let name = pair.first?.trimmingBlanks.lowercased(), directives[name] == nil else { continue }
            directives[name] = pair.count > 1 ? pair[1].trimmingBlanks.filter { $0 != "\"" } : ""
        }
        return directives
    }

    /// Parses a number of seconds. A number that is too large becomes a very long time.
    private static func seconds(_ text: String) -> Int? {
        let text = text.trimmingBlanks
        guard !text.isEmpty, text.utf8.allSatisfy(ByteClass.isDigit) else { return nil }
        return min(Int(text) ?? .max, 1 << 40)
    }
}
