import AppLinks
import TestSupport
import Testing

@Suite("Intent URIs, read as Android reads them")
struct IntentURITests {
    private func intent(_ text: String) throws -> AndroidIntent { try IntentURI(text).intent }

    @Test("the example from most documentation is parsed")
    func example() throws {
        let text =
            "intent://scan/?q=1#Intent;scheme=zxing;package=com.example.scan;S.browser_fallback_url=https%3A%2F%2Fwww.example.com%2F;end"
        let intent = try intent(text)
        #expect(intent.fields.action == "android.intent.action.VIEW")
        #expect(intent.data == "zxing://scan/?q=1")
        #expect(intent.scheme == "zxing")
        #expect(intent.fields.package == "com.example.scan")
        #expect(intent.fallbackURL == "https://www.example.com/")
        #expect(intent.uri == text)
    }

    @Test("every key is parsed")
    func keys() throws {
        let text =
            "intent:#Intent;action=com.example.SHOW%20IT;category=a.B;category=c.D;category=a.B;type=image/png;identifier=x/y;"
            + "launchFlags=0x10000000;package=p.q;component=p.q/.Main;sourceBounds=0%20-1%2020%2030;end"
        let fields = try intent(text).fields
        #expect(fields.action == "com.example.SHOW IT")
        #expect(fields.categories == ["a.B", "c.D"])
        #expect(fields.type == "image/png")
        #expect(fields.identifier == "x/y")
        #expect(fields.flags == 0x1000_0000)
        #expect(fields.package == "p.q")
        #expect(fields.component?.description == "p.q/p.q.Main")
        #expect(fields.component?.shortText == "p.q/.Main")
        #expect(fields.sourceBounds == "0 -1 20 30")
        #expect(try intent(text).data == nil)
    }

    @Test(
        "every type of extra is parsed, up to its limits",
        arguments: [
            ("S.x=a%20b+c", .string("a b+c")), ("S.x=", .string("")), ("S.x=%C3%A9", .string("é")), ("S.x=%FF", .string("\u{FFFD}")),
            ("S.x=100%", .string("100%")), ("S.x=a=b", .string("a=b")), ("B.x=TRUE", .bool(true)), ("B.x=1", .bool(false)),
            ("b.x=-128", .byte(-128)), ("b.x=+127", .byte(127)), ("c.x=ab", .char("a")), ("c.x=%F0%9F%98%80", .char("\u{FFFD}")),
            ("d.x=1", .double(1)), ("d.x=.5e-3f", .double(0.0005)), ("d.x=-Infinity", .double(-.infinity)), ("d.x=NaN", .double(.nan)),
            ("d.x=0x1.8p1", .double(3)), ("d.x=%202.5%20", .double(2.5)), ("d.x=1e400", .double(.infinity)),
            ("f.x=16777217", .float(16_777_216)),
            ("i.x=-2147483648", .int(.min)), ("l.x=9223372036854775807", .long(.max)), ("s.x=32767", .short(.max)),
        ] as [(String, IntentExtra.Value)])
    func extras(entry: String, value: IntentExtra.Value) throws {
        #expect(try intent("intent:#Intent;\(entry);end").fields.extras == [IntentExtra(name: "x", value: value)])
    }

    @Test("names are decoded; a repeated name keeps its place and gets the new value and type")
    func names() throws {
        let extras = try intent("intent:#Intent;S.a%20b=1;i.c=2;B.a%20b=true;S.c=;end").fields.extras
        #expect(extras == [IntentExtra(name: "a b", value: .bool(true)), IntentExtra(name: "c", value: .string(""))])
    }

    @Test(
        "the data comes from the URI and the scheme",
        arguments: [
            ("intent://h/p?q#Intent;scheme=shop;end", "shop://h/p?q"), ("intent:tel#Intent;scheme=x;end", "x:tel"),
            ("intent://h/p#top#Intent;scheme=shop;end", "shop://h/p#top"), ("intent://h#Intent;end", "//h"), ("intent:#Intent;end", nil),
            ("intent:#Intent;scheme=tel;end", "tel:"), ("intent:tel:5#Intent;end", "tel:5"), ("INTENT://h#Intent;scheme=a;end", "a://h"),
            ("https://h/p#x#Intent;package=p;scheme=ignored;end", "https://h/p#x"), ("#Intent;action=a;end", nil),
            ("intent://h/p", "intent://h/p"), ("intent://h/p#top", "intent://h/p#top"),
        ] as [(String, String?)])
    func data(text: String, data: String?) throws {
        #expect(try intent(text).data == data)
    }

