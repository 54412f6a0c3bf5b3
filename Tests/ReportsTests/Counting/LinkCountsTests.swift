import AppLinks
import LinkLayers
import TestSupport
import Testing

@testable import Reports

@Suite("Counts of many links")
struct LinkCountsTests {
    private static let lines = [
        #"{"inputURL":"https://Shop.example./a","isAppLink":false,"layers":[],"services":[],"findings":[],"masked":[]}"#,
        #"{"inputURL":"https://shop.example/b?t=••••••••","isAppLink":false,"layers":[{"kind":"click","service":"Bitly"}],"services":[{"service":"Bitly"},{"service":"Bitly"}],"findings":[{"code":"http-link","severity":"warning"},{"code":"http-link","severity":"warning"}],"masked":["inputURL"]}"#,
        #"{"inputURL":"shop://item/7","isAppLink":true,"findings":[{"code":"no-target","severity":"note"}]}"#,
        #"{"inputURL":"foo%20bar","isAppLink":false,"findings":[{"code":"no-scheme","severity":"error"}]}"#,
        #"{"event":"al_nav_in","url":"shop://a","findings":[]}"#,
        #"{"asked":"https://shop.example/c","domain":"shop.example","opensInApp":false,"verdict":"no","causes":[{"code":"no-file"}]}"#,
        #"{"link":"https://shop.example/d","opens":true}"#,
        #"{"link":"https://shop.example/e","opens":null}"#,
        "no JSON", "[1]", "",
    ]

    private func counts(_ lines: [String]) throws -> LinkCounts {
        var counts = LinkCounts()
        for line in lines { try counts.add(line: Array(line.utf8)) }
        return counts
    }

