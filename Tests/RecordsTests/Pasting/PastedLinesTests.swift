import Records
import TestSupport
import Testing

@Suite("Lines of a stream that form one record")
struct PastedLinesTests {
    /// Returns the records of a stream. Lines outside a group are records by themselves.
    private func records(_ text: String) -> [String] {
        var records: [String] = []
        var group: PastedLines?
        func end(_ open: PastedLines) {
            let parts = open.records?.map(\.bytes) ?? open.lines.map { Array(open.bytes[$0]) }
            records += parts.map { String(decoding: $0, as: UTF8.self) }
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bytes = Array(line.utf8)
            if var open = group {
                group = nil
                switch open.take(bytes.span) {
                case .goesOn:
                    group = open
                    continue
                case .ends:
                    end(open)
                    group = open.following
                    continue
                case .breaks: end(open)
                }
            }
            group = PastedLines(beginningWith: bytes.span)
            if group == nil { records.append(String(line)) }
        }
        if let group { end(group) }
        return records
    }

    @Test(
        "JSON and commands that span several lines are read as one record",
        arguments: [
            ("{\n  \"url\": \"shop://a\"\n}", ["{   \"url\": \"shop://a\" } "]),
            ("{\"a\": [\n{\n\"x\": \"shop://a}\"\n},\n\n{\"y\":\"shop://b\"}\n]}\nshop://c", ["shop://a}", "shop://b", "shop://c"]),
            ("[\n  \"shop://a\",\n  \"shop://b\"\n]\n{\"event\":\"x\"}", ["shop://a", "shop://b", "{\"event\":\"x\"}"]),
            ("{\"event\": \"x\",\n \"n\": 1}", ["{\"event\": \"x\",  \"n\": 1} "]),
            ("curl 'https://a.example/p' \\\n  -H 'b: c'\nshop://d", ["https://a.example/p", "shop://d"]),
            ("$ curl \\\n  --data '{\n\"a\": 1\n}' \\\n 'https://a.example/p'\nshop://d", ["https://a.example/p", "shop://d"]),
            ("open shop://a && \\\nopen shop://b", ["shop://a", "shop://b"]),
            ("shop://a\nBEGIN:VCARD\nTEL:1\nEND:VCARD\nshop://b", ["shop://a", "BEGIN:VCARD TEL:1 END:VCARD", "shop://b"]),
            ("BEGIN:VEVENT END:VEVENT\nshop://b", ["BEGIN:VEVENT END:VEVENT", "shop://b"]),
        ])
    func groups(text: String, expected: [String]) {
        #expect(records(text) == expected)
    }

