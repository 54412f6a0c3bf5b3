import AppLinks
import Fetching
import Foundation
import JSONDocument
import LinkLayers
import Tasks
import TestSupport

/// A case of resolver.json: the answers of servers, and the expected App Link.
struct ResolverVector {
    let content: JSONValue
    let folder: URL
    /// The expectation, original or changed.
    var expect: JSONValue

    var id: String { content["id"]?.stringValue ?? "(no id)" }
    var isRequired: Bool { content["level"]?.stringValue == "must" }

    struct Result {
        var failures: [String] = []
        var unknown: [String] = []

        mutating func allow(_ object: JSONValue?, _ place: String, _ keys: Set<String>) {
            for key in object?.objectValue?.keys ?? [] where !keys.contains(key) { unknown.append("the key \"\(key)\" of \(place)") }
        }

        mutating func expect(_ place: String, _ actual: JSONValue, _ expected: JSONValue) {
            if actual != expected { failures.append("\(place) is \(actual), not \(expected)") }
        }
    }

    static func all(in folder: URL) throws -> [ResolverVector] {
        let document = JSONDocument([UInt8](try Data(contentsOf: folder.appending(path: "resolver.json"))))
        guard document.isValid, let root = document.root, root["format"]?.stringValue == "linkscope-conformance/1" else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return (root["cases"].map { JSONValue($0) }?.arrayValue ?? []).map { content in
            ResolverVector(content: content, folder: folder, expect: content["expect"] ?? .null)
        }
    }

    func run() async throws -> Result {
        var result = Result()
        result.allow(
            content, "case",
            [
                "id", "title", "area", "difficulty", "level", "origin", "dialect", "input", "expect", "expectByIdiom", "alternatives",
                "note",
            ])
        let input = content["input"]
        result.allow(input, "input", ["url", "idiom", "server"])
        let server = try server(&result)
        if let byIdiom = content["expectByIdiom"]?.objectValue {
            for member in byIdiom { try await check(member.value, idiom: member.key, server, &result) }
        } else {
            try await check(expect, idiom: input?["idiom"]?.stringValue ?? "", server, &result)
        }
        return result
    }

    private func server(_ result: inout Result) throws -> PageServer {
        var answers: [String: PageAnswer] = [:]
        for entry in content["input"]?["server"]?.arrayValue ?? [] {
            result.allow(entry, "server", ["url", "status", "headers", "body", "error"])
            guard let url = entry["url"]?.stringValue.flatMap({ LinkURL($0) }), let host = url.host else {
                result.unknown.append("a server without an URL")
                continue
            }
            let fields = (entry["headers"]?.objectValue).map { $0.map { "\($0.key): \($0.value.stringValue ?? "")" } } ?? []
            let status = entry["status"]?.numberValue?.intValue ?? 200
            let target = url.path + (url.query.map { "?" + $0 } ?? "")
            if entry["error"] != nil {
                answers["\(host) \(target)"] = PageAnswer(.send(PageAnswer.head(status, fields + ["Content-Length: 1000"]) + "<p>"), .close)
            } else {
                let body = try entry["body"]?.stringValue.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) } ?? []
                answers["\(host) \(target)"] = .answer(status, fields, body)
            }
        }
        return try PageServer(answers)
    }

    private func check(_ expect: JSONValue, idiom name: String, _ server: PageServer, _ result: inout Result) async throws {
        result.allow(expect, "expect", ["outcome", "sourceURL", "targets", "webURL", "requests", "repeat", "fetches"])
        guard let text = content["input"]?["url"]?.stringValue, let url = LinkURL(text), let idiom = PageTags.Idiom(rawValue: name) else {
            result.unknown.append("the input \(content["input"] ?? .null)")
            return
        }
        let before = try server.requests().count
        let resolver = PageAppLinkResolver(fetcher: fetcher(server), rules: LookupRules(allowsPrivate: true), idiom: idiom)
        var outcome: Outcome<AppLink> = .cancelled
        let count = expect["repeat"]?.numberValue?.intValue ?? 1
        for _ in 0..<max(count, 1) { outcome = await resolver.appLink(for: url).settled() }
        let link = outcome.value
        result.expect("outcome", link == nil ? "error" : "link", expect["outcome"] ?? .null)
        if let link, expect["outcome"] == "link" || expect["targets"] != nil {
            result.expect("sourceURL", Self.json(link.sourceURL), expect["sourceURL"] ?? .null)
            result.expect("webURL", Self.json(link.webURL), expect["webURL"] ?? .null)
            result.expect("targets", .array(link.targets.map(Self.json)), expect["targets"] ?? .null)
        }
        try checkRequests(Array(server.requests().dropFirst(before)), expect, times: count, &result)
    }

    private func checkRequests(_ requests: [PageServer.Request], _ expect: JSONValue, times: Int, _ result: inout Result) throws {
        let expected = Array(repeating: expect["requests"]?.arrayValue ?? [], count: times).flatMap { $0 }
        let urls = requests.map { JSONValue.string("http://\($0.header("Host") ?? "")\($0.target)") }
        result.expect("requests", .array(urls), .array(expected.map { $0["url"] ?? .null }))
        if let fetches = expect["fetches"] { result.expect("fetches", .number(JSONNumber(requests.count)), fetches) }
        for (request, entry) in zip(requests, expected) {
            result.allow(entry, "request", ["url", "header"])
            for field in entry["header"]?.objectValue ?? JSONObject() {
                result.expect(field.key, request.header(field.key).map { .string($0) } ?? .null, field.value)
            }
        }
    }

    private static func json(_ url: LinkURL?) -> JSONValue { url.map { .string($0.absoluteString) } ?? .null }

    private static func json(_ target: AppLinkTarget) -> JSONValue {
        [
            "url": json(target.url), "appName": target.appName.map { .string($0) } ?? .null,
            "appStoreId": target.appStoreID.map { .string($0) } ?? .null,
        ]
    }
}

extension ResolverVector {
    /// Returns copies of the case, each with one value of its expectation changed.
    var variants: [ResolverVector] {
        Self.changed(expect).map { ResolverVector(content: content, folder: folder, expect: $0) }
    }

    private static func changed(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .object(let members):
            return members.flatMap { member in
                changed(member.value).map { variant in
                    var members = members
                    members[member.key] = variant
                    return JSONValue.object(members)
                }
            }
        case .array(let elements):
            return [.array(elements + ["more"])]
                + elements.indices.flatMap { index in
                    changed(elements[index]).map { variant in
                        var elements = elements
                        elements[index] = variant
                        return JSONValue.array(elements)
                    }
                }
        case .string(let text): return [.string(text + "!")]
        case .null: return ["something"]
        default: return [.null]
        }
    }
}
