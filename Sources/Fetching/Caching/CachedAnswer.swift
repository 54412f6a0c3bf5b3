import Foundation
import JSONDocument
import LinkLayers

/// An answer that may be given again for a while.
struct CachedAnswer: Sendable, Equatable {
    var status: Int
    var fields: [FetchedPage.Field]
    var body: [UInt8]
    var remoteAddress: String?
    var tls: TLSFacts?
    /// In seconds since 1970.
    var received: Int
    var freshness: Freshness

    var location: String? { fields.first { $0.name.lowercased() == "location" }?.value }

    /// How old it is now; nil when it is too old, or from the future, as after a clock was set back.
    func age(at now: Int) -> Int? {
        let passed = now - received
        let age = freshness.age + passed
        return passed >= 0 && age < freshness.lifetime ? age : nil
    }
}

/// As a file: a line of JSON, then the body as it is.
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

    /// Nil for what is no such file, is cut, or belongs to another key.
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

extension Freshness {
    init(lifetime: Int, age: Int) {
        self.lifetime = lifetime
        self.age = age
    }
}
