import AppLinks
import Deciding
import Foundation
import JSONDocument
import Records
import Reports
import TestSupport
import Testing

@Suite("Files that the inspector writes")
struct ExportTests {
    @Test(
        "cells of a table: quoted if necessary, and never a formula",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""),
            ("-1", "\"'-1\""), ("@SUM(A1)", "\"'@SUM(A1)\""), (" =1", "\"' =1\""),
            ("＝1", "\"'＝1\""), ("a\u{1B}[2Jb\r\n", "a^[[2Jb^M^J"), ("", ""), ("a=b", "a=b"),
        ])
    func cell(_ text: String, _ written: String) {
        var table = CSVTable()
        table.append(["1", text])
        #expect(String(decoding: table.bytes, as: UTF8.self) == "1,\(written)\r\n")
    }

    @Test("a report says what the link is, what is wrong, what happened and where; secrets are masked")
    func report() {
        let link =
            "news://a/1?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.example%22,%22version%22:%221.0%22,%22extras%22:"
            + "%7B%22n%22:1,%22access_token%22:%22EAABsecret%22%7D%7D&x=a b"
        var report = LinkReport(
            title: "Link #7: news://a/1", facts: [(name: "linkscope", value: "1.2.3")], content: RecordContent(Array(link.utf8)))
        report.journey = [("2026-11-21T01:00:07.123Z", "Arrived.")]
        report.lane = "Shop ──#7──▸ Nieuws"
        report.opening = ["Shop opened it in the app Nieuws.", "Target 1 taken: x://?password=geheim"]
        report.lookups = [("Page", ["1  301: https://e.example"])]
        var device = SimulatedDevice(
            name: "iPhone", platform: .ios, idiom: .phone, browserName: "Safari",
            apps: [
                .init(id: "com.example.news", name: "Nie|uws", schemes: ["news"]), .init(id: "myapp", name: "myapp", schemes: ["myapp"]),
                .init(id: "com.example.cafe", name: "Café", schemes: ["cafe"]),
            ],
            front: .app("com.example.news"))
        device.assume([device.apps[1]])
        device.setInstalled(false, app: "myapp")
        (report.device, report.apps) = (device, ["com.example.news", "myapp"])
        var event = Event(
            "al_nav_in", arguments: [.init(name: "fb_access_token", value: "geheim"), .init(name: "inputURL", value: link)])
        (event.time, event.app) = (1795222807123, "Nie|uws")
        report.events = [event]
        report.commands = ["xcrun simctl openurl booted 'news://a/1?access_token=••••••••'"]
        #expect(report.markdown == Self.example)
    }

    private static let example = ##"""
        # Link \#7: news://a/1

        App Link to the app that handles news: or, without it, to e.example.

        Shop ──\#7──▸ Nieuws

        - linkscope: 1.2.3
        - Secrets: masked, each as ••••••••

        ## Findings

        **warning** `unescaped-blank`: This space is not escaped: many apps reject the link or truncate it here.
        Bytes 174 to 175:

        ```text
        …%22:%22••••••••%22%7D%7D&x=a b
                                     ^
        ```

        What to do: A link must not contain unescaped spaces. Older systems reject such a link, and mail programs and terminals truncate it at the space. Write %20, also inside target\_url.

        Repair: Write spaces as %20.

        **note** `secret-in-link`: The link contains a secret (a token or a password): anyone who sees the link can use the secret.
        Bytes 151 to 161:

        ```text
        …2n%22:1,%22access_token%22:%22••••••••%22%7D%7D&x=a b
                                       ^^^^^^^^
        ```

        **note** `claimable-scheme`: Any app can claim this scheme: another app may receive the link and its secret.
        Bytes 0 to 4:

        ```text
        news://a/1?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.example%22,%22version%22:%221.0%…
        ^^^^
        ```

        ## Repaired link

        ```text
        news://a/1?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.example%22,%22version%22:%221.0%22,%22extras%22:%7B%22n%22:1,%22access_token%22:%22••••••••%22%7D%7D&x=a%20b
        ```

        ## Link

        ```text
        news://a/1?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.example%22,%22version%22:%221.0%22,%22extras%22:%7B%22n%22:1,%22access_token%22:%22••••••••%22%7D%7D&x=a b
        ```

        Its parts:

        ```text
        link    news://a/1
          al_applink_data  (App Link data)
            target_url  https://e.example
            version     "1.0"
            extras
              n             1
              access_token  "••••••••"
          x                a b
        events  al_link_parse, al_nav_in
        ```

        ## Journey

        | time | what happened |
        | --- | --- |
        | 2026-11-21T01:00:07.123Z | Arrived. |

        The last opening:

        - Shop opened it in the app Nieuws.
        - Target 1 taken: x://?password=••••••••

        ## Page

        ```text
        1  301: https://e.example
        ```

        ## Device

        iPhone: simulated by linkscope, iOS, phone, browser Safari.

        | app | schemes | id | state |
        | --- | --- | --- | --- |
        | Nie\|uws | `news:` | `com.example.news` | installed, in front |
        | myapp | `myapp:` | `myapp` | not installed |

        ## Events

        **al\_nav\_in** in Nie\|uws, 2026-11-21T01:00:07.123Z

        ```text
        fb_access_token = ••••••••
        inputURL = (the link above)
        ```

        ## Open it

        ```sh
        xcrun simctl openurl booted 'news://a/1?access_token=••••••••'
        ```

        """##

    @Test("a text with backticks cannot end its code")
    func fence() {
        var report = LinkReport(title: "x", facts: [], content: RecordContent(Array("shop://p?a=````".utf8)))
        report.commands = ["```"]
        #expect(report.markdown.contains("`````text\nshop://p?a=````\n`````\n"))
        #expect(report.markdown.contains("`````text\nlink  shop://p  (host p, no path)\n  a  ````\n`````\n"))
        #expect(report.markdown.contains("````sh\n```\n````\n"))
    }

    @Test(
        "data of any form is shown with its secrets masked",
        arguments: [
            (#"{"extras":{"access_token":12345678}}"#, "12345678"), (#"{"extras":{"password":{"a":"geheim"}}}"#, "geheim"),
            (#"{"extras":{"n":1},"access_token":"geheim"#, "geheim"),
            (#"{"extras":{"json":"{\"access_token\":\"geheim\"}"}}"#, "geheim"),
            (#"{"extras":{"url":"https://me:geheim@e.example/"}}"#, "geheim"),
        ])
    func dataWithSecrets(_ data: String, _ secret: String) throws {
        let escaped = try #require(data.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let link = "news://a?al_applink_data=\(escaped)"
        let report = LinkReport(title: "x", facts: [], content: RecordContent(Array(link.utf8)))
        #expect(!report.markdown.contains(secret) && report.markdown.contains("••••••••"))
    }

    @Test("an HTTP archive has an entry for each hop, with the times of its start and its redirect")
    func archive() throws {
        let first = try #require(LinkURL("https://a.example/1?access_token=abcdef&n=2"))
        let second = try #require(LinkURL("https://b.example/2"))
        var log = HARLog()
        log.append(
            [
                RedirectHop(url: first, status: 301, location: "https://b.example/2", remoteAddress: "192.0.2.7", milliseconds: 100),
                RedirectHop(url: second, status: 200, tls: TLSFacts(version: "TLSv1.3", cipher: nil), milliseconds: 50.1234),
            ], endedAt: 1_763_726_651_000)
        let root = try #require(JSONDocument(Array(log.json.utf8)).root?["log"])
        #expect(root["version"]?.stringValue == "1.2")
        let entries = Array(try #require(root["entries"]?.elements))
        #expect(entries.map { $0["response"]?["status"]?.numberLiteral } == ["301", "200"])
        #expect(entries.map { $0["startedDateTime"]?.stringValue } == ["2025-11-21T12:04:10.850Z", "2025-11-21T12:04:10.950Z"])
        #expect(entries.map { $0["time"]?.numberLiteral } == ["100", "50.123"])
        #expect(entries[0]["response"]?["redirectURL"]?.stringValue == "https://b.example/2")
        #expect(entries[0]["request"]?["queryString"]?.elements.map { $0["name"]?.stringValue } == ["access_token", "n"])
        #expect(!log.json.contains("abcdef"))
    }

    @Test("an HTTP archive has the header fields of the answers; cookies and other secrets are masked")
    func headers() throws {
        let url = try #require(LinkURL("https://a.example/1"))
        let fields: [FetchedPage.Field] = [
            .init("Content-Type", "text/html; charset=utf-8"), .init("Content-Length", "120"),
            .init("Set-Cookie", "sid=geheim1; Path=/; HttpOnly"), .init("set-cookie", "geheim2"), .init("Authorization", "Bearer geheim3"),
            .init("Link", "<https://b.example/?access_token=geheim4>; rel=preload"),
        ]
        var log = HARLog()
        log.append([RedirectHop(url: url, status: 200, milliseconds: 1, headers: fields)], endedAt: 0)
        let entry = try #require(JSONDocument(Array(log.json.utf8)).root?["log"]?["entries"]?[0])
        let response = try #require(entry["response"])
        let headers = try #require(response["headers"]).elements.map { header in
            "\(header["name"]?.stringValue ?? ""): \(header["value"]?.stringValue ?? "")"
        }
        #expect(headers[2] == "Set-Cookie: sid=••••••••; Path=/; HttpOnly")
        #expect(headers[3] == "set-cookie: =••••••••")
        #expect(headers.count == fields.count && !log.json.contains("geheim"))
        #expect(response["cookies"]?.elements.map { $0["name"]?.stringValue } == ["sid", ""])
        #expect(response["content"]?["mimeType"]?.stringValue == "text/html; charset=utf-8")
        #expect(response["content"]?["size"]?.numberLiteral == "120" && response["bodySize"]?.numberLiteral == "120")
    }

    @Test("an HTTP archive has all fields that HAR 1.2 requires")
    func requiredFields() throws {
        let url = try #require(LinkURL("https://a.example/1"))
        var log = HARLog()
        log.append([RedirectHop(url: url, milliseconds: 1)], endedAt: 0)
        let root = try #require(JSONDocument(Array(log.json.utf8)).root?["log"])
        let entry = try #require(root["entries"]?[0])
        let required: [(JSONDocument.Node?, [String])] = [
            (root, ["version", "creator", "entries"]), (root["creator"], ["name", "version"]),
            (root["pages"]?[0], ["startedDateTime", "id", "title", "pageTimings"]),
            (entry, ["startedDateTime", "time", "request", "response", "cache", "timings"]),
            (entry["request"], ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"]),
            (
                entry["response"],
                ["status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize", "bodySize"]
            ),
            (entry["response"]?["content"], ["size", "mimeType"]), (entry["timings"], ["send", "wait", "receive"]),
        ]
        for (node, names) in required {
            for name in names { #expect(node?[name] != nil, "\(name)") }
        }
    }

    @Test("a server cannot fill the memory with header fields")
    func manyHeaders() throws {
        let url = try #require(LinkURL("https://a.example/1"))
        let fields = (0..<1000).map { FetchedPage.Field("x-\($0)", String(repeating: "a", count: 1000)) }
        let hop = RedirectHop(url: url, milliseconds: 1, headers: fields)
        #expect(hop.headers.count == 16 && hop.headers.first == fields.first)
    }
}
