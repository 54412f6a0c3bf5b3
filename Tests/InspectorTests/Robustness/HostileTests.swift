import AppLinks
import Deciding
import Inspector
import Records
import Screen
import TestSupport
import Testing

@testable import Panes

/// Untrusted text never reaches a cell unsanitized, whatever field it is in, and never makes a frame too expensive.
@Suite struct HostileTests {
    /// Texts with characters that terminals interpret, or that reorder or hide text, and other unusual texts.
    static let nasties: [String] = [
        "\u{1B}[2J\u{1B}[H\u{1B}]0;title\u{7}", "\u{1B}]52;c;ZXZpbA==\u{1B}\\", "\u{9B}31m", "\u{1B}P+q\u{1B}\\", "a\rb\nc\td\u{0}e\u{7F}",
        "\u{202E}gnp.exe\u{202C}", "\u{2066}x\u{2069}\u{200F}", "a\u{200B}b\u{200D}c\u{FEFF}d\u{AD}e", "\u{E0041}\u{E0042}",
        "\u{3164}\u{115F}\u{2800}",
        "z" + String(repeating: "\u{301}", count: 200), "\u{2028}\u{2029}", "\u{E000}\u{10FFFF}", "👨‍👩‍👧\u{FE0F}🇳🇱", "\u{200D}\u{301}",
        "写\u{20DD}", "",
        " ", "%s%n%1$@", "<U+202E>", String(repeating: "\u{202E}", count: 300),
    ]

    /// Returns the text as a JSON string, escaping only what must be escaped.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns records with the same text in every field that a record can have.
    private static func records(_ text: String) -> [String] {
        let json = quoted(text)
        let data = """
            {"target_url":\(json),"version":"1.0","user_agent":\(json),"extras":{\(json):\(json),"a":[\(json)]},\
            "referer_app_link":{"app_name":\(quoted("A" + text)),"url":"shop://back"}}
            """
        return [
            text, "shop://p/" + text, "shop://p?\(Links.encoded(text))=\(Links.encoded(text))", "shop://\(Links.encoded(text))@h/#\(text)",
            Links.appLink(data), Links.appLink(data.replacing("\"1.0\"", with: json)), Links.appLink(text),
            Links.appLink(data.replacing("\"shop://back\"", with: json)),
            "{\"url\":\(quoted("cafe://" + text)),\"sourceApplication\":\(json)}", "{\"link\":\(json)}",
            "{\"event\":\(json),\"ts\":\(json),\"url\":\(json),\(json):\(json)}",
            "{\"event_name\":\(json),\"event_args\":{\(json):{\(json):1}}}",
            "{\(json):\(json)}", "{\"event\":\(json)",
        ]
    }

    private static let sizes = [
        Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
    ]

    /// Visits every pane and window, each at another size, and returns the first problem. It examines every second screen, so `turn` 0 and
    /// 1 together cover all of them.
    private func flawInAll(_ rig: inout Rig, turn: Int) -> String? {
        let walks: [[Key]] = [
            [], [.enter], ["r"], [.enter, "i", .home], [.escape, "2"], ["j", .enter, .down], [.escape, "z", "G"],
            [.enter, .escape, "z"], ["3"], ["3", "k"], ["d"], [.escape, "1", "["],
        ]
        for (index, keys) in walks.enumerated() {
            for key in keys { rig.press(key) }
            guard (index + turn) % 2 == 0 else { continue }
            rig.send(.resized(Self.sizes[(index / 2 + turn) % Self.sizes.count]))
            if let flaw = Crowd.flaw(of: rig.frame, state: rig.state) ?? Crowd.flaw(of: rig.state) { return "\(keys) \(flaw)" }
        }
        return nil
    }

    /// Every hostile text in each of the records. In ASCII, more characters are escaped, but all in the same way, so some of the records are
    /// enough.
    private static let everyField = nasties.indices.flatMap { nasty in
        records("").indices.map { (nasty, $0, Sanitizer.Encoding.utf8) } + (0..<5).map { (nasty, $0, .ascii) }
    }

    @Test("hostile text in every field of a link, an object and an event", .daily, arguments: Seeds.share(of: everyField, in: 11))
    func fields(_ nasty: Int, _ turn: Int, _ encoding: Sanitizer.Encoding) {
        let record = Self.records(Self.nasties[nasty])[turn]
        var rig = Rig(glyphs: .matching(encoding))
        rig.paste(record)
        if let flaw = flawInAll(&rig, turn: turn + nasty) { Issue.record("\(SafeText.shown(record)): \(flaw)\n\(rig.screen)") }
    }

    private static let links = ["shop://x", "https://example.com", "news://1", Links.from("A", "shop://back")]
    /// Every hostile text as the names in a world in which each of the links is opened.
    private static let everyName = nasties.indices.flatMap { nasty in
        links.indices.flatMap { link in [Sanitizer.Encoding.utf8, .ascii].map { (nasty, link, $0) } }
    }

    @Test("hostile names of devices, apps, samples, sources and errors", .daily, arguments: Seeds.share(of: everyName, in: 11))
    func names(_ index: Int, _ turn: Int, _ encoding: Sanitizer.Encoding) {
        let text = "n" + Self.nasties[index]
        var app = SimulatedDevice.App(id: text, name: text, schemes: ["news", text])
        app.returnURL = LinkURL("shop://back")
        let other = SimulatedDevice.App(id: "shop", name: text, schemes: ["shop"], isInstalled: false)
        let device = SimulatedDevice(
            name: text, platform: .ios, idiom: .phone, browserName: text, apps: [app, other], front: .app(text))
        var rig = Rig(glyphs: .matching(encoding), device: device, samples: [Sample(title: text, link: text)])
        rig.send(.address(text))
        #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
        rig.press("s")
        #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
        rig.press(.escape)
        rig.send(.source(name: text, .failed(reason: text)))
        rig.send(.journal(.failing(reason: text, held: .max)))
        rig.send(.notice(Notice(.bad, "\(text)")))
        rig.paste(Self.links[turn])
        rig.open()
        if let flaw = flawInAll(&rig, turn: turn) { Issue.record("\(flaw)\n\(rig.screen)") }
    }

    @Test("bytes that are not UTF-8, and random bytes", .daily, arguments: Seeds.among(1...24))
    func bytes(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rig = Rig(glyphs: seed % 2 == 0 ? .utf8 : .ascii)
        rig.paste([0xFF, 0xFE, 0x80, 0xC0, 0xAF, 0xED, 0xA0, 0x80])
        rig.paste(Array("shop://p?x=%ff%fe%c0%af&al_applink_data=%80%81".utf8))
        rig.paste(hostileBytes(&random, count: 400))
        rig.paste(Array("shop://p?al_applink_data=".utf8) + hostileBytes(&random, count: 400))
        if let flaw = flawInAll(&rig, turn: 0) ?? flawInAll(&rig, turn: 1) { Issue.record("\(flaw)\n\(rig.screen)") }
    }
}

extension SafeText {
    /// Returns the text in a form for failure messages.
    fileprivate static func shown(_ text: String) -> String { Sanitizer(.ascii).text(text, columns: 120).description }
}
