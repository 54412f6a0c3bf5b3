import Foundation
import TestSupport
import Testing

@Suite("linkscope inspect --json of many lines", .waits, .timeLimit(.minutes(30)))
struct InspectStreamTests {
    private static let keys: Set<String> = [
        "inputURL", "isAppLink", "targetURL", "inputQueryParameters", "targetQueryParameters", "appLinkData", "extras", "version",
        "userAgent",
        "hasReferer", "refererURL", "refererAppName", "events", "layers", "findings", "repaired", "masked",
    ]

    /// Returns App Links, links with a secret, truncated links and others, each with its number.
    private func links(_ count: Int) -> [String] {
        let data =
            "%7B%22target_url%22%3A%20%22https%3A%2F%2Fa.example%2F%3Fq%3D%25C3%25BC%22%2C%20%22extras%22%3A%20%7B%22fb_access_token%22%3A%20%22ttt%22%7D%7D"
        return (0..<count).map { number in
            switch number % 6 {
            case 0, 1: "shop://open/\(number)?al_applink_data=\(data)"
            case 2: "https://a.example/\(number)?utm_source=mail&password=secret"
            case 3: "shop://cut/\(number)?al_applink_data=\(data.prefix(20 + number % 120))"
            case 4: "intent://open/\(number)#Intent;scheme=shop;end"
            default: "news://item/\(number)?name=%C3%BCn%C3%AF"
            }
        }
    }

    @Test("each output line is the same as for the link alone, and has every key")
    func oneByOne() async throws {
        let home = try Home()
        let links = links(36)
        let input = try home.file("links", links.joined(separator: "\n"))
        let finished = try await home.run(["inspect", "--json", "-"], input: input)
        #expect(finished.end == .exited(1))
        #expect(finished.lines.count == links.count)
        for (link, line) in zip(links, finished.lines) {
            #expect(try await home.run(["inspect", "--json", link]).output == line + "\n")
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(Self.keys.isSubset(of: object.keys))
        }
    }

    @Test("a line with several links gives the same output as each of them alone, in their order")
    func pastes() async throws {
        let home = try Home()
        let lines: [(line: String, links: [String])] = [
            ("shop://a?u=https%3A%2F%2Fb.example", ["shop://a?u=https%3A%2F%2Fb.example"]),
            ("look at https://a.example/x and shop://b?c=d here", ["https://a.example/x", "shop://b?c=d"]),
            ("   ", []),
            ("<https://a.example/?q=1>", ["https://a.example/?q=1"]),
        ]
        let input = try home.file("links", lines.map(\.line).joined(separator: "\n"))
        let finished = try await home.run(["inspect", "--json", "-"], input: input)
        var alone: [String] = []
        for link in lines.flatMap(\.links) { alone.append(try await home.run(["inspect", "--json", link]).output) }
        #expect(finished.output == alone.joined())
    }

    @Test(
        "tables and mails are read from a pipe and from a file as from a paste",
        arguments: [
            ("url,campaign\nshop://item/7?x=1,first\n\"shop://item/8?x=1,2\",second\n", ["shop://item/7?x=1", "shop://item/8?x=1,2"]),
            (
                "From: Ana <ana@a.example>\nSubject: Sale\nContent-Transfer-Encoding: quoted-printable\n\nhttps://a.example/?b=3D1=\n&c=3D2\n",
                ["https://a.example/?b=1&c=2"]
            ),
        ])
    func documents(text: String, links: [String]) async throws {
        let home = try Home()
        let input = try home.file("input", text)
        let alone = try await home.run(["inspect", "--json"] + links)
        let finished = try await home.run(["inspect", "--json", "-"], input: input)
        #expect(finished.output == alone.output && finished.error.isEmpty)
        #expect(try await home.run(["inspect", "--json", input]).output == alone.output)
    }

    @Test func `a document without a link gives no report, and a sentence says what it is`() async throws {
        let home = try Home()
        let finished = try await home.run(["inspect", try home.file("aasa.json", "{\n  \"applinks\": { \"details\": [] }\n}\n")])
        #expect(finished.output.isEmpty && finished.error.contains("This is a site's association file."))
    }

    @Test("JSON or a command that spans several lines is read as one, from a pipe and from a file", arguments: [[], ["--json"]])
    func groups(option: [String]) async throws {
        let home = try Home()
        let text = """
            shop://before
            curl 'https://a.example/p?x=1' \\
              -H 'referer: https://b.example' \\
              --data-raw '{"a":1}'
            {
              "url": "shop://in-json",
              "n": [1, 2]
            }
            {
            shop://after

            """
        let input = try home.file("input", text)
        let links = ["shop://before", "https://a.example/p?x=1", "{\"url\":\"shop://in-json\"}", "{", "shop://after"]
        let alone = try await home.run(["inspect"] + option + links)
        let finished = try await home.run(["inspect"] + option + ["-"], input: input)
        #expect(finished.output == alone.output && finished.error.isEmpty)
        #expect(try await home.run(["inspect"] + option + [input]).output == alone.output)
    }

    @Test("many links on all cores are answered in their order, from a file and from a pipe")
    func order() async throws {
        let home = try Home()
        let links = links(Effort.size(2_000, long: 6_000))
        let file = try home.file("links", links.joined(separator: "\n") + "\n")
        let fromFile = try await home.run(["inspect", "--json", file])
        let places = fromFile.lines.map { line in line.dropFirst(13).prefix { $0 != "\"" } }
        #expect(places.count == links.count)
        #expect(zip(places, links).allSatisfy { $0.prefix(12) == $1.prefix(12) })
        let fromPipe = try await home.script("cat '\(file)' | \"$0\" inspect --json -")
        #expect(fromPipe.outputBytes == fromFile.outputBytes)
        #expect(fromPipe.end == .exited(1))
    }
}
