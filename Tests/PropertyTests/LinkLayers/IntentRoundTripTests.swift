import AppLinks
import LinkLayers
import TestSupport
import Testing

@Suite("An intent that is printed and read again is the same")
struct IntentRoundTripTests {
    @Test(
        "an intent is printed in the canonical form",
        arguments: [
            ("intent:#Intent;end", "intent:#Intent;end"),
            ("android-app://p", "intent:#Intent;action=android.intent.action.MAIN;package=p;end"),
            ("intent:tel:5#Intent;end", "intent:5#Intent;scheme=tel;end"), ("intent://h", "intent://h#Intent;scheme=intent;end"),
            ("https://h/p#Intent;S.b=x/y;i.a=+5;end", "intent://h/p#Intent;scheme=https;S.b=x%2Fy;i.a=5;end"),
            ("intent:#Intent;component=p/p.X;type=a%2Fb;end", "intent:#Intent;type=a/b;component=p/.X;end"),
            ("intent:#Intent;d.x=5e-324;action=android.intent.action.VIEW;end", "intent:#Intent;d.x=4.9E-324;end"),
            ("intent:#Intent;SEL;end", "intent:#Intent;SEL;end"),
            ("intent://a b#Intent;scheme=x%23y;end", "intent:x#y://a b#Intent;end"),
        ])
    func canonical(text: String, uri: String) throws {
        #expect(try IntentURI(text).uri == uri)
        #expect(try IntentURI(uri).uri == uri)
    }

    @Test("flags are printed without a sign, as on Android")
    func negativeFlags() throws {
        #expect(try IntentURI("intent:#Intent;launchFlags=-1;end").uri == "intent:#Intent;launchFlags=0xffffff3c;end")
    }

    @Test(
        "the form android-app implies the package, and the action VIEW for data or MAIN; other data than a scheme needs a host",
        arguments: [
            ("android-app://p.q", "android-app://p.q"),
            ("intent:#Intent;package=p.q;end", "android-app://p.q#Intent;action=android.intent.action.VIEW;end"),
            ("intent://h/p?q=1&r#Intent;scheme=https;package=p.q;end", "android-app://p.q/https/h/p?q=1&r"),
            ("intent://h/p#top#Intent;scheme=a;package=p.q;S.x=a%20b;end", "android-app://p.q/a/h/p#top#Intent;S.x=a%20b;end"),
            ("intent:5#Intent;scheme=tel;package=p.q;action=x.Y;end", "android-app://p.q/tel#Intent;action=x.Y;end"),
            ("android-app://p.q/https/h/i#Intent;component=p.q/.M;end", "android-app://p.q/https/h/i#Intent;component=p.q/.M;end"),
            ("intent://h#Intent;scheme=a;end", nil), ("intent:#Intent;SEL;package=p;end", nil),
        ] as [(String, String?)])
    func androidApp(text: String, uri: String?) throws {
        #expect(try IntentURI(text).androidAppURI == uri)
        if let uri, !text.contains("tel") {
            #expect(try IntentURI(uri).intent == IntentURI(text).intent)
            #expect(try IntentURI(uri).androidAppURI == uri)
        }
    }

    @Test("random intents are read back as the same intents", .daily, arguments: Seeds.among(1...4))
    func generated(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(300, long: 1_000) {
            let intent = Self.intent(using: &random)
            if Self.hasUnreadableFlags(intent) { continue }
            let again = try IntentURI(intent.uri).intent
            #expect(again == intent, "\(intent.uri)")
            #expect(again.uri == intent.uri)
        }
    }

    private static let pieces = [
        "intent:", "android-app:", "//", "/", "h", "p.q", "#Intent;", "#", ";", "=", "end", "SEL;", "scheme=", "shop", "package=",
        "component=",
        "action=", "category=", "type=", "launchFlags=", "0x10", "-5", "S.", "B.", "b.", "c.", "d.", "f.", "i.", "l.", "s.", "name=", "1.5",
        "NaN",
        "%20", "%", "%23", "%3B", "é", "\u{0}", "😀", " ", "e\u{301}", "identifier=", "sourceBounds=", "1 2 3 4",
    ]

    @Test("random pieces never trap, and every intent that is read can be printed and read again", .daily, arguments: Seeds.among(11...14))
    func pieces(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(2_500, long: 10_000) {
            let count = Int.random(in: 0...12, using: &random)
            var text = (0..<count).map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
            if Bool.random(using: &random) { text = "intent:#Intent;\(text);end" }
            try check(text)
        }
    }

