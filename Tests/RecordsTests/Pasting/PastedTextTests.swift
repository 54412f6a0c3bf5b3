import Records
import TestSupport
import Testing

@Suite("The links and records in a paste")
struct PastedTextTests {
    private func records(_ paste: String) -> [String] {
        PastedText(Array(paste.utf8)).records.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("a link or record by itself is delivered unchanged", arguments: PasteExample.asTheyStand)
    func asTheyStand(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
        #expect(PastedText(Array(example.paste.utf8)).records.allSatisfy { $0.wrapping == .none && !$0.isJoined && $0.notes.isEmpty })
    }

    @Test(
        "a link is extracted from the text around it",
        arguments: PasteExample.wrapped + PasteExample.messages + PasteExample.text + PasteExample.json + PasteExample.logs
            + PasteExample.commands)
    func wrapped(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
    }

    @Test("a text of plain words has no link; what looks like a malformed link is kept", arguments: PasteExample.words)
    func words(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
        let account = ["No link was found in the text. A link looks like scheme://host/path?name=value."]
        #expect(PastedText(Array(example.paste.utf8)).account == (example.records.isEmpty ? account : []))
    }

    @Test("a table gives its columns of links, without its first row", arguments: PasteExample.tables)
    func tables(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
    }

    @Test("a push message gives its links, without its pictures", arguments: PasteExample.pushes)
    func pushes(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
    }

    @Test(
        "the account names the columns and keys that have the links",
        arguments: [
            ("url,n\nshop://1,1\nshop://2,2\n,3", ["2 links were found in a table (url).", "1 line without a link was skipped."]),
            ("a\tshop://1\nb\tshop://2", ["2 links were found in a table."]),
            (
                #"{"aps":{"x":1},"url":"shop://1","image":"https://a.example","data":["{\"link\":\"https://a.example/1\"}"]}"#,
                ["2 links were found in JSON (data[0].link, url).", "1 picture was skipped."]
            ),
            (
                #"{"a":"a://1","b":"a://2","c":"a://3","d":"a://4","e":"a://5"}"#, ["5 links were found in JSON (a, b, c, d, …)."]
            ),
        ])
    func keys(paste: String, account: [String]) {
        #expect(PastedText(Array(paste.utf8)).account == account)
    }

    @Test("the parts of a mail are decoded as their headers say", arguments: PasteExample.mails)
    func mails(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
    }

    @Test func `a mail's text without its line breaks is decoded`() {
        #expect(records("url==3Dhttp://shop.example.com/p=3D42") == ["http://shop.example.com/p=42"])
        let link = "https://a.example/?url==3Dhttp://b.example/"
        #expect(records(link) == [link])
    }

    @Test("a link that was broken over lines is joined, and two links stay separate", arguments: PasteExample.broken)
    func broken(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
    }

    @Test("links are extracted from mails, terminals, source code and scripts", arguments: PasteExample.more)
    func more(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
    }

    @Test(
        "each byte of a joined, colored, escaped or completed link has its place in the paste",
        arguments: [
            ("> see https://a.example/x?b=1&\n> c=2 soon", ["https://a.example/x?b=1&", "c=2"]),
            ("\u{1B}[32mhttps://a.\u{1B}[0mexample/x ok", ["https://a.", "example/x"]),
            ("see intent://a#Intent;scheme=b;end; ok", ["intent://a#Intent;scheme=b;end"]),
            (#"x "https:\u002f\u002fa" y"#, ["https:", #"\u002f"#, #"\u002f"#, "a"]), ("curl e.com/p", ["", "e.com/p"]),
            (#"am start -d \"shop://a\" x"#, ["shop://a"]), ("open a://b; ls; open c://d e", ["c://d"]),
            (#"adb shell am start -d "'a:b " '' "c'""#, ["a:b ", "", "c"]),
            (
                "Content-Transfer-Encoding: quoted-printable\n\nsee https://a.example/?b=3D1=\n&c=3D2 x",
                ["https://a.example/?b", "=3D", "1", "&c", "=3D", "2"]
            ),
        ])
    func places(paste: String, sources: [String]) throws {
        let bytes = Array(paste.utf8)
        let record = try #require(PastedText(bytes).records.last)
        #expect(record.pieces.map { String(decoding: bytes[$0.source], as: UTF8.self) } == sources)
        #expect(record.pieces.map(\.place.upperBound).last == record.bytes.count)
    }

    @Test(
        "a text is empty if only white space is left without the marks of a mail",
        arguments: [
            ("", true), (" \n\u{C}", true), (">\n> \n>>", true), ("=\n", true), ("=20=\n=0A", true), (">", false), ("=20", false),
            ("> a\n", false), ("0", false), ("=\n=3E", true), ("=\n=41", false), ("=3E=\n=0A=\n", true),
        ])
    func empty(paste: String, isEmpty: Bool) {
        #expect(PastedText.isEmpty(Array(paste.utf8)) == isEmpty)
        #expect(!isEmpty || records(paste).isEmpty)
    }

    @Test(
        "a contact or a calendar is one record, and its lines are no links",
        arguments: [
            ("BEGIN:VCARD\nFN:Ana\nURL:https://a.example\nEND:VCARD", ["BEGIN:VCARD FN:Ana URL:https://a.example END:VCARD"]),
            (
                "shop://a\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\nshop://b",
                ["shop://a", "BEGIN:VCALENDAR BEGIN:VEVENT END:VEVENT END:VCALENDAR", "shop://b"]
            ),
            ("BEGIN:VCARD FN:Ana URL:https://a.example END:VCARD", ["BEGIN:VCARD FN:Ana URL:https://a.example END:VCARD"]),
            ("BEGIN:VCARD\nBEGIN:VCARD\nTEL:1\nEND:VCARD", ["BEGIN:VCARD", "BEGIN:VCARD TEL:1 END:VCARD"]),
            ("BEGIN:VCARDS\nTEL:1\nEND:VCARDS", ["BEGIN:VCARDS", "TEL:1", "END:VCARDS"]),
        ])
    func cards(paste: String, expected: [String]) {
        #expect(records(paste) == expected)
    }

    @Test("bytes that are not UTF-8 are kept")
    func anyBytes() {
        #expect(PastedText([0x61, 0x3A, 0xFF, 0x0A, 0x00]).records.map(\.bytes) == [[0x61, 0x3A, 0xFF], [0x00]])
    }

    @Test(
        "the record tells what surrounded the link",
        arguments: [
            ("shop://a", .none), (#""shop://a""#, .quotes), ("<shop://a>", .angleBrackets), ("[x](shop://a)", .markdown),
            ("<a href='shop://a'>", .html), (#"["shop://a"]"#, .json), ("url,n\nshop://a,1", .table), ("open shop://a", .command),
            ("x dat=shop://a y", .log),
            ("x shop://a", .text),
        ] as [(String, PastedRecord.Wrapping)])
    func wrapping(paste: String, wrapping: PastedRecord.Wrapping) {
        #expect(PastedText(Array(paste.utf8)).records.map(\.wrapping) == [wrapping])
    }

    @Test("the record tells the place of the link and that it was joined")
    func range() throws {
        let paste = "> see <shop://a\n> b>, please"
        let record = try #require(PastedText(Array(paste.utf8)).records.first)
        #expect(String(decoding: Array(paste.utf8)[record.range], as: UTF8.self) == "shop://a\n> b")
        #expect(record.isJoined && !record.isVerbatim)
        #expect(record.pieces.map(\.source) == [7..<15, 18..<19])
    }

    @Test("the account of a mail's source tells that it was decoded") func mail() {
        let account = PastedText(Array("https://a.example/reset?user=3Dann&id=3Db7f2c9d8e1a0=\nf9f3d\n".utf8)).account
        #expect(
            account == [
                "The text is the source of an email; linkscope decoded it.",
                "1 link was split over several lines; linkscope joined it.",
            ])
        #expect(PastedText(Array("https://a.example/?a=1\nhttps://a.example/?b=2\n".utf8)).account.isEmpty)
        let shown = "Content-Transfer-Encoding: quoted-printable\n\nsee <https://a.example/\nb>"
        #expect(!PastedText(Array(shown.utf8)).account.contains { $0.contains("source of an email") })
    }

    @Test(
        "notes report the part of a link that a shell cuts off",
        arguments: [
            ("curl e.com/p", "The link in the command has no scheme, so http:// was added, as curl and wget do."),
            (
                "open shop://a?b=1&c=2",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?b=1\", without \"&c=2\". Put the link in single quotes."
            ),
            (
                #"adb shell am start -d "shop://a?b=1&c=2""#,
                "The device's shell reads the command again and ends it at the unquoted &: the app gets \"shop://a?b=1\", without \"&c=2\". "
                    + "Quote the link for both shells, yours and the device's: adb shell \"am start -d 'LINK'\"."
            ),
            (
                "adb shell am start -d shop://a?b=1&access_token=abc",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?b=1\", without \"&access_token=••••••••\". "
                    + "Quote the link for both shells, yours and the device's: adb shell \"am start -d 'LINK'\"."
            ),
            (
                "xcrun simctl openurl booted shop://a?b=1&c=2",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?b=1\", without \"&c=2\". Put the link in single quotes."
            ),
            (
                #"open "shop://$HOST""#,
                "The shell would replace $… or `…` in the link; the link is shown as written."
            ),
            ("see shop://a/b... y", "The link was truncated before it was copied: \"...\" stands for the rest."),
        ])
    func notes(paste: String, note: String) {
        #expect(PastedText(Array(paste.utf8)).records.flatMap(\.notes) == [note])
    }

    @Test("lines without a link are counted, and links beyond the thousandth")
    func counts() {
        #expect(PastedText(Array("a b\nsee shop://c\nd e".utf8)).linesWithoutLink == 2)
        let many = PastedText(Array(String(repeating: "see <shop://a> ", count: 1003).utf8))
        #expect(many.records.count == PastedText.mostLinks && many.linksLeftOut == 3)
        #expect(PastedText(Array(String(repeating: "shop://a\n", count: 1003).utf8)).records.count == 1003)
    }

    @Test(
        "a line of a file is searched only if it is not itself a link",
        arguments: [
            ("shop://a?b c", nil), ("shop://a?text=b c://d", nil), ("mailto:a", nil), ("", nil), ("no link", nil),
            (#"{"url":"shop://a"}"#, nil), (#"{"x":"shop://a"}"#, nil),
            ("curl e.com/p", ["http://e.com/p"]), ("curled hair", nil), ("intent://a#Intent;x=y;end z", ["intent://a#Intent;x=y;end"]),
            ("see shop://a", ["shop://a"]), (#"["shop://a"]"#, ["shop://a"]), ("dat=shop://a b shop://c", ["shop://a", "shop://c"]),
        ] as [(String, [String]?)])
    func line(_ line: String, links: [String]?) {
        let found = PastedText.links(inLine: Array(line.utf8).span)
        #expect(found?.map { String(decoding: $0.bytes, as: UTF8.self) } == links)
    }
}
