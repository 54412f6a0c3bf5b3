import Foundation
import JSONDocument
import TestSupport
import Testing

/// Small cases about the servers and the matchers of resolver cases: those that hold, those that do not, and those that the runner does
/// not know.
@Suite("The runner of resolver cases", .waits, .timeLimit(.minutes(30))) struct ResolverVectorTests {
    private static let requests = #"[{"url": "http://fixture.test/go"}, {"url": "http://fixture.test/page"}]"#

    /// Runs a case: `go` redirects to `page`, whose answer has the given keys.
    private func check(_ answer: String, requests: String = requests, targets: String? = nil) async throws -> VectorCheck {
        try await check(
            server: """
                [{"url": "http://fixture.test/go", "status": 302, "headers": {"Location": "/page"}},
                 {"url": "http://fixture.test/page", "headers": {"Content-Type": "text/html"}, \(answer)}]
                """, requests: requests, targets: targets)
    }

    private func check(server: String, requests: String, targets: String? = nil) async throws -> VectorCheck {
        let folder = FileManager.default.temporaryDirectory.appending(path: "resolver-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["shop", "news"] {
            let page = #"<meta property="al:ios:url" content="\#(name)://7">"#
            try Data(page.utf8).write(to: folder.appending(path: "\(name).html"))
        }
        let targets = targets ?? #"[{"url": "shop://7", "appName": null, "appStoreId": null}]"#
        let text = """
            {"id": "x", "level": "must", "input": {"url": "http://fixture.test/go", "idiom": "phone", "server": \(server)},
             "expect": {"outcome": "link", "sourceURL": "http://fixture.test/go", "webURL": "http://fixture.test/go",
                        "targets": \(targets), "requests": \(requests)}}
            """
        let document = JSONDocument(text)
        #expect(document.isValid, "\(text)")
        let content = JSONValue(try #require(document.root))
        return try await ResolverVector(content: content, folder: folder, expect: content["expect"] ?? .null).run()
    }

    @Test("the file of a server is the body of its answer", arguments: ["file", "body"])
    func file(key: String) async throws {
        let right = try await check("\"\(key)\": \"shop.html\"")
        #expect((right.failures + right.unknown).isEmpty, "\(right)")
        let wrong = try await check("\"\(key)\": \"news.html\"")
        #expect(wrong.failures.count == 1 && wrong.failures[0].contains("news://7"), "\(wrong)")
        await #expect(throws: (any Error).self) { try await check("\"\(key)\": \"missing.html\"") }
    }

    @Test("servers by URL")
    func byURL() async throws {
        let server = #"{"http://fixture.test/go": {"headers": {"Content-Type": "text/html"}, "file": "shop.html"}}"#
        let right = try await check(server: server, requests: #"[{"url": "http://fixture.test/go"}]"#)
        #expect((right.failures + right.unknown).isEmpty, "\(right)")
        let wrong = try await check(server: server, requests: "[]")
        #expect(wrong.failures.count == 1 && wrong.unknown.isEmpty, "\(wrong)")
    }

    @Test(
        "the runner does not know two bodies, a body that is no file, or another key",
        arguments: [#""file": "shop.html", "body": "shop.html""#, #""file": 7"#, #""file": "shop.html", "path": "x""#])
    func unknownServers(answer: String) async throws {
        #expect(try await !check(answer).unknown.isEmpty)
    }

    @Test(
        "requests and targets are at most as many as the matcher says",
        arguments: [(3, true, true), (2, true, true), (1, false, true), (0, false, false)])
    func atMost(count: Int, requestsHold: Bool, targetsHold: Bool) async throws {
        let matcher = #"{"$match": "atMost", "count": \#(count)}"#
        let requests = try await check(#""file": "shop.html""#, requests: matcher)
        #expect(requests.unknown.isEmpty && requests.failures.isEmpty == requestsHold, "\(requests)")
        let targets = try await check(#""file": "shop.html""#, targets: matcher)
        #expect(targets.unknown.isEmpty && targets.failures.isEmpty == targetsHold, "\(targets)")
    }

    @Test("matchers for the fields of requests and the parts of targets")
    func parts() async throws {
        func header(_ fields: String) -> String {
            #"[{"url": "http://fixture.test/go", "header": \#(fields)}, {"url": "http://fixture.test/page"}]"#
        }
        for (fields, holds) in [
            (#"{"Prefer-Html-Meta-Tags": {"$match": "nonEmptyString"}}"#, true), (#"{"X-No": {"$match": "nonEmptyString"}}"#, false),
            (#"{"X-No": null, "Cookie": {"$absent": true}}"#, true), (#"{"Prefer-Html-Meta-Tags": {"$absent": true}}"#, false),
            (#"{"Prefer-Html-Meta-Tags": null}"#, false),
        ] {
            let result = try await check(#""file": "shop.html""#, requests: header(fields))
            #expect(result.unknown.isEmpty && result.failures.isEmpty == holds, "\(fields): \(result)")
        }
        let target = #"[{"url": {"$match": "nonEmptyString"}, "appName": null, "appStoreId": null}]"#
        #expect(try await check(#""file": "shop.html""#, targets: target).failures.isEmpty)
        #expect(try await !check(#""file": "shop.html""#, requests: #"{"$match": "atLeast", "count": 1}"#).unknown.isEmpty)
    }
}