    @Test(
        "an android-app URI has the action MAIN, with a scheme VIEW, unless it names an action",
        arguments: [
            ("android-app://com.x", "MAIN", nil), ("android-app://com.x/", "MAIN", nil), ("android-app://com.x/shop", "VIEW", "shop:"),
            ("android-app://com.x/shop/", "VIEW", "shop:"), ("android-app://com.x/https/h", "VIEW", "https://h"),
            ("android-app://com.x/https/h/p/q?a=1", "VIEW", "https://h/p/q?a=1"), ("android-app://com.x/a/h/p#top", "VIEW", "a://h/p#top"),
            ("android-app://com.x/a/h#Intent;action=android.intent.action.EDIT;end", "EDIT", "a://h"),
            ("android-app://com.x#Intent;action=android.intent.action.EDIT;package=other;scheme=s;end", "EDIT", nil),
            ("android-app://com.x/#Intent;scheme=s;end", "VIEW", "s:"),
        ] as [(String, String, String?)])
    func androidApp(text: String, action: String, data: String?) throws {
        let intent = try intent(text)
        #expect(intent.fields.package == "com.x")
        #expect(intent.fields.action == "android.intent.action.\(action)")
        #expect(intent.data == data)
    }

    @Test("a selector has its own fields; the last selector counts; a package of the intent removes the selector")
    func selector() throws {
        let text = "intent:#Intent;action=a;S.x=1;SEL;action=first;SEL;category=b;scheme=s;i.x=2;end"
        let intent = try intent(text)
        #expect(intent.fields.action == "a")
        #expect(intent.fields.extras == [IntentExtra(name: "x", value: .string("1"))])
        #expect(intent.selector?.fields.action == nil)
        #expect(intent.selector?.fields.categories == ["b"])
        #expect(intent.selector?.scheme == "s" && intent.selector?.data == "s:")
        #expect(intent.selector?.fields.extras == [IntentExtra(name: "x", value: .int(2))])
        #expect(intent.data == nil)
        #expect(try self.intent("intent:#Intent;package=p;SEL;action=b;end").selector == nil)
    }

    @Test(
        "the data of a selector is its scheme with a colon, in which Android finds the scheme again",
        arguments: [
            ("tel", "tel:", "tel"), ("a%3Ab", "a:b:", "a"), ("", ":", ""), ("A+b", "A+b:", "A+b"),
        ])
    func selectorData(value: String, data: String, scheme: String) throws {
        let selector = try intent("intent:#Intent;SEL;scheme=\(value);end").selector
        #expect(selector?.data == data && selector?.scheme == scheme)
        #expect(try intent("intent:#Intent;SEL;package=p;end").selector?.data == nil)
    }

    @Test(
        "launch flags are decoded as in Java, without the flags that grant access",
        arguments: [
            ("0x10000000", 0x1000_0000), ("268435456", 0x1000_0000), ("%231000", 0x1000), ("010", 8), ("-0x80000000", .min), ("0xC4", 4),
        ]
            as [(String, Int32)])
    func flags(text: String, flags: Int32) throws {
        #expect(try intent("intent:#Intent;launchFlags=\(text);end").fields.flags == flags)
    }

    @Test("an invalid component is ignored without an error", arguments: ["p", "p/", ""])
    func noComponent(text: String) throws {
        #expect(try intent("intent:#Intent;component=\(text);end").fields.component == nil)
    }