    @Test(
        "a table gives the links of each row at once",
        arguments: [
            ("id,url,note\n1,shop://item/7?x=1,first\n\n2,,none\n3,https//a,x\n", ["shop://item/7?x=1", "https//a"]),
            ("note\tDeep Link\nx\tshop://1?a=b,c\r\ny\tshop://2", ["shop://1?a=b,c", "shop://2"]),
            ("ios_url;web\nshop://1;https://a.example/1\nshop://2;", ["shop://1", "https://a.example/1", "shop://2"]),
            ("url,name\n\"shop://1?q=\"\"a,b\"\"\",\"two\nlines\"\nshop://2,x", [#"shop://1?q="a,b""#, "shop://2"]),
            ("url\nshop://1?a=b,c\nsee shop://2", ["shop://1?a=b,c", "see shop://2"]),
            (
                "url,n\nshop://1,1\n{\"url\":\"shop://2\",\"n\":1}\nshop://3,4",
                ["shop://1", "{\"url\":\"shop://2\",\"n\":1}", "shop://3,4"]
            ),
            ("a,link\nsee below\nshop://1,2", ["a,link", "see below", "shop://1,2"]),
        ])
    func tables(text: String, expected: [String]) {
        #expect(records(text).filter { !$0.isEmpty } == expected)
    }

    @Test(
        "a Markdown table gives its links, without its header",
        arguments: [
            (
                "| n | link |\n|---|:-:|\n| a | https://a.example/p |\n| b | [x](shop://2) |\nshop://3",
                ["https://a.example/p", "shop://2", "shop://3"]
            ),
            ("| n | link |\n| a | b |\nshop://3", ["| n | link |", "| a | b |", "shop://3"]), ("| n |", ["| n |"]),
        ])
    func markdownTables(text: String, expected: [String]) {
        #expect(records(text) == expected)
    }

    @Test func `a row of a table does not wait for the next line`() {
        var group = PastedLines(beginningWith: Array("url,n".utf8).span)
        #expect(group?.take(Array("shop://1,1".utf8).span) == .ends)
        group = group?.following
        #expect(group?.take(Array("shop://2,2".utf8).span) == .ends)
        #expect(group?.records?.map { String(decoding: $0.bytes, as: UTF8.self) } == ["shop://2"])
    }

    @Test(
        "a mail is read as a whole, so it is decoded and its headers are no links",
        arguments: [
            (
                "Received: by x\n\tfrom y\nSubject: x\nMessage-ID:<a@b>\nContent-Transfer-Encoding: quoted-printable\n\nsee https://a.example/?b=3D1=\n&c=3D2 x",
                ["https://a.example/?b=1&c=2"]
            ),
            ("shop://1\nFrom: Ana <a@b.example>\nTo: Bob\n\nHi, try\nshop://2\n", ["shop://1", "shop://2"]),
            ("MIME-Version: 1.0\nContent-Transfer-Encoding: base64\n\nc2VlIGh0dHBzOi8vYS5leGFtcGxlLzEg\n", ["https://a.example/1"]),
            ("From: Ana\nTo: Bob\n\nNo link today.", []),
            ("From: me\nshop://1", ["From: me", "shop://1"]), ("From: me", ["From: me"]),
            ("Received: push\nOpening: x\nshop://1\nshop://2", ["Received: push", "Opening: x", "shop://1", "shop://2"]),
            ("received\nOk: shop://1", ["received", "Ok: shop://1"]),
        ])
    func mails(text: String, expected: [String]) {
        #expect(records(text).filter { !$0.isEmpty } == expected)
    }

    @Test(
        "JSON and a mail without a link are told",
        arguments: [
            (
                "{\n\"applinks\": {\"details\": []}\n}",
                "This is a site's association file. Check it with 'linkscope match', or the site with 'linkscope verify'."
            ),
            ("From: Ana\nTo: Bob\n\nHi", "No link was found in the text. A link looks like scheme://host/path?name=value."),
        ])
    func account(text: String, sentence: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        let first = lines[0]
        var group = PastedLines(beginningWith: first.span)
        for line in lines.dropFirst() { _ = group?.take(line.span) }
        #expect(group?.records == [] && group?.account == [sentence])
    }

    @Test(
        "other lines are read one by one",
        arguments: [
            "BEGIN:VCARD\nTEL:1\nshop://a\nEND:VCARD",
            "{\"a\":1}\n{\"b\":2}", "{\n  \"url\": nope\n}", "{\nshop://a\n}",
            "{\n{\"event\":\"x\"}\nshop://a", "{", "[,\n\n",
            "shop://a?b={\n}", "Hi, the link\nand so on", "a,b\nshop://1,2", "see my link\nshop://1", "www.link.example\nshop://1",
            "a.example/?link=1,2\nshop://1",
            "shop://a\\\nshop://b", "a word \\\nand more", "curl \\\\\nshop://a", "curl x \\\n 'open\nshop://a",
            "{\"event\":\"x\",\"url\":\"shop://a\nshop://b",
        ])
    func lines(text: String) {
        #expect(records(text) == text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    @Test(
        "a group that is never closed is given up without much work",
        arguments: ["{\n", "[{\"a\":[\n", "curl 'a' \\\n", "curl \"\n'\\\n", "{,\n", "BEGIN:VCARD\n", "url,\"\n"])
    func bounds(piece: String) {
        func work(_ size: Int) -> Duration {
            let text = String(repeating: piece, count: size / piece.utf8.count)
            return ThreadTime.spent { #expect(records(text).joined(separator: "\n").utf8.count >= text.utf8.count - 1) }
        }
        let short = work(1 << 12)
        let long = work(1 << 16)
        #expect(long < short * 64 + .milliseconds(100), "\(short) → \(long)")
    }
}

@Suite("What a device lists about the domains of an app")
struct DomainStateTests {
    /// Returns the domain, the state and the app of each record of a text.
    private func states(_ text: String) -> [String] {
        PastedText(Array(text.utf8)).records.map { record in
            guard case .event(let event, _, _) = RecordContent(record.bytes) else { return String(decoding: record.bytes, as: UTF8.self) }
            let values = ["app", "domain", "state"].map { name in event.arguments.first { $0.name == name }?.value ?? "-" }
            return values.joined(separator: " ")
        }
    }

    @Test(
        "states are read with the app that they belong to",
        arguments: [
            (
                "  com.example.shop:\n    ID: 01234567-89ab\n    Signatures: [FA:C6]\n    Domain verification state:\n      app-config.example.cn: verified\n      test.example.cn: legacy_failure\n      www.example.cn: 1024\n    User 0:\n      Verification link handling allowed: true\n      Selection state:\n        Disabled:\n          m.example.cn\n",
                [
                    "com.example.shop app-config.example.cn verified", "com.example.shop test.example.cn legacy_failure",
                    "com.example.shop www.example.cn 1024", "com.example.shop m.example.cn disabled",
                ]
            ),
            (
                "com.a.b:\n  Domain verification state:\n    a.example: none\ncom.c.d:\n  Domain verification state:\n    *.c.example: approved\n",
                ["com.a.b a.example none", "com.c.d *.c.example approved"]
            ),
            (
                "App linkages for user 0:\n\nPackage: com.example.shop\nDomains: a.example b.example\nStatus:  always : 200000002\n",
                ["com.example.shop a.example always", "com.example.shop b.example always"]
            ),
            (
                "Service: applinks\nApp ID: ABCDE12345.com.example.shop\nDomain: shop.example.com\nUser Approval: unspecified\nSite/Fmwk Approval: denied\n",
                ["ABCDE12345.com.example.shop shop.example.com denied"]
            ),
            (
                "Service:              applinks\nApp ID:               A.com.a\nDomain:               a.example\nSite/Fmwk Approval:   approved\nFlags:                \n-----\nService:              applinks\nApp ID:               A.com.b\nDomain:               b.example\nSite/Fmwk Approval:   denied\n",
                ["A.com.a a.example approved", "A.com.b b.example denied"]
            ),
            ("www.example.cn: 1024", ["- www.example.cn 1024"]),
        ])
    func states(text: String, expected: [String]) {
        #expect(states(text) == expected)
    }

    @Test(
        "other lines are no states",
        arguments: [
            "shop.example:8080", "https://a.example/p: 1024", "Links:\nshop://a", "com.example.shop:", "see a.example: verified today",
            "Service: shop://a",
        ])
    func others(text: String) {
        #expect(
            !PastedText(Array(text.utf8)).records.contains { String(decoding: $0.bytes, as: UTF8.self).contains("device_domain_state") })
    }

    @Test func `a stream waits for the lines of an app`() {
        var group = PastedLines(beginningWith: Array("  com.example.shop:".utf8).span)
        #expect(group?.take(Array("    Domain verification state:".utf8).span) == .goesOn)
        #expect(group?.take(Array("      a.example: verified".utf8).span) == .goesOn)
        #expect(group?.take(Array("shop://a".utf8).span) == .breaks)
        #expect(group?.records?.count == 1)
        #expect(PastedLines(beginningWith: Array("shop://a".utf8).span) == nil)
    }
}