    @Test("a URI with bytes changed, removed, doubled or cut off never traps", .daily, arguments: Seeds.among(21...24))
    func mutations(_ seed: UInt64) throws {
        let uris = [
            "intent://h/p?q=1#top#Intent;scheme=shop;action=a.B;category=c;launchFlags=0x14;component=p/.M;S.n=a%20b;d.x=1.5;SEL;package=p;end",
            "android-app://com.example.shop/https/www.example.com/item/7?x=1#Intent;action=a.B;l.id=9000000000;end",
        ]
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(1_500, long: 5_000) {
            var bytes = Array(uris[Int.random(in: 0..<uris.count, using: &random)].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(place...) }
                }
            }
            try check(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Returns whether the topmost bit of the flags is set. Android prints flags without a sign, and cannot read such flags back.
    private static func hasUnreadableFlags(_ intent: AndroidIntent) -> Bool {
        intent.fields.flags < 0 || intent.selector?.fields.flags ?? 0 < 0
    }

    private func check(_ text: String) throws {
        let size = text.utf8.count
        let read: IntentURI
        do throws(IntentURIError) {
            read = try IntentURI(text)
        } catch {
            #expect(0...size ~= error.offset, "\(text)")
            return
        }
        #expect(read.parts.allSatisfy { $0.range.upperBound <= size }, "\(text)")
        #expect(!zip(read.parts, read.parts.dropFirst()).contains { $0.range.upperBound > $1.range.lowerBound }, "\(text)")
        let intent = read.intent
        // Of a selector's data, Android prints only what is before the first colon, so `SEL;scheme=a:b` does not come back.
        if let data = intent.selector?.data, data.dropLast().contains(":") { return }
        if Self.hasUnreadableFlags(intent) { return }
        let again = try IntentURI(intent.uri)
        #expect(again.intent == intent, "\(text)")
        #expect(again.intent.uri == intent.uri, "\(text)")
    }

    private static func intent(using random: inout SeededRandom) -> AndroidIntent {
        var intent = AndroidIntent()
        intent.fields = fields(using: &random)
        intent.fields.action = text(using: &random)
        let data = ["shop://h/" + text(using: &random), text(using: &random) + "x", ":" + text(using: &random), "intent:y"]
        if Bool.random(using: &random) { intent.data = data[Int.random(in: 0..<data.count, using: &random)] }
        if intent.fields.package == nil, Bool.random(using: &random) {
            var selector = AndroidIntent.Selector()
            selector.fields = fields(using: &random)
            if Bool.random(using: &random) { selector.data = text(using: &random).filter { $0 != ":" } + ":" }
            intent.selector = selector
        }
        return intent
    }

    private static func fields(using random: inout SeededRandom) -> AndroidIntent.Fields {
        var fields = AndroidIntent.Fields()
        if Bool.random(using: &random) { fields.action = text(using: &random) }
        fields.categories = (0..<Int.random(in: 0...3, using: &random)).map { "c\($0)" + text(using: &random) }
        if Bool.random(using: &random) { fields.type = text(using: &random) }
        if Bool.random(using: &random) { fields.identifier = text(using: &random) }
        fields.flags = Int32.random(in: .min ... .max, using: &random) & ~0xC3
        if Bool.random(using: &random) { fields.package = text(using: &random) }
        if Bool.random(using: &random) { fields.component = ComponentName(text(using: &random) + "/" + text(using: &random)) }
        fields.extras = (0..<Int.random(in: 0...5, using: &random)).map {
            IntentExtra(name: "\($0)" + text(using: &random), value: value(using: &random))
        }
        return fields
    }

    private static func value(using random: inout SeededRandom) -> IntentExtra.Value {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: .string(text(using: &random))
        case 1: .bool(Bool.random(using: &random))
        case 2: .byte(Int8.random(in: .min ... .max, using: &random))
        case 3: .char(Unicode.Scalar(UInt32.random(in: 0...0xD7FF, using: &random)) ?? "x")
        case 4: .double(Double(bitPattern: UInt64.random(in: .min ... .max, using: &random)))
        case 5: .float(Float(bitPattern: UInt32.random(in: .min ... .max, using: &random)))
        case 6: .int(Int32.random(in: .min ... .max, using: &random))
        case 7: .long(Int64.random(in: .min ... .max, using: &random))
        default: .short(Int16.random(in: .min ... .max, using: &random))
        }
    }

    private static func text(using random: inout SeededRandom) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let limits: [UInt32] = [0x7F, 0x7F, 0xFF, 0x10FFFF]
            text.append(Unicode.Scalar(UInt32.random(in: 0...limits[Int.random(in: 0..<4, using: &random)], using: &random)) ?? "#")
        }
        return String(text)
    }
}
