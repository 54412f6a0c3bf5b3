import Records
import TestSupport
import Testing

@Suite("The links and records in a paste")
struct PastedTextTests {
    @Test("the scripts of a page take no room from its links")
    func manyScripts() {
        let scripts = (1...2 * PastedText.mostLinks).map { "<script src=\"https://a.example/\($0).js\"></script>\n" }.joined()
        let text = PastedText(Array("<html>\n\(scripts)<a href=\"shop://item/1\">x</a>\n</html>".utf8))
        #expect(text.records.map { String(decoding: $0.bytes, as: UTF8.self) } == ["shop://item/1"])
        #expect(text.picturesLeftOut == 2 * PastedText.mostLinks && text.linksLeftOut == 0)
    }

    private func records(_ paste: String) -> [String] {
        PastedText(Array(paste.utf8)).records.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("a link or record by itself is delivered unchanged", arguments: PasteExample.asTheyStand)
    func asTheyStand(_ example: PasteExample) {
        #expect(records(example.paste) == example.records)
        let bytes = Array(example.paste.utf8)
        #expect(PastedText(bytes).records.allSatisfy { $0.wrapping == .none && !$0.isJoined(in: bytes) && $0.notes.isEmpty })
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
                ["2 links were found in JSON (data[0].link, url).", "1 link to a picture, script or style was skipped."]
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
            ("BEGIN:VCARDS\nTEL:1\nEND:VCARDS", ["BEGIN:VCARDS", "TEL:1"]),
        ])
    func cards(paste: String, expected: [String]) {
        #expect(records(paste) == expected)
    }

    @Test("bytes that are not UTF-8 are kept")
    func anyBytes() {
        #expect(PastedText([0x61, 0x3A, 0xFF]).records.map(\.bytes) == [[0x61, 0x3A, 0xFF]])
        #expect(PastedText(Array("a://".utf8) + [0xFF, 0x0A, 0xFE, 0x3F]).records.map(\.bytes.count) == [5, 2])
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
        #expect(record.isJoined(in: Array(paste.utf8)) && !record.isVerbatim)
        #expect(record.pieces.map(\.source) == [7..<15, 18..<19])
    }

    @Test(
        "the account tells that a command names the activity that gets its link",
        arguments: [
            "am start -n com.a/.Main -d shop://a", "adb shell am start -W -n com.a/.Main -d shop://a",
            "adb shell \"am start --component=com.a/.Main -d 'shop://a'\"",
            "Starting: Intent { act=android.intent.action.VIEW dat=shop://a cmp=com.a/.Main }",
        ])
    func activity(paste: String) {
        let account = PastedText(Array(paste.utf8)).account
        #expect(account.first?.hasPrefix("The command names the activity \"com.a/.Main\", so Android") == true, "\(account)")
        let tap = ["-n com.a/.Main", "--component=com.a/.Main", "cmp=com.a/.Main "].reduce(paste) { $0.replacing($1, with: "") }
        #expect(PastedText(Array(tap.utf8)).account.map { $0.prefix(18) } == ["1 link was found i"])
    }

