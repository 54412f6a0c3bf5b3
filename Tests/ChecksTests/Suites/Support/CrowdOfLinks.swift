import TestSupport

/// Links of every kind, made at random: plain ones and App Links, with and without referers, with secrets, hostile texts and malformed data.
struct CrowdOfLinks {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }

    private mutating func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }

    /// Texts that YAML, JSON or the reader of suites could take for something else.
    private static let traps = [
        "", " ", "true", "no", "null", "~", "none", "7", "1e3", "0x1F", "- a", "a: b", "a #b", "#", "&a", "*a", "!b", "{{x}}", "{{{x}}}",
        "{{ braces }}", "[a]", "a,b", "\"", "'", "\\", "a\nb", "\t", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{202E}x", "é",
        "e\u{301}", "写真箱", "👍🏽", "put-secret-1-here", "browser", "Shop", String(repeating: "long ", count: 300),
    ]

    private mutating func text() -> String {
        switch below(4) {
        case 0: pick(Self.traps)
        case 1: String(decoding: hostileBytes(&random, count: below(30)), as: UTF8.self)
        default: pick(["spring", "summer sale", "a-1", "https://a.example/x?y=1&z=2#f"])
        }
    }

    private mutating func json(_ depth: Int = 0) -> String {
        switch below(depth > 3 ? 5 : 8) {
        case 0: return pick(["0", "-1", "42", "1.5e300", "12345678901234567890"])
        case 1: return pick(["true", "false", "null"])
        case 2, 3, 4: return escaped(text())
        case 5: return "[" + (0..<below(4)).map { _ in json(depth + 1) }.joined(separator: ",") + "]"
        case 6 where below(6) == 0: return String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        default: return object(depth + 1)
        }
    }

    private mutating func object(_ depth: Int) -> String {
        "{"
            + (0..<below(4)).map { _ in "\(escaped(below(3) == 0 ? text() : pick(["n", "campaign", "access_token", "pin"]))):\(json(depth))"
            }
            .joined(separator: ",") + "}"
    }

    /// Returns a text as a string of JSON.
    private func escaped(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
                if scalar.value >= 0x20 { return String(scalar) }
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() + "\""
    }

    mutating func next() -> String {
        let scheme = pick(["shop", "news", "wheel", "mystery", "https", "http", "intent", "SHOP", "assumed-1"])
        var link = scheme + "://" + pick(["a.example", "item/7", "", "user:hunter2secret@a.example", "写真"]) + pick(["", "/x", "/a%20b"])
        switch below(8) {
        case 0: return link + "?access_token=EAAB\(below(1000))abcdefgh&x={{x}}"
        case 1: return link + "?q=" + percentEncoded(text()) + "#" + text()
        case 2: return text() + link
        case 3: return String(decoding: hostileBytes(&random, count: 1 + below(60)), as: UTF8.self)
        default: break
        }
        var members = ["\"target_url\":\(escaped(pick(["https://a.example/a", "shop://x", "", text()])))"]
        if below(3) > 0 { members.append("\"extras\":\(object(0))") }
        if below(3) > 0 {
            var referer: [String] = []
            if below(5) > 0 { referer.append("\"app_name\":\(escaped(pick(["Shop", "News", "none", text()])))") }
            if below(5) > 0 {
                referer.append("\"url\":\(escaped(pick(["shop://back", "news://b?token=abcdefgh12345", "none", "x", text()])))")
            }
            members.append("\"referer_app_link\":{\(referer.joined(separator: ","))}")
        }
        let data = "{" + members.joined(separator: ",") + (below(20) == 0 ? "" : "}")
        link += "?al_applink_data=" + percentEncoded(data)
        return link
    }
}
