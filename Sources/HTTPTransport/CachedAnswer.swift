import AppLinks
import Bytes
import Foundation
import JSONDocument

/// A response that may be used again.
struct CachedAnswer: Sendable, Equatable {
    var status: Int
    var fields: [FetchedPage.Field]
    var body: [UInt8]
    var remoteAddress: String?
    var tls: TLSFacts?
    /// When the response arrived, in seconds since 1970.
    var received: Int
    var freshness: Freshness

    var location: String? { fields.value(of: "Location") }

    /// Returns the age in seconds, or nil if the response is from the future because the clock was set back.
    func age(at now: Int) -> Int? {
        let passed = now - received
        return passed >= 0 ? freshness.age + passed : nil
    }

    /// Whether the response may be used without asking the server.
    func isFresh(at now: Int) -> Bool { age(at: now).map { $0 < freshness.lifetime } ?? false }

    /// The approximate size in bytes.
    var size: Int { fields.reduce(body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 } }

    // MARK: Validation, which asks the server whether the cached response is still valid

    /// The request fields that ask for a response only if it has changed.
    var validators: [FetchedPage.Field] { Self.validators(of: fields) }

    static func validators(of fields: [FetchedPage.Field]) -> [FetchedPage.Field] {
        [("etag", "If-None-Match"), ("last-modified", "If-Modified-Since")].compactMap { name, condition in
            guard let value = fields.value(of: name), isSendable(value) else { return nil }
            return FetchedPage.Field(condition, value)
        }
    }

    /// Whether a value from a server can be sent back safely: it is printable ASCII and not too long.
    private static func isSendable(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= 1000 && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Whether a 304 response with these fields refers to this response.
    func isMeant(by fields: [FetchedPage.Field]) -> Bool {
        // A weak tag (W/"…") matches the strong tag with the same text.
        let tag = { (fields: [FetchedPage.Field]) in
            fields.value(of: "etag").map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
        }
        guard let own = tag(self.fields), let other = tag(fields) else { return true }
        return own == other
    }

    /// Returns the response updated by the fields of a 304 response, or nil if these fields forbid keeping the response.
    func validated(by fields: [FetchedPage.Field], received: Int, waited: Int) -> CachedAnswer? {
        // The body has not changed, so the fields that describe the body stay.
        let news = fields.filter { field in
            let name = field.name.lowercased()
            return !name.hasPrefix("content-") && !["connection", "keep-alive", "transfer-encoding", "set-cookie"].contains(name)
        }
        let names = Set(news.map { $0.name.lowercased() })
        var answer = self
        // Without new values, the age and the date of the response are unknown.
        answer.fields =
            self.fields.filter { !names.contains($0.name.lowercased()) && !["age", "date"].contains($0.name.lowercased()) } + news
        guard let freshness = Freshness(status: status, fields: answer.fields, received: received, waited: waited) else { return nil }
        answer.freshness = freshness
        answer.received = received
        return answer
    }
}

/// The format of files, which is a line of JSON followed by the body.
extension CachedAnswer {
    func file(for key: String) -> Data? {
        let head: JSONValue = [
            "version": 1, "key": .string(key), "status": .number(JSONNumber(status)),
            "fields": .array(fields.map { .array([.string($0.name), .string($0.value)]) }),
            "remoteAddress": remoteAddress.map { .string($0) } ?? .null, "tls": tls.map { .string($0.version) } ?? .null,
            "cipher": tls?.cipher.map { .string($0) } ?? .null, "received": .number(JSONNumber(received)),
            "lifetime": .number(JSONNumber(freshness.lifetime)), "age": .number(JSONNumber(freshness.age)),
            "length": .number(JSONNumber(body.count)),
        ]
        return (try? head.serialized()).map { Data($0.utf8) + [0x0A] + body }
    }

    /// Reads a response from a file. Fails if the file has another format, is truncated, or belongs to another key.
    init?(file: [UInt8], key: String) {
        guard let end = file.firstIndex(of: 0x0A), let head = JSONDocument(Array(file[..<end])).root else { return nil }
        let number: (String) -> Int? = { head[$0]?.numberLiteral.flatMap { Int($0) } }
        guard number("version") == 1, head["key"]?.stringValue == key, number("length") == file.count - end - 1 else { return nil }
        guard let status = number("status"), let received = number("received"), let lifetime = number("lifetime"), let age = number("age")
        else { return nil }
        self.status = status
        self.received = received
        freshness = Freshness(lifetime: lifetime, age: age)
        fields = (head["fields"].map { Array($0.elements) } ?? []).compactMap { pair in
            guard let name = pair[0]?.stringValue, let value = pair[1]?.stringValue else { return nil }
            return FetchedPage.Field(name, value)
        }
        remoteAddress = head["remoteAddress"]?.stringValue
        tls = head["tls"]?.stringValue.map { TLSFacts(version: $0, cipher: head["cipher"]?.stringValue) }
        body = Array(file[(end + 1)...])
    }
}

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
