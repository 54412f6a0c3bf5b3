import Pages

/// How long an answer may be used again without asking, by RFC 9111 for a cache of one user.
struct Freshness: Sendable, Equatable {
    /// How many seconds it may be used from the moment the server made it; 0 where the server wants to be asked each time.
    var lifetime: Int
    /// How old it was when it came.
    var age: Int

    private static let longestLifetime = 365 * 86400
    /// Where the server says nothing, an answer that was changed long ago is used for a tenth of that time, but no longer than this: whoever
    /// puts a file right and looks again must not be told of the old one for a day. Later it is validated, which costs little.
    private static let longestGuess = 60

    /// Nil for an answer that is not to be kept: it is not for this kind of cache, or can neither be used again nor be validated.
    ///
    /// - Parameters:
    ///   - received: When it came, in seconds since 1970.
    ///   - waited: How many seconds after it was asked for.
    init?(status: Int, fields: [FetchedPage.Field], received: Int, waited: Int = 0) {
        guard [200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 410].contains(status) else { return nil }
        // Which other fields make the difference need not be told apart: all of a request's fields are part of what its answer is kept under.
        guard !fields.values(of: "vary").contains("*") else { return nil }
        let directives = Self.directives(fields.values(of: "cache-control"))
        guard directives["no-store"] == nil else { return nil }
        let made = HTTPDate.seconds(fields.values(of: "date"))
        age = max(made.map { received - $0 } ?? 0, (Self.seconds(fields.values(of: "age")) ?? 0) + waited, 0)
        let expires = fields.values(of: "expires")
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
    }

    init(lifetime: Int, age: Int) {
        self.lifetime = lifetime
        self.age = age
    }

    /// `max-age=60, private` as names and values; of several of a name the first counts.
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

    /// A number of seconds; more than can be counted is a very long time.
    private static func seconds(_ text: String) -> Int? {
        let text = text.trimmingBlanks
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return min(Int(text) ?? .max, 1 << 40)
    }
}