    @Test("the account of an email's source tells that it was decoded") func mail() {
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
                "open shop://a?auth_date=1&hash=" + String(repeating: "a1b2", count: 16),
                "The shell ends the command at the unquoted &: the app gets \"shop://a?auth_date=1\", without \"&hash=••••••••\". "
                    + "Put the link in single quotes."
            ),
            (
                "open shop://a?code=a1b2&state=x",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?code=••••••••\", without \"&state=x\". "
                    + "Put the link in single quotes."
            ),
            (
                #"adb shell am start -d "shop://a?q=b c" com.example"#,
                "The device's shell reads the command again and splits the link at the space: the app gets \"shop://a?q=b\". "
                    + "Quote the link for both shells, yours and the device's: adb shell \"am start -d 'LINK'\"."
            ),
            (
                #"adb.exe shell am start -d "shop://a?name=O'Hara""#,
                "The device's shell reads the command again and reads the ' after \"shop://a?name=O\" as the start of a quoted text: "
                    + "the app gets a different link. "
                    + "Quote the link for both shells, yours and the device's: adb shell \"am start -d 'LINK'\"."
            ),
            (
                "idb open shop://a?b=1&c=2",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?b=1\", without \"&c=2\". Put the link in single quotes."
            ),
            (
                "xcrun simctl openurl booted shop://a?b=1&c=2",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?b=1\", without \"&c=2\". Put the link in single quotes."
            ),
            (
                "flutter run --dart-define=LINK=shop://a?b=1&c=2",
                "The shell ends the command at the unquoted &: the app gets \"shop://a?b=1\", without \"&c=2\". Put the link in single quotes."
            ),
            (
                "docker run -e NEXT=https://a.example/?b=1&c=2 shop",
                "The shell ends the command at the unquoted &: the app gets \"https://a.example/?b=1\", without \"&c=2\". "
                    + "Put the link in single quotes."
            ),
            (
                #"open "shop://$HOST""#,
                "The shell replaces \"$HOST\" in the link with the value of a variable, which is often empty. linkscope shows the link as written. "
                    + "If it belongs to the link, put the link in single quotes."
            ),
            (
                #"open "shop://x?price=$5""#,
                "The shell replaces \"$5\" in the link with the value of a variable, which is often empty. linkscope shows the link as written. "
                    + "If it belongs to the link, put the link in single quotes."
            ),
            (
                #"adb shell am start -d 'shop://x?a=$name'"#,
                "Your shell or the device's replaces \"$name\" in the link with the value of a variable, which is often empty. "
                    + "linkscope shows the link as written. Write each $ of the link as %24."
            ),
            (
                #"open "shop://a/${ID}/$(date)""#,
                "The shell replaces \"${ID}\" in the link with the value of a variable, which is often empty. linkscope shows the link as written. "
                    + "If it belongs to the link, put the link in single quotes."
            ),
            (
                #"open "shop://a/$(date)""#,
                "The shell replaces what is in $() in the link with the output of a command. linkscope shows the link as written. "
                    + "If it belongs to the link, put the link in single quotes."
            ),
            ("see shop://a/b... y", "The link was truncated before it was copied: \"...\" stands for the rest."),
        ])
    func notes(paste: String, note: String) {
        #expect(PastedText(Array(paste.utf8)).records.flatMap(\.notes) == [note])
    }

    @Test("a link in the body of a request may have spaces, and ends with its line")
    func body() {
        let paste = Array("curl -d 'link=shop://a?q=b c' -d 'shop://d e\nf' https://e.example/p".utf8)
        let found = PastedText(paste).records.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(Set(found) == ["https://e.example/p", "shop://a?q=b c", "shop://d"])
    }

    @Test(
        "a shell is said to replace only what is in the link",
        arguments: [
            #"gh issue create --body "costs $5 at https://a.example/x""#, #"docker run -e "A=$HOME https://a.example/" img"#,
            #"start https://a.example/?price=$5"#,
        ])
    func innocentExpansions(paste: String) {
        let records = PastedText(Array(paste.utf8)).records
        #expect(records.count == 1 && records.flatMap(\.notes).isEmpty)
    }

    @Test(
        "a command without a link is left out, and not called a malformed link",
        arguments: [
            "adb shell pm get-app-links com.example", "adb shell dumpsys package d", "$ xcrun simctl list devices", "wget --version",
            "npx expo start", "adb shell am force-stop com.example.shop", "Status: ok", "Activity: com.example.shop/.Main", "Complete",
            "==========", "LaunchState: COLD", "gh repo view --web", "docker run -p 80:80 shop",
        ])
    func commands(line: String) {
        #expect(PastedText.links(inLine: Array(line.utf8).span) == [])
    }

    @Test(
        "links in the values of a command are found",
        arguments: [
            (
                "flutter run --dart-define=API=https://a.example/v1 --dart-define=LINK='shop://a?b=1&c=2' -d pixel",
                ["https://a.example/v1", "shop://a?b=1&c=2"]
            ),
            ("docker run -e NEXT='https://a.example/?b=1&c=2' -p 80:80 shop", ["https://a.example/?b=1&c=2"]),
            ("gh issue create --body \"see https://a.example/x?y=1, please\"", ["https://a.example/x?y=1"]),
            ("gh repo clone https://github.com/a/b", ["https://github.com/a/b"]),
        ])
    func values(command: String, links: [String]) {
        let records = PastedText(Array(command.utf8)).records
        #expect(records.map { String(decoding: $0.bytes, as: UTF8.self) } == links && records.allSatisfy { $0.cut == nil })
    }

    @Test(
        "a link in the body of a request may have spaces",
        arguments: [
            #"curl -d "https://a.example/?q=a b" https://b.example/"#, "curl -d 'url=https://a.example/?q=a b' https://b.example/",
        ])
    func body(command: String) {
        #expect(
            PastedText(Array(command.utf8)).records.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                "https://b.example/", "https://a.example/?q=a b",
            ])
    }

    @Test(
        "what only looks like links gives no rows",
        arguments: [
            "java.lang.NullPointerException: null\n\tat com.acme.Main.onCreate(Main.java:42)\n\t... 12 more\n",
            "INFO:root:started\nnote:urgent\nkey:value\nC:/Users/jan/x.txt\n",
            "API_KEY=abc123\nDEBUG=true\nREDIS=localhost:6379\n",
            "<key>CFBundleURLSchemes</key>\n<array>\n  <string>acme</string>\n</array>\n",
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist>\n"
                + "<string>applinks:acme.example</string>\n</plist>\n",
            "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">\n</manifest>", "\u{7F}ELF\u{2}\u{1}\0\0\n\0>\n",
        ])
    func others(paste: String) {
        #expect(records(paste).isEmpty)
        #expect(
            PastedText(Array(paste.utf8)).account == ["No link was found in the text. A link looks like scheme://host/path?name=value."])
    }

    @Test(
        "a text on a single line, or with a known scheme, is still a link",
        arguments: ["foo:bar", "tel:1\nmailto:a@b", "shop:item/7\nshop:item/8"])
    func opaque(paste: String) {
        #expect(records(paste) == paste.split(separator: "\n").map(String.init))
    }

    @Test(
        "an association file is no link, and the account tells how to check it",
        arguments: [
            #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/p/*"}]}]}}"#,
            "[{\n\"relation\": [\"x\"],\n\"target\": {\"sha256_cert_fingerprints\": [\"14:6D\"]}\n}]",
        ])
    func associationFiles(paste: String) {
        #expect(records(paste).isEmpty)
        #expect(
            PastedText(Array(paste.utf8)).account == [
                "This is a site's association file. Check it with 'linkscope match', or the site with 'linkscope verify'."
            ])
    }

    @Test("the account counts all links, also those that are a whole line") func allLinks() {
        let account = PastedText(Array("shop://1\nshop://2\nsee shop://3 and <shop://4>".utf8)).account
        #expect(account == ["4 links were found in the text."])
        #expect(PastedText(Array("shop://item/1shop://item/2".utf8)).account == ["2 links were found in the text."])
    }

    @Test("the links of a page come without its files, and the link for the app comes last") func page() {
        let text = PastedText(
            Array(
                """
                <link rel="stylesheet" href="https://a.example/x.css"><script src="https://a.example/x.js?v=1"></script>
                <meta property="al:ios:url" content="shop://item/7">
                <meta name="apple-itunes-app" content="app-id=1, app-argument=shop://item/8">
                <meta property="al:web:url" content="https://a.example/item/7"><img src="https://a.example/a.png">
                """.utf8))
        #expect(
            text.records.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                "shop://item/8", "https://a.example/item/7", "shop://item/7",
            ])
        #expect(text.account == ["3 links were found in the text.", "3 links to pictures, scripts or styles were skipped."])
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
            // The payload of a push message.
            (#"{"aps":{"alert":"Sale"},"deeplink":"shop://a"}"#, ["shop://a"]), (#"{"aps":{"alert":"Sale"}}"#, nil),
            ("curl e.com/p", ["http://e.com/p"]), ("curled hair", nil), ("intent://a#Intent;x=y;end z", ["intent://a#Intent;x=y;end"]),
            ("see shop://a", ["shop://a"]), (#"["shop://a"]"#, ["shop://a"]), ("dat=shop://a b shop://c", ["shop://a", "shop://c"]),
        ] as [(String, [String]?)])
    func line(_ line: String, links: [String]?) {
        let found = PastedText.links(inLine: Array(line.utf8).span)
        #expect(found?.map { String(decoding: $0.bytes, as: UTF8.self) } == links)
    }
}
