/// Text that people paste from mails, terminals, source code and scripts.
extension PasteExample {
    /// Text from mails, which break lines anywhere and quote them.
    static let mailed: [Self] = [
        Self(
            "from the middle of a line on",
            "Here is the link: https://shop.example.com/products/item/42?utm_source=mail&utm_\ncampaign=x&ref=7 ok",
            ["https://shop.example.com/products/item/42?utm_source=mail&utm_campaign=x&ref=7"]),
        Self(
            "quoted", "> Please open https://shop.example.com/products/item/42?a=b&c=d&e=ffffffff\n> &g=hhhh\n> Thanks",
            ["https://shop.example.com/products/item/42?a=b&c=d&e=ffffffff&g=hhhh"]),
        Self(
            "only the rest quoted", "Please open https://shop.example.com/products/item/42?a=b&c=d&e=ffffffff\n> &g=hhhh\n> Thanks",
            ["https://shop.example.com/products/item/42?a=b&c=d&e=ffffffff&g=hhhh"]),
        Self("a short line that ends in &", "see https://a.example/x?b=1&\nc=2 soon", ["https://a.example/x?b=1&c=2"]),
        Self("a short line that ends in =", "> see https://a.example/x?b=\n> 1&c=2 soon", ["https://a.example/x?b=1&c=2"]),
        Self("a short line that ends in an escape", "see https://a.example/x?u=a%3\nAb%2Fc", ["https://a.example/x?u=a%3Ab%2Fc"]),
        Self("a rest that begins with &", "> see https://a.example/x?b=1\n> &c=2\n> bye", ["https://a.example/x?b=1&c=2"]),
        Self("a rest that begins with an escape", "see https://a.example/x?u=a\n%3Db", ["https://a.example/x?u=a%3Db"]),
        Self(
            "a rest that is longer than the line",
            "Please open https://shop.example.com/products/item/42?a=b&c=d\n&g=hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh\n&i=j end",
            [
                "https://shop.example.com/products/item/42?a=b&c=d&g=hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh&i=j"
            ]),
        Self("a short line and a word", "see https://a.example/x?b=\nabc ok", ["https://a.example/x?b="]),
        Self("a short line and a setting", "A=https://a.example/x?b=\nB=c", ["https://a.example/x?b="]),
        Self("a short line and a list", "see https://a.example/x?b=1&\n- c", ["https://a.example/x?b=1&"]),
        Self(
            "a short line and an event",
            "see https://a.example/x?b=1&\n{\"event\":\"a=b\"}",
            ["https://a.example/x?b=1&", "{\"event\":\"a=b\"}"]),
    ]

    /// Text with terminal colors.
    static let coloured: [Self] = [
        Self("a colour around it", "\u{1B}[32mshop://a?b=c\u{1B}[0m done", ["shop://a?b=c"]),
        Self("several", "see \u{1B}[4;38;5;12mhttps://a.example/x\u{1B}[0m\u{1B}[1m ok", ["https://a.example/x"]),
        Self("a short reset", "\u{1B}[1mhttps://a.example/x\u{1B}[m", ["https://a.example/x"]),
        Self("a highlighted part", "see https://a.\u{1B}[01;31m\u{1B}[Kexample\u{1B}[m\u{1B}[K/x is it", ["https://a.example/x"]),
        Self("written out", "^[[32mshop://a?b=c^[[0m done", ["shop://a?b=c"]),
        Self("without ESC", "[32mshop://a?b=c[0m done", ["shop://a?b=c"]),
        Self("in one character", "\u{9B}32mshop://a\u{9B}0m done", ["shop://a"]),
        Self(
            "a prompt",
            "\u{1B}[1;34mme@box\u{1B}[0m$ open 'shop://a?b&c'; open \u{1B}[4mshop://d\u{1B}(B\u{1B}[m",
            ["shop://a?b&c", "shop://d"]),
        Self("what is no colour", "see shop://a?b[0]=c [m] [1m] ok", ["shop://a?b[0]=c"]),
        Self("a link to click on", "\u{1B}]8;;https://a.example/x\u{1B}\\words\u{1B}]8;;\u{1B}\\", ["https://a.example/x"]),
        Self("no link", "\u{1B}[31mnone\u{1B}[0m", ["\u{1B}[31mnone\u{1B}[0m"]),
    ]

