import Testing

/// A paste, and the expected records.
struct PasteExample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var paste: String
    var records: [String]

    init(_ name: String, _ paste: String, _ records: [String]) {
        testDescription = name
        self.paste = paste
        self.records = records
    }

    /// Breaks a long text into lines of equal width, as a terminal or mail program does.
    static func broken(_ text: String, at width: Int, by end: String = "\n") -> String {
        var lines: [Substring] = []
        var rest = text[...]
        while rest.count > width {
            lines.append(rest.prefix(width))
            rest = rest.dropFirst(width)
        }
        return (lines + [rest]).joined(separator: end)
    }

    static let link = "shop://item/7?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fa.example%2F7%22%2C%22version%22%3A%221.0%22%7D"

    /// A link that fills a line of 76 characters.
    private static let fullLine = "https://a.example/?a=" + String(repeating: "1", count: 55)

    /// Texts that are a link or record by themselves. They are delivered unchanged.
    static let asTheyStand: [Self] = [
        Self("nothing", "", []),
        Self("blank lines", "\n \r\n\t\n", []),
        Self("one link", "shop://a", ["shop://a"]),
        Self("an opaque one", "mailto:a@b.example?subject=x", ["mailto:a@b.example?subject=x"]),
        Self("lines", "shop://a\nshop://b\r\nshop://c\rshop://d\n", ["shop://a", "shop://b", "shop://c", "shop://d"]),
        Self("blank lines between", "\n\nshop://a\n\n\nshop://b", ["shop://a", "shop://b"]),
        Self("JSON lines", "{\"a\":1}\n{\"b\":2}", ["{\"a\":1}", "{\"b\":2}"]),
        Self(
            "one object over lines", "{\n  \"url\": \"a://b\",\r\n  \"n\": 1\n}\n",
            ["{   \"url\": \"a://b\",    \"n\": 1 } "]),
        Self("an object that is broken", "{\n  \"url\": nope\n}", ["{", "  \"url\": nope", "}"]),
        Self("a link with blanks in its query", "shop://s?q=red shoes&x=1", ["shop://s?q=red shoes&x=1"]),
        Self("raw JSON in the query", #"shop://x?d={"u": "https://b"}"#, [#"shop://x?d={"u": "https://b"}"#]),
        Self("punctuation at its end", "shop://a).", ["shop://a)."]),
        Self("a blank in its host", "http://a b/", ["http://a b/"]),
        Self("a list with a broken one", "shop://q\nqqq\nshop://r\n", ["shop://q", "qqq", "shop://r"]),
        Self("a link in a link", "shop://a?next=shop://b c", ["shop://a?next=shop://b c"]),
        Self("a link in a path", "https://a.example/https://b.example", ["https://a.example/https://b.example"]),
        Self("links in a query", "shop://a?u=shop://b,shop://c", ["shop://a?u=shop://b,shop://c"]),
        Self("a text message", "SMSTO:+31612345678:Your code is 482913\n", ["SMSTO:+31612345678:Your code is 482913"]),
        Self("a network", "WIFI:T:WPA;S:My net;P:x;;", ["WIFI:T:WPA;S:My net;P:x;;"]),
        Self("an event", #"{"event":"x","url":"a://b"}"#, [#"{"event":"x","url":"a://b"}"#]),
        Self(
            "a defanged link with a link in it", "hxxps[:]//proxy[.]example/?url=https://evil.example/x",
            ["hxxps[:]//proxy[.]example/?url=https://evil.example/x"]),
        Self(
            "a defanged host with a link in it", "proxy[.]example/?url=hxxps://evil[.]example/x",
            ["proxy[.]example/?url=hxxps://evil[.]example/x"]),
        Self("an intent", "intent://a#Intent;scheme=shop;end", ["intent://a#Intent;scheme=shop;end"]),
    ]

    /// Texts without a link, and what of them may be a malformed one.
    static let words: [Self] = [
        Self("two words", "hello world", []),
        Self("one word", "hello!", []),
        Self("a link in base64", "c2hvcDovL2l0ZW0vNz94PTE", ["c2hvcDovL2l0ZW0vNz94PTE"]),
        Self("a question", "what is this: a link?", []),
        Self("a message", "Hi Ana,\n\nsee you at 10:30 (room 4/5).\nBye", []),
        Self("a command", "adb shell am start -n com.example/.Main", []),
        Self("the name of a file", "it is in README.md now", []),
        Self("a link without a scheme", "shop.example/p/1", ["shop.example/p/1"]),
        Self("a link without a scheme in a sentence", "It opens (www.shop.example/p/1), I think.", ["www.shop.example/p/1"]),
        Self("a link without a colon in a sentence", "try https//shop.example/p/1.", ["https//shop.example/p/1"]),
        Self("a malformed link with a space", "https//shop.example/red shoes", ["https//shop.example/red shoes"]),
    ]

    /// Tables as spreadsheets export and copy them.
    static let tables: [Self] = [
        Self(
            "commas", "url,campaign\nhttps://a.example/1?b=c,spring\n\"https://a.example/2?q=a,b\",\"summer, sale\"\nshop://3,fall\n",
            ["https://a.example/1?b=c", "https://a.example/2?q=a,b", "shop://3"]),
        Self(
            "semicolons", "campaign;url;note\nspring;https://a.example/1;first\nsummer;\"shop://2?x=1;2\";second",
            ["https://a.example/1", "shop://2?x=1;2"]),
        Self("tabs", "name\tlink\nspring\thttps://a.example/1\nsummer\tshop://2\n", ["https://a.example/1", "shop://2"]),
        Self("tabs, without names", "spring\tshop://1\nfall\tshop://2", ["shop://1", "shop://2"]),
        Self("one column", "url\nhttps://a.example/1,2\nshop://2\n\n", ["https://a.example/1,2", "shop://2"]),
        Self("one column of two words", "Deep link\nshop://1", ["shop://1"]),
        Self(
            "quotes and line ends in cells",
            "Name,Deep Link,Notes\n\"A\nB\",\"shop://7?name=\"\"Big\"\" shoe&c=2\",\"say \"\"hi\"\"\nthen shop://8.\"",
            [#"shop://7?name="Big" shoe&c=2"#, "shop://8"]),
        Self(
            "two columns of links", "ios_url,web\nshop://1,https://a.example/1\nshop://2,", ["shop://1", "https://a.example/1", "shop://2"]),
        Self("a malformed link", "url,n\nshop://1,1\nhttps//a.example,2", ["shop://1", "https//a.example"]),
        Self(
            "a link with commas that nobody quoted", "n,url,campaign\n1,https://a.example/?ids=1,2,3,fall", ["https://a.example/?ids=1,2,3"]
        ),
        Self("a mark of its encoding, and names of no meaning", "\u{FEFF}Ziel;Name\nshop://1;a\nshop://2;b", ["shop://1", "shop://2"]),
        Self("a greeting and a link with commas", "Hi Ana, Bob\nshop://1?list=1,2", ["shop://1?list=1,2"]),
        Self("a sentence about a link with commas", "Please open this link, Ana\nshop://1?list=1,2", ["shop://1?list=1,2"]),
        Self("rows of other forms", "url,name\nshop://1?list=1,2\nand so on", ["shop://1?list=1,2"]),
    ].flatMap { example in
        [example, Self(example.testDescription + ", CRLF", example.paste.replacing("\n", with: "\r\n"), example.records)]
    }

    /// Payloads of push messages. Their last link is the one that only the app can open.
    static let pushes: [Self] = [
        Self("APNs", #"{"aps":{"alert":"x"},"url":"shop://1"}"#, ["shop://1"]),
        Self(
            "APNs, over lines, in objects and strings",
            """
            {
              "aps": { "alert": { "body": "See https://a.example/sale." }, "category": "https" },
              "link": "https://a.example/1",
              "custom": { "a": { "deeplink": "shop:\\/\\/2" } },
              "data": "{\\"payload\\":\\"{\\\\\\"uri\\\\\\":\\\\\\"shop://3\\\\\\"}\\"}"
            }
            """, ["https://a.example/1", "shop://2", "shop://3"]),
        Self(
            "Firebase",
            """
            {"message": {
              "notification": { "title": "Sale", "image": "https://cdn.example/a" },
              "data": { "link": "shop://1" },
              "android": { "notification": { "click_action": "OPEN_ITEM", "image": "https://cdn.example/b" } },
              "webpush": { "fcm_options": { "link": "https://a.example/1" } },
              "apns": { "payload": { "aps": { "alert": "x" }, "deeplink": "shop://2" } }
            }}
            """, ["https://a.example/1", "shop://1", "shop://2"]),
        Self(
            "OneSignal",
            #"{"contents":{"en":"x"},"app_url":"shop://1","url":"https://a.example/1","ios_attachments":{"id":"https://cdn.example/a"}}"#,
            ["https://a.example/1", "shop://1"]),
        Self(
            "Braze", #"{"messages":{"apple_push":{"alert":"x","custom_uri":"shop://1","asset_url":"https://a.example/1.png?x"}}}"#,
            ["shop://1"]),
        Self("Airship", #"{"notification":{"alert":"x","actions":{"open":{"type":"deep_link","content":"shop://1"}}}}"#, ["shop://1"]),
        Self("a picture only", #"{"aps":{"alert":"x"},"image":"https://cdn.example/a"}"#, ["https://cdn.example/a"]),
        Self("no link", #"{"aps":{"alert":"x"},"url":"item"}"#, [#"{"aps":{"alert":"x"},"url":"item"}"#]),
        Self(
            "an event that a push caused", #"{"event":"push_opened","aps":{"alert":"x"},"url":"shop://1"}"#,
            [#"{"event":"push_opened","aps":{"alert":"x"},"url":"shop://1"}"#]),
        Self(
            "one a line", #"{"aps":{},"link":"shop://1"}"# + "\n" + #"{"aps":{},"link":"https://a.example/2","x":"shop://2"}"#,
            ["shop://1", "https://a.example/2", "shop://2"]),
    ]

    /// Links that carry a message which nobody escaped. A link in the message belongs to it.
    static let messages: [Self] = [
        Self(
            "a mail", "mailto:a@b.example?subject=Hello there&body=https://c.example/",
            ["mailto:a@b.example?subject=Hello there&body=https://c.example/"]),
        Self(
            "words before a link", "wa://send?text=Look here: https://c.example/?x=1", ["wa://send?text=Look here: https://c.example/?x=1"]),
        Self("a word before a link", "wa://send?text=Look https://c.example/", ["wa://send?text=Look https://c.example/"]),
        Self(
            "a parameter behind the link", "https://a.example/?text=Hi! https://c.example/p&via=x",
            ["https://a.example/?text=Hi! https://c.example/p&via=x"]),
        Self(
            "a list of web links", "https://a.example/?text=Hi https://c.example/?p&via=x",
            ["https://a.example/?text=Hi", "https://c.example/?p&via=x"]),
        Self("a list of links of one scheme", "shop://a?text=b shop://c", ["shop://a?text=b", "shop://c"]),
        Self("a parameter that is no message", "shop://a?id=b and shop://c", ["shop://a?id=b", "shop://c"]),
        Self(
            "a text with a link without parameters", "https://a.example/text=b and https://c.example/",
            ["https://a.example/text=b", "https://c.example/"]),
    ]

    static let wrapped: [Self] = [
        Self("double quotes", #""shop://a""#, ["shop://a"]),
        Self("single quotes", "'shop://a?b=c'", ["shop://a?b=c"]),
        Self(
            "typographic quotes", "“shop://a” ‘shop://b’ „shop://c“ «shop://d» 「shop://e」",
            ["a", "b", "c", "d", "e"].map { "shop://" + $0 }),
        Self("backquotes", "run `shop://a` now", ["shop://a"]),
        Self("angle brackets", "<shop://a,b>.", ["shop://a,b"]),
        Self(
            "Slack's links with words", "see <https://a.example/p/42|Shop now> and <shop://a?b|c>, or <https://a.example|a.example>",
            ["https://a.example/p/42", "shop://a?b", "https://a.example"]),
        Self("a link of Slack with two parameters", "<https://a.example/p?b=1&amp;c=2|this link>", ["https://a.example/p?b=1&c=2"]),
        Self("a link of Slack whose words are the link", "<https://a.example/p|https://a.example/p>", ["https://a.example/p"]),
        Self("a link of Slack whose words are another link", "<shop://a|shop://b>", ["shop://a", "shop://b"]),
        Self(
            "Slack's addresses", "<mailto:jo@a.example|jo@a.example> or <tel:+15551234567|+1 555 123 4567>",
            ["mailto:jo@a.example", "tel:+15551234567"]),
        Self("a bar in running text", "shop://a?b|c (shop://d|e)", ["shop://a?b|c", "shop://d|e"]),
        Self("an address without words", "Jo <mailto:jo@a.example>, shop://a", ["shop://a"]),
        Self("a blank within quotes", #"open "shop://s?q=red shoes""#, ["shop://s?q=red shoes"]),
        Self("a sentence in quotes", #"he said "shop://a is broken" twice"#, ["shop://a"]),
        Self("an apostrophe", "shop://it's here, 'shop://a's", ["shop://it's", "shop://a"]),
        Self("raw JSON in quotes", #"see "shop://x?d={"a":"b"}""#, [#"shop://x?d={"a":"b"}"#]),
        Self("Markdown", "[the shop](shop://a_(b)) and [more](<shop://c d?e> \"title\")", ["shop://a_(b)", "shop://c"]),
        Self("Markdown whose words are the link", "[shop://a](shop://a?x=1)", ["shop://a?x=1"]),
        Self("Markdown with a title", #"![x](shop://a "A shop")"#, ["shop://a"]),
        Self("a Markdown reference", "[1]: shop://a 'Title'\n[2]: <shop://b>", ["shop://a", "shop://b"]),
        Self("a Markdown list", "- shop://a\n* **shop://b**\n1. _shop://c_", ["shop://a", "shop://b", "shop://c"]),
        Self("a table", "|shop://a|shop://b|", ["shop://a", "shop://b"]),
        Self("HTML", #"<a class=x href="shop://a?b=1&amp;c=2&#38;d=3">go</a>"#, ["shop://a?b=1&c=2&d=3"]),
        Self("HTML whose words are the link", "<a href='shop://a'>shop://a</a>", ["shop://a"]),
        Self("an attribute without quotes", "<a href=shop://a?b=1&amp;c=2>x</a>", ["shop://a?b=1&c=2"]),
        Self("a meta tag", #"<meta property="al:ios:url" content="shop://a?x&amp;y">"#, ["shop://a?x&y"]),
    ]

    static let text: [Self] = [
        Self("a start that was put together of two", "see https:/://a.example/x, ok", ["https:/://a.example/x"]),
        Self(
            "punctuation", "See shop://a, shop://b; (shop://c) or shop://d! Is it shop://e?",
            ["a", "b", "c", "d", "e"].map { "shop://" + $0 }),
        Self(
            "brackets of its own", "(see http://a.example/x_(y)) or http://a.example/x_(y).",
            ["http://a.example/x_(y)", "http://a.example/x_(y)"]),
        Self("two in a line", "shop://a shop://b", ["shop://a", "shop://b"]),
        Self(
            "with commas, semicolons and bars between", "shop://a,shop://b;shop://c|shop://d",
            ["shop://a", "shop://b", "shop://c", "shop://d"]),
        Self(
            "with nothing between", "shop://item/1shop://item/2 and https://a.example/bhttp://c.example",
            ["shop://item/1", "shop://item/2", "https://a.example/b", "http://c.example"]),
        Self("lines without one are left out", "Hello,\nplease try shop://a today.\nBye", ["shop://a"]),
        Self("after a label", "url:shop://a url=shop://b URL: shop://c", ["shop://a", "shop://b", "shop://c"]),
        Self("no links", "std::string 12:30 C:\\x error: //no http:// :// a:b", []),
        Self("letters beyond ASCII", "Öffne shop://café/写真。Danke", ["shop://café/写真"]),
        Self("a scheme that begins with digits", "1password://open, 12:30shop://a", ["1password://open", "shop://a"]),
        Self("the number of a list", "1.https://a.example/b 2)https://a.example/c", ["https://a.example/b", "https://a.example/c"]),
        Self("a scheme with an underscore", "try my_app://a/b, or _shop://c_", ["my_app://a/b", "shop://c"]),
        Self("an intent", "try intent://a/b#Intent;scheme=shop;S.x=y;end, ok", ["intent://a/b#Intent;scheme=shop;S.x=y;end"]),
        Self("an opaque intent", "the intent: intent:#Intent;action=x;end here", ["intent:#Intent;action=x;end"]),
        Self("a list and a JSON record", "Links:\nshop://a\n{\"url\":\"shop://b\"}", ["shop://a", "{\"url\":\"shop://b\"}"]),
    ]

    static let json: [Self] = [
        Self("a value", #"{"data":{"deep":"shop:\/\/a?x=\u0031","n":1,"t":"no: link"}}"#, ["shop://a?x=1"]),
        Self("an array", #"["shop://a", "b", {"c": "shop://d"}]"#, ["shop://a", "shop://d"]),
        Self("over lines", "{\n \"a\": [\n \"shop://a\"\n]}", ["shop://a"]),
        Self("in a log line", #"12:00 payload={"u":"shop:\/\/a?b=\"c\""} ok"#, [#"shop://a?b="c""#]),
        Self("JSON in JSON", #"body: "{\"u\":\"shop://a?b\",\"v\":1}""#, ["shop://a?b"]),
        Self("a text in JSON", #"{"text":"see shop://a, please"}"#, ["shop://a"]),
    ]

    static let logs: [Self] = [
        Self(
            "logcat without its header",
            "START u0 {act=android.intent.action.VIEW cat=[android.intent.category.BROWSABLE] "
                + "dat=shop://open/1?a=b&c=d flg=0x10000000 cmp=com.example/.Main} from uid 2000", ["shop://open/1?a=b&c=d"]),
        Self("am's answer", "Starting: Intent { act=android.intent.action.VIEW dat=myapp://x (has extras) }", ["myapp://x"]),
        Self("the last of an intent", "Intent { dat=shop://x}", ["shop://x"]),
        Self("a web link that Android shortens", "Intent { dat=https://a.example/... flg=0x1 }", ["https://a.example/..."]),
        Self("iOS", "2026-11-21 10:00:00.1 App[1:2] openURL: shop://a?b=1;", ["shop://a?b=1"]),
        Self("a dictionary of iOS", "{ UIApplicationLaunchOptionsURLKey = \"shop://a\"; }", ["shop://a"]),
        Self("brackets first", "[12:00:01] [deeplink] opened (shop://a)", ["shop://a"]),
    ]

    static let commands: [Self] = [
        Self("adb", "adb shell am start -W -a android.intent.action.VIEW -d 'shop://a' com.example", ["shop://a"]),
        Self("adb, quoted for both shells", #"adb -s emulator-5554 shell "am start -d 'shop://a?b=1&c=2'""#, ["shop://a?b=1&c=2"]),
        Self(
            "adb, quoted the other way", #"adb shell 'am start -a android.intent.action.VIEW -d "shop://a?b=1&c=2"'"#, ["shop://a?b=1&c=2"]),
        Self("adb, a backslash for the device", #"adb shell am start -d "shop://a?b=1\\&c=2""#, ["shop://a?b=1&c=2"]),
        Self("adb, quoted for one shell", #"adb shell am start -d "shop://a?b=1&c=2" com.example"#, ["shop://a?b=1"]),
        Self("adb, not quoted", "adb shell am start -d shop://a?b=1&c=2", ["shop://a?b=1"]),
        Self("adb, the intent", "adb shell am start 'intent:#Intent\\;action=x\\;end'", ["intent:#Intent;action=x;end"]),
        Self("adb, a broken link", "adb shell am start -d 'shop//a'", ["shop//a"]),
        Self("on the device", "$ am start -d 'shop://a?b&c'", ["shop://a?b&c"]),
        Self("simctl", #"xcrun simctl openurl booted "shop://a?b=1&c=2""#, ["shop://a?b=1&c=2"]),
        Self("simctl, opaque", "xcrun simctl openurl booted shop:a", ["shop:a"]),
        Self("simctl, not quoted", "xcrun simctl openurl booted shop://a?b=1&c=2", ["shop://a?b=1"]),
        Self(
            "devicectl", "xcrun devicectl device process launch --device X --payload-url 'shop://a?b&c' com.example", ["shop://a?b&c"]),
        Self(
            "curl", #"curl -sI -H "Referer: https://r.example" -e https://q.example 'https://a.example/x?y&z' | head"#,
            ["https://a.example/x?y&z"]),
        Self(
            "curl with a link for the app", #"curl https://a.example/push -H 'x: https://b.example' -d '{"link":"shop:\/\/item/3"}'"#,
            ["https://a.example/push", "shop://item/3"]),
        Self("curl and a port", "curl localhost:8080/x http://b.example", ["http://b.example"]),
        Self("open", "open mailto:a@b.example", ["mailto:a@b.example"]),
        Self("xdg-open", "/usr/bin/xdg-open $'shop://a?b=\\'\\x41'", ["shop://a?b='A"]),
        Self("uri-scheme", #"npx uri-scheme open "shop://a" --ios"#, ["shop://a"]),
        Self("behind a prompt", "me@box ~/src % open shop://a\nme@box:~/src$ open shop://b", ["shop://a", "shop://b"]),
        Self(
            "over lines", "adb shell am start \\\n  -a android.intent.action.VIEW \\\n  -d 'shop://a'\nopen shop://b",
            ["shop://a", "shop://b"]),
        Self("one after another", "open shop://a && open shop://b; ls", ["shop://a", "shop://b"]),
        Self("a quote that is never closed", "open 'shop://a\nxdg-open shop://b", ["shop://a", "shop://b"]),
        Self("quotes within a word", #"open shop://a?b="1&2"'&3'\&4"#, ["shop://a?b=1&2&3&4"]),
        Self("a comment", "open shop://a # or shop://b", ["shop://a"]),
        Self("words that only sound like one", "open the link (shop://a), please", ["shop://a"]),
        Self("a variable", #"open "shop://$HOST/a""#, ["shop://$HOST/a"]),
    ]

    private static let encoded = "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n"

    /// The sources of mails, whose headers say how each part is encoded.
    static let mails: [Self] = [
        Self(
            "one part", "Subject: x\n\(encoded)\nsee https://a.example/x?camp=\naign=3Dspring&id=3D7 bye",
            ["https://a.example/x?campaign=spring&id=7"]),
        Self(
            "HTML",
            "content-transfer-encoding: QUOTED-PRINTABLE\nContent-Type: text/html; charset=utf-8\n\n"
                + "<a href=3D\"https://a.example/?b=3D1&amp;c=\n=3D2\">x</a>",
            ["https://a.example/?b=1&c=2"]),
        Self(
            "three parts, one of them encoded",
            """
            Content-Type: multipart/alternative; boundary="p=AB"

            --p=AB
            \(encoded)
            https://a.example/?b=3DC1
            -- 
            https://a.example/?b=3DC2
            --p=AB
            Content-Transfer-Encoding: 8bit

            https://a.example/?b=3DC3
            --p=AB
            Content-Transfer-Encoding: base64

            aGVsbG8gd29ybGQ=
            --p=AB--
            """,
            ["https://a.example/?b=C1", "https://a.example/?b=C2", "https://a.example/?b=3DC3"]),
        Self(
            "a broken line at the end of each part",
            "--B\n\(encoded)\nhttps://a.example/?b=3DC1=\n--B\n\(encoded)\nsee https://a.example/?b=3DC2 x=\n--B--\n\(encoded)\nhttps://a.example/?b=3DC3=",
            ["https://a.example/?b=C1", "https://a.example/?b=C2", "https://a.example/?b=C3"]),
        Self(
            "blanks behind the sign of a broken line", "\(encoded)\nsee https://a.example/?b=3DC1&c= \t\n=3D2 x",
            ["https://a.example/?b=C1&c=2"]),
        Self(
            "a paste that begins in a part", "see https://a.example/?b=3DC1&c=3D=\n23 ok\n--B\n\(encoded)\nhttps://a.example/?b=3DC2",
            ["https://a.example/?b=C1&c=23", "https://a.example/?b=C2"]),
        Self(
            "two mails",
            "Subject: 1\n\(encoded)\nhttps://a.example/?b=3DC1\n\nSubject: 2\nContent-Transfer-Encoding: 7bit\n\nhttps://a.example/?b=C2",
            ["https://a.example/?b=C1", "https://a.example/?b=C2"]),
        Self(
            "a separator with blanks, and lines that only look like one",
            "---\n\n--B \n\(encoded)\nhttps://a.example/?b=3DC1\n---\n--Bye\nhttps://a.example/?b=3DC2\n--B\nContent-Transfer-Encoding: 8bit\n\n"
                + "https://a.example/?b=3DC3",
            ["https://a.example/?b=C1", "https://a.example/?b=C2", "https://a.example/?b=3DC3"]),
        Self(
            "a header over two lines",
            "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding:\n quoted-printable\n \nhttps://a.example/?b=3DC1",
            ["https://a.example/?b=C1"]),
        Self(
            "a mail that is shown decoded", "Subject: x\n\(encoded)\nhttps://a.example/x?ref=AB12&id=7",
            ["https://a.example/x?ref=AB12&id=7"]),
        Self(
            "a text about the header",
            "The header\nContent-Transfer-Encoding: quoted-printable means that = is written as\n=3D.\n\nOur link https://a.example/?b=3DC1 fails.",
            ["https://a.example/?b=3DC1"]),
        Self(
            "base64",
            "Subject: x\nContent-Transfer-Encoding: base64\n\nSGVsbG8sIG9wZW4gaHR0cHM6Ly9hLmV4YW1wbGUvcC8xP3V0bV9zb3VyY2U9\nbWFpbCZ4PTIjYSBub3cu\n",
            ["https://a.example/p/1?utm_source=mail&x=2#a"]),
        Self(
            "a picture and an HTML part, both base64",
            "--B\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUhEUgAAAAUA\n--B\n"
                + "Content-Transfer-Encoding: base64\nContent-Type: text/html\n\nPGEgaHJlZj0iaHR0cHM6Ly9hLmV4YW1wbGUvP2I9MSZhbXA7Yz0yIj5nbzwvYT4=\n--B--",
            ["https://a.example/?b=1&c=2"]),
        Self(
            "base64 that is broken off, and text below it",
            "Content-Transfer-Encoding: base64\n\nc2VlIGh0dHBzOi8vYS5leGFtcGxlLzEg\n\nwrote\nhttps://a.example/2 x",
            ["https://a.example/1", "https://a.example/2 x"]),
        Self(
            "base64, whose last sign is no broken line",
            "x\nContent-Transfer-Encoding: base64\n\naGVsbG8gd29ybGQ=\n\nsee https://a.example/?b=C3 x",
            ["https://a.example/?b=C3"]),
    ].flatMap { example in
        [
            example, Self(example.testDescription + ", CRLF", example.paste.replacing("\n", with: "\r\n"), example.records),
            Self(example.testDescription + ", CR", example.paste.replacing("\n", with: "\r"), example.records),
        ]
    }

    static let broken: [Self] = [
        Self("by a terminal", broken(link, at: 80), [link]),
        Self(
            "by a terminal, the second line shorter by one",
            [fullLine, String(repeating: "2", count: 75), "1234567890"].joined(separator: "\n"),
            [fullLine + String(repeating: "2", count: 75) + "1234567890"]),
        Self(
            "a long one and a page of the browser", "blob:https://a.example/550e8400-e29b-41d4-a716-446655440304\nabout:blank",
            ["blob:https://a.example/550e8400-e29b-41d4-a716-446655440304", "about:blank"]),
        Self(
            "one that ends in = and another", "data:text/html;base64,PGgxPkhlbGxvPC9oMT4=\nfile:///etc/hosts",
            ["data:text/html;base64,PGgxPkhlbGxvPC9oMT4=", "file:///etc/hosts"]),
        Self("by a terminal, in a command", broken("xcrun simctl openurl booted \"\(link)\"", at: 72), [link]),
        Self("by a mail", "Hello,\n\n" + broken("please see " + link, at: 76) + " soon.\n\nBye", [link]),
        Self("in angle brackets", "please see\n<https://a.example/x\n  /y?z=1>\nBye", ["https://a.example/x/y?z=1"]),
        Self("in a quoted mail", "> see <https://a.example/x\n> /y?z=1>\n>> bye", ["https://a.example/x/y?z=1"]),
        Self("in Markdown", "[x](https://a.example/x\n/y) z", ["https://a.example/x/y"]),
        Self("in quotes", "open \"shop://a?b=\nc\" now", ["shop://a?b=c"]),
        Self("by the encoding of mails", "see https://a.example/x?y=3D1&z=3D=\r\n2 for more", ["https://a.example/x?y=1&z=2"]),
        Self(
            "by the encoding of mails, pasted with carriage returns", "see https://a.example/x?y=3D1&z=3D=\r2",
            ["https://a.example/x?y=1&z=2"]),
        Self("two short ones", "shop://a\nshop://b", ["shop://a", "shop://b"]),
        Self("a short one and a word", "try shop://item\n7 days", ["shop://item"]),
        Self("a long one and a word", "try \(link)\nThanks", [link]),
        Self("a long one and a sentence", "\(link)\n2 days later", [link]),
        Self(
            "a long one and an event", "\(link)\n{\"event\":\"from_a_phone\",\"at\":\"once\"}",
            [link, "{\"event\":\"from_a_phone\",\"at\":\"once\"}"]),
        Self("a long one and another", "\(link)\n\(link)", [link, link]),
    ]
}