    private func part(_ counts: LinkCounts) -> String {
        var text = ""
        counts.writePart { span in
            var bytes: [UInt8] = []
            for index in span.indices { bytes.append(span[index]) }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    private func merged(_ parts: [String]) throws -> LinkCounts {
        var counts = LinkCounts()
        for line in parts.joined().split(separator: "\n") { try counts.add(partLine: Array(line.utf8)) }
        try counts.checkParts()
        return counts
    }

    @Test("the page counts each line once in every table it belongs to")
    func page() throws {
        #expect(
            CountsPage(try counts(Self.lines), most: 20).text == """
                4 links (1 App Link), 1 event, 3 verdicts
                1 (20.0 %) with errors, 1 (20.0 %) with warnings, 1 with secrets
                2 lines ignored (not JSON lines of linkscope inspect, match or verify)

                Findings, by the number of links and events
                  1   25.0 %  error no-scheme
                              foo%20bar
                  1   25.0 %  note no-target
                              shop://item/7
                  1   25.0 %  warning http-link
                              https://shop.example/b?t=••••••••

                Verdicts
                  1   33.3 %  because of no-file
                              https://shop.example/c
                  1   33.3 %  does not open in its app
                              https://shop.example/c
                  1   33.3 %  not known
                              https://shop.example/e
                  1   33.3 %  opens in its app
                              https://shop.example/d

                Hosts of web links
                  2   50.0 %  shop.example

                Schemes
                  2   50.0 %  https
                  1   25.0 %  (none)
                  1   25.0 %  shop

                Services
                  1   25.0 %  Bitly

                Layers
                  1   25.0 %  click

                """)
    }

    @Test("the same page comes of parts, however the lines are divided and in whatever order the parts come", arguments: 1...6)
    func parts(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let lines = (0..<400).map { index in
            #"{"inputURL":"https://h\#(random.next() % 40).example/\#(index)","findings":[{"code":"c\#(random.next() % 5)","severity":"note"}]}"#
        }
        let whole = try counts(lines)
        var parts: [[String]] = Array(repeating: [], count: Int(random.next() % 7) + 1)
        for line in lines.shuffled(using: &random) { parts[Int(random.next() % UInt64(parts.count))].append(line) }
        let texts = try parts.map { part(try counts($0)) }.shuffled(using: &random)
        #expect(part(try merged(texts)) == part(whole))
        // A part of parts is a part.
        let half = texts.count / 2
        let larger = [part(try merged(Array(texts[..<half]))), part(try merged(Array(texts[half...])))]
        let again = try merged(larger)
        #expect(part(again) == part(whole))
        #expect(CountsPage(again, most: 20).json == CountsPage(whole, most: 20).json)
    }

    @Test("--top shortens the tables, and says what is left out")
    func top() throws {
        let counts = try counts((0..<30).map { #"{"inputURL":"https://h\#($0 % 5).example/","findings":[]}"# } + [#"{"inputURL":"x://"}"#])
        let text = CountsPage(counts, most: 2).text
        #expect(text.contains("  6   19.4 %  h0.example\n  6   19.4 %  h1.example\n  3 more rows; use --top to show them\n"))
        #expect(CountsPage(counts, most: 4).text.contains("h3.example\n  1 more row; use --top to show it\n"))
    }

    @Test("one of a kind is counted in the singular")
    func one() throws {
        let lines = [
            #"{"inputURL":"shop://a","isAppLink":true,"findings":[]}"#, #"{"event":"al_nav_in"}"#,
            #"{"link":"https://shop.example/","opens":true}"#, "no JSON",
        ]
        let text = CountsPage(try counts(lines), most: 20).text
        #expect(text.hasPrefix("1 link (1 App Link), 1 event, 1 verdict\n"))
        #expect(text.contains("\n1 line ignored (not JSON lines of linkscope inspect, match or verify)\n"))
    }

    @Test("the JSON has the counts and the tables")
    func json() throws {
        let json = CountsPage(try counts(Self.lines), most: nil).json
        #expect(
            json.hasPrefix(
                #"{"links":4,"appLinks":1,"events":1,"verdictCount":3,"unreadableLines":2,"withErrors":1,"withWarnings":1,"withSecrets":1,"#
            ))
        #expect(json.contains(#"{"code":"no-scheme","severity":"error","count":1,"examples":["foo%20bar"]}"#))
        #expect(json.contains(#""hosts":[{"name":"shop.example","count":2}]"#))
    }

    @Test("a secret in an example is masked, also if the lines were printed with --show-secrets")
    func secrets() throws {
        let line = #"{"inputURL":"shop://a?access_token=EAAB-not-a-real-token-0123456789","findings":[{"code":"c","severity":"note"}]}"#
        #expect(!CountsPage(try counts([line]), most: 20).text.contains("EAAB"))
        #expect(!part(try counts([line])).contains("EAAB"))
        var shown = LinkCounts(masksSecrets: false)
        try shown.add(line: Array(line.utf8))
        #expect(CountsPage(shown, most: 20).text.contains("EAAB"))
    }

    @Test("names and examples are short and safe, whatever the lines have")
    func hostile() throws {
        let long = String(repeating: "x", count: 100_000)
        let counts = try counts([
            #"{"inputURL":"https://\#(long)/\u001B[31m","findings":[{"code":"\u001B[2J\#(long)","severity":"error"}]}"#,
            #"{"inputURL":"a://\u202E\#(long)","services":[{"service":"\u0000"}],"findings":[{"code":"c","severity":"note"}]}"#,
            #"{"inputURL":"a://","findings":{"code":"c"},"services":7,"layers":[null,1,{"kind":[]}],"masked":{}}"#,
        ])
        let text = CountsPage(counts, most: 20).text
        #expect(text.utf8.count < 3000)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    }

    @Test(
        "what is no part is refused",
        arguments: [
            "x", "{}", #"{"linkscope":"report"}"#, #"{"linkscope":"report","version":1}"#,
            #"{"table":"hosts","name":"a","count":-1,"examples":[]}"#,
            #"{"table":"nothing","name":"a","count":1,"examples":[]}"#,
            #"{"table":"hosts","name":"a","count":1,"examples":[{"link":"a","hash":"g"}]}"#,
        ])
    func notAPart(line: String) {
        var counts = LinkCounts()
        #expect(throws: LinkCounts.Problem.self) { try counts.add(partLine: Array(line.utf8)) }
    }

    @Test("a part that was cut, or has lost its first line, is refused")
    func cut() throws {
        let lines = part(try counts(Self.lines)).split(separator: "\n").map { $0 + "\n" }
        #expect(throws: LinkCounts.Problem.self) { try merged([lines.dropLast().joined()]) }
        #expect(throws: LinkCounts.Problem.self) { try merged([lines.dropFirst().joined()]) }
        #expect(try part(merged([lines.joined()])) == lines.joined())
    }

    @Test("the counts of hostile parts do not overflow")
    func overflow() throws {
        let head = #"{"linkscope":"report","version":1,"counters":1}"# + "\n"
        let line = head + #"{"table":"lines","name":"links","count":9223372036854775807,"examples":[]}"#
        #expect(try merged([line + "\n", line + "\n"]).count(of: .links) == .max)
        let host = head + #"{"table":"hosts","name":"a","count":9223372036854775807,"examples":[]}"#
        #expect(
            CountsPage(try merged([line + "\n", host + "\n", host.replacing("\"a\"", with: "\"b\"")]), most: 1).text.contains("100.0 %"))
        let rest = ["events", "with-errors"].map { #"{"table":"lines","name":"\#($0)","count":1,"examples":[]}"# }
        let many = try merged([line + "\n"] + rest.map { head + $0 + "\n" })
        #expect(CountsPage(many, most: 1).text.contains("\n1 (< 0.1 %) with errors"))
        // More hosts than links: the share of a count that nobody counted is large, too.
        let few = head + #"{"table":"lines","name":"links","count":1,"examples":[]}"# + "\n"
        #expect(CountsPage(try merged([few, host + "\n"]), most: 1).text.contains("922337203685477580700.0 %"))
    }
}