    @Test(
        "errors are reported with their places",
        arguments: [
            ("https://example.com/", .notIntent, 0), ("", .notIntent, 0), ("intent:#Intent;", .missingEnd, 15),
            ("intent:#Intent", .missingEnd, 14), ("intent:#Intent;package=p", .missingEnd, 24),
            ("intent:#Intent;package=p;", .missingEnd, 25),
            ("intent:#Intent;package=p;en", .missingEnd, 27), ("intent:#Intent;nonsense;end", .notPair, 15),
            ("intent:#Intent;;end", .notPair, 15),
            ("intent:#Intent;packag=p;end", .unknownKey, 15), ("intent:#Intent;Package=p;end", .unknownKey, 15),
            ("intent:#Intent;x.a=p;end", .unknownType, 15), ("intent:#Intent;i.a=1x;end", .badValue, 19),
            ("intent:#Intent;i.a=2147483648;end", .badValue, 19), ("intent:#Intent;b.a=128;end", .badValue, 19),
            ("intent:#Intent;s.a=;end", .badValue, 19), ("intent:#Intent;l.a=1.0;end", .badValue, 19),
            ("intent:#Intent;c.a=;end", .badValue, 19),
            ("intent:#Intent;d.a=inf;end", .badValue, 19), ("intent:#Intent;d.a=0x1;end", .badValue, 19),
            ("intent:#Intent;f.a=.;end", .badValue, 19),
            ("intent:#Intent;launchFlags=;end", .badValue, 27), ("intent:#Intent;launchFlags=0xFFFFFFFF;end", .badValue, 27),
            ("intent:#Intent;launchFlags=--1;end", .badValue, 27), ("intent://h#Intent;S.a=b#c;end", .strayHash, 23),
            ("android-app:", .noPackage, 12), ("android-app:x", .noPackage, 12), ("android-app:///s/h", .noPackage, 14),
            ("android-app://", .noPackage, 14), ("android-app://#Intent;end", .noPackage, 14),
        ] as [(String, IntentURIError.Code, Int)])
    func errors(text: String, code: IntentURIError.Code, offset: Int) throws {
        let error = #expect(throws: IntentURIError.self) { try IntentURI(text) }
        #expect(error?.code == code, "\(text)")
        #expect(error?.offset == offset, "\(text)")
        #expect(error.map { !$0.expected.isEmpty && $0.description.contains("byte \(offset + 1)") } == true)
    }

    @Test("the ranges of the parts are correct and in order")
    func parts() throws {
        let text = "intent://h#Intent;scheme=a;S.x%20y=b;SEL;package=p;end;more"
        let bytes = Array(text.utf8)
        let parts = try IntentURI(text).parts
        #expect(
            parts.map { String(decoding: bytes[$0.range], as: UTF8.self) } == [
                "intent:", "//h", "scheme=a", "S.x%20y=b", "SEL", "package=p", "end", ";more",
            ])
        #expect(parts.map(\.kind) == [.prefix, .data, .field("scheme"), .extra("x y"), .selector, .field("package"), .end, .trailing])
        #expect(parts.map { String(decoding: bytes[$0.value], as: UTF8.self) }[2...3] == ["a", "b"])
        #expect(parts.map(\.isInSelector) == [false, false, false, false, false, true, false, false])
    }

    @Test("any part that begins with \"end\" ends the intent")
    func end() throws {
        #expect(try intent("intent:#Intent;package=p;ending=x;i.a=no;").fields.package == "p")
    }

    @Test(
        "doubles are written as in Java",
        arguments: [
            (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (0.001, "0.001"), (0.0001, "1.0E-4"), (9_999_999, "9999999.0"), (1e7, "1.0E7"),
            (123.456, "123.456"), (1.5e300, "1.5E300"), (.leastNonzeroMagnitude, "4.9E-324"), (-2.5, "-2.5"), (.nan, "NaN"),
            (-.infinity, "-Infinity"),
            (0.1, "0.1"), (100, "100.0"), (1_234_567.25, "1234567.25"),
        ] as [(Double, String)])
    func doubles(value: Double, text: String) {
        #expect(IntentExtra.Value.double(value).text == text)
    }

    @Test("the time for very many extras and categories grows in proportion to their number")
    func many() {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1000, long: 12_500)) { size in
            let intent = try? intent("intent:#Intent;\((0..<size).map { "S.name\($0)=v;category=c\($0);" }.joined())end")
            #expect(intent?.fields.extras.count == size && intent?.fields.categories.count == size)
        }
        #expect(isLinear)
    }
}
