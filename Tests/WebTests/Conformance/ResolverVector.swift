import AppLinks
import Deciding
import Foundation
import HTTPTransport
import JSONDocument
import LinkLayers
import Tasks
import TestSupport
import Web

/// A case of resolver.json: the answers of servers, and the expected App Link.
struct ResolverVector {
    let content: JSONValue
    let folder: URL
    /// The expectation, original or changed.
    var expect: JSONValue

    var id: String { content["id"]?.stringValue ?? "(no id)" }

    static func all(in folder: URL) throws -> [ResolverVector] {
        let document = JSONDocument([UInt8](try Data(contentsOf: folder.appending(path: "resolver.json"))))
        guard document.isValid, let root = document.root, root["format"]?.stringValue == "linkscope-conformance/1" else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return (root["cases"].map { JSONValue($0) }?.arrayValue ?? []).map { content in
            ResolverVector(content: content, folder: folder, expect: content["expect"] ?? .null)
        }
    }

    func run() async throws -> VectorCheck {
        var check = VectorCheck(isRequired: content["level"] == "must")
        check.allow(
            content, "case",
            [
                "id", "title", "name", "area", "difficulty", "level", "origin", "dialect", "input", "expect", "expectByIdiom",
                "alternatives", "note", "notes",
            ])
        let input = content["input"] ?? .null
        check.allow(input, "input", ["url", "idiom", "server"])
        let server = try server(&check)
        if let byIdiom = content["expectByIdiom"]?.objectValue {
            for member in byIdiom { try await resolve(member.value, idiom: member.key, server, &check) }
        } else {
            try await resolve(expect, idiom: input["idiom"]?.stringValue ?? "", server, &check)
        }
        return check
    }

    /// Starts a server with the answers of the case. They are a list, or an object by URL. The body of an answer is a file in the folder,
    /// named by `body` or `file`.
    private func server(_ check: inout VectorCheck) throws -> PageServer {
        let given = content["input"]?["server"] ?? .null
        let byURL = (given.objectValue ?? [:]).map { (url: Optional($0.key), entry: $0.value) }
        let list = (given.arrayValue ?? []).map { (url: $0["url"]?.stringValue, entry: $0) }
        if given.objectValue == nil, given.arrayValue == nil, !given.isNull { check.unknown("the server \(given)") }
        var answers: [String: PageAnswer] = [:]
        for (text, entry) in byURL + list {
            check.allow(entry, "server", ["url", "status", "headers", "body", "file", "error"])
            guard let url = text.flatMap({ LinkURL($0) }), let host = url.host else {
                check.unknown("a server without a URL")
                continue
            }
            if let named = entry["url"], named.stringValue != text { check.unknown("the second URL \(named) of a server") }
            let files = ["body", "file"].compactMap { entry[$0] }.filter { !$0.isNull }
            if files.count > 1 { check.unknown("a server with a body and a file") }
            let fields = (entry["headers"]?.objectValue ?? [:]).map { "\($0.key): \(check.text($0.value, "header of a server") ?? "")" }
            let status = entry["status"]?.numberValue?.intValue ?? 200
            let target = url.path + (url.query.map { "?" + $0 } ?? "")
            if let error = entry["error"], !error.isNull {
                answers["\(host) \(target)"] = PageAnswer(.send(PageAnswer.head(status, fields + ["Content-Length: 1000"]) + "<p>"), .close)
            } else {
                let file = check.text(files.first, "file of a server")
                let body = try file.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) } ?? []
                answers["\(host) \(target)"] = .answer(status, fields, body)
            }
        }
        return try PageServer(answers)
    }

    private func resolve(_ expect: JSONValue, idiom name: String, _ server: PageServer, _ check: inout VectorCheck) async throws {
        check.allow(expect, "expect", ["outcome", "sourceURL", "targets", "webURL", "requests", "repeat", "fetches"])
        guard let text = content["input"]?["url"]?.stringValue, let url = LinkURL(text), let idiom = PageTags.Idiom(rawValue: name) else {
            return check.unknown("the input \(content["input"] ?? .null)")
        }
        let before = try server.requests().count
        let resolver = PageAppLinkResolver(fetcher: fetcher(server), rules: LookupRules(permissions: .anyAddress))
        var outcome: Outcome<AppLink> = .cancelled
        let count = expect["repeat"]?.numberValue?.intValue ?? 1
        for _ in 0..<max(count, 1) {
            outcome = await resolver.resolution(of: url).continueOnSuccessWith(.immediate) { $0.appLink(for: idiom) }.settled()
        }
        let link = outcome.value
        check.expect("outcome", link == nil ? "error" : "link", matches: expect["outcome"] ?? .null)
        if let link, expect["outcome"] == "link" || expect["targets"] != nil {
            check.expect("sourceURL", Self.json(link.sourceURL), matches: expect["sourceURL"] ?? .null)
            check.expect("webURL", Self.json(link.webURL), matches: expect["webURL"] ?? .null)
            check.expect("targets", .array(link.targets.map(Self.json)), matches: expect["targets"] ?? .null)
        }
        try expectRequests(Array(server.requests().dropFirst(before)), expect, times: count, &check)
    }

    private func expectRequests(_ requests: [PageServer.Request], _ expect: JSONValue, times: Int, _ check: inout VectorCheck) throws {
        let urls = JSONValue.array(requests.map { .string("http://\($0.header("Host") ?? "")\($0.target)") })
        if let fetches = expect["fetches"] { check.expect("fetches", .number(JSONNumber(requests.count)), matches: fetches) }
        let given = expect["requests"] ?? []
        guard let once = given.arrayValue else { return check.expect("requests", urls, matches: given) }
        let expected = Array(repeating: once, count: times).flatMap { $0 }
        check.expect("requests", urls, matches: .array(expected.map { $0["url"] ?? .null }))
        for (request, entry) in zip(requests, expected) {
            check.allow(entry, "request", ["url", "header"])
            for field in entry["header"]?.objectValue ?? [:] {
                // In an expectation, null is a field that is missing.
                let missing = field.value.isNull ? Optional.some(JSONValue.null) : Optional.none
                check.expect(field.key, request.header(field.key).map { .string($0) } ?? missing, matches: field.value)
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