    static let intents: [Self] = [
        Self("text behind its end", "intent://a#Intent;scheme=shop;end and more", ["intent://a#Intent;scheme=shop;end"]),
        Self("punctuation behind its end", "see intent://a#Intent;scheme=shop;end, and;more", ["intent://a#Intent;scheme=shop;end"]),
        Self("a semicolon more", "intent://a#Intent;S.endpoint=b;end; ok", ["intent://a#Intent;S.endpoint=b;end"]),
        Self("a name that begins like an end", "see intent://a#Intent;endless=b;S.x=y;end", ["intent://a#Intent;endless=b;S.x=y;end"]),
        Self("a blank in it", "intent://a#Intent;S.x=b c;end", ["intent://a#Intent;S.x=b c;end"]),
        Self("another link behind it", "intent://a#Intent;scheme=b;end shop://c d", ["intent://a#Intent;scheme=b;end", "shop://c"]),
    ]

    /// Text from the source of a program or from JSON.
    static let sources: [Self] = [
        Self("escaped slashes", #""url":"https:\u002f\u002fa.example\u002fp?x\u003d1","#, ["https://a.example/p?x=1"]),
        Self("in capitals", #"  "url": "https:\u002F\u002Fa.example/p","#, ["https://a.example/p"]),
        Self("an escaped colon", #""next": "https\u003a\/\u002fa.example/p""#, ["https://a.example/p"]),
        Self("without quotes", #"next https:\u002f\u002fa.example\u002fp, ok"#, ["https://a.example/p"]),
        Self("no link", #"a\u003ab c\u002f\u002fd"#, []),
        Self("quotes that were escaped twice", #"adb shell "am start -d \\"shop://a\\"""#, ["shop://a"]),
        Self("quotes that were escaped for nothing", #"adb shell 'am start -d \"shop://a?b=1\" com.x'"#, ["shop://a?b=1"]),
        Self("on the device", #"am start -d \"shop://a?b=1\" com.x"#, ["shop://a?b=1"]),
        Self("escaped for one shell", #"adb shell am start -d \"shop://a?b=1\" com.x"#, ["shop://a?b=1"]),
        Self("of an option", #"curl --url=\"https://a.example/\""#, ["https://a.example/"]),
    ]

    static let scripts: [Self] = [
        Self("without a scheme", "curl e.com/p", ["http://e.com/p"]),
        Self(
            "without a scheme, with options",
            "curl -sS -X POST -m 5 -H 'a: b.c' --cacert ca.pem e.com:8080/p?x=1",
            ["http://e.com:8080/p?x=1"]),
        Self("of this machine", "$ curl localhost", ["http://localhost"]),
        Self("by its option", "curl --url www.example.com/p", ["http://www.example.com/p"]),
        Self("wget", "wget -O out.html www.example.com", ["http://www.example.com"]),
        Self("without a link", "curl --version and more", []),
        Self(
            "over lines",
            "curl 'https://a.example/p' \\\n  -H 'a: https://b.example' \\\n  --data-raw '{\n  \"a\": 1\n}'\n",
            ["https://a.example/p"]),
        Self("the link last", "curl \\\n  -H 'referer: https://r.example' \\\n  'https://a.example/p?x&y'", ["https://a.example/p?x&y"]),
        Self("two of adb", "adb shell am start -d shop://a && adb shell am start -d 'shop://b\\&c'", ["shop://a", "shop://b&c"]),
        Self(
            "with others between",
            "open shop://a; sleep 1; echo 'x;y' | cat; open shop://b || true; open shop://c",
            ["shop://a", "shop://b", "shop://c"]),
        Self("behind one without a link", #"adb wait-for-device; adb shell am start -d "shop://a?b=1\\&c=2""#, ["shop://a?b=1&c=2"]),
        Self(
            "several on the device",
            "adb shell \"am force-stop x; am start -d shop://a && am start -d 'shop://b&c'\"",
            ["shop://a", "shop://b&c"]),
        Self("what was cut off is none", "open shop://a?b=1&open=2&u=http://c.example", ["shop://a?b=1"]),
        Self("words that sound like some", "open the door (shop://a); open it", ["shop://a"]),
    ]

    static let more = mailed + coloured + intents + sources + scripts
}
