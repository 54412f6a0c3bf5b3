import AppLinks
import Foundation
import JSONDocument
import TestSupport
import Testing

/// Every built link reads back as the same link, both in AppLinks and in Foundation's URL parser.
@Suite struct BuildingTests {
    @Test("a built link is read back with the same content, here and by Foundation", .daily, arguments: Seeds.among(0...7))
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var built = 0
        while built < Effort.size(50, long: 150) {
            guard let target = Self.url(&random), let back = Self.url(&random) else { continue }
            let app = Bool.random(using: &random) ? Self.url(&random) : nil
            var builder = AppLinkBuilder(target: target, app: app, extras: Self.object(depth: 3, &random))
            if Bool.random(using: &random) { builder.referer = .init(appName: Self.text(&random) + "x", url: back) }
            if Bool.random(using: &random) { builder.userAgent = Self.text(&random) }
            if Bool.random(using: &random) { builder.data = Self.object(depth: 2, &random) }
            let url = try builder.url()
            built += 1
            try check(url, builder)
            checkWithFoundation(url, carrier: app ?? target)
        }
    }

    private func check(_ url: LinkURL, _ builder: AppLinkBuilder) throws {
        let carrier = builder.app ?? builder.target
        #expect(url.text == url.absoluteString && url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        let link = IncomingLink(url)
        #expect(link.isAppLink, "\(url)")
        #expect(link.targetURL == builder.target)
        #expect(link.extras == .object(builder.extras))
        #expect(link.refererURL == builder.referer?.url.absoluteString)
        #expect(link.userAgent?.utf8.elementsEqual((builder.userAgent ?? "linkscope 1.0").utf8) == true)
        for (name, value) in builder.data { #expect(link.appLinkData?[name] == value) }
        let others = carrier.queryParameters.entries.filter { $0.name != "al_applink_data" }
        #expect(others.allSatisfy { link.inputQueryParameters[$0.name] == $0.value })
        #expect(url.fragment == LinkURL(carrier.absoluteString)?.fragment)

        // A link that is built again from its parts equals the first one byte for byte, except for the order of JSON members.
        let again = try #require(AppLinkBuilder(link))
        #expect(again.target == builder.target && again.extras == builder.extras && again.referer == builder.referer)
        #expect(again.data == builder.data)
        let rebuilt = IncomingLink(try again.url())
        #expect(rebuilt.appLinkData == link.appLinkData)
        #expect(rebuilt.inputURL.text.prefix { $0 != "?" } == url.text.prefix { $0 != "?" })
    }

    /// Foundation must find the same data exactly once, and the other components of the carrier unchanged.
    private func checkWithFoundation(_ url: LinkURL, carrier: LinkURL) {
        guard let components = URLComponents(string: url.text) else {
            Issue.record("Foundation reads no URL in \(url)")
            return
        }
        let items = components.percentEncodedQueryItems ?? []
        let isData = { (item: URLQueryItem) in
            // Foundation drops a leading byte order mark when it decodes. Every other reader treats it as part of the name.
            !item.name.hasPrefix("%EF%BB%BF") && item.name.removingPercentEncoding == "al_applink_data"
        }
        let data = items.filter(isData)
        #expect(data.count == 1)
        // The data has no literal "+", so a reader that decodes "+" as a space reads the same text.
        #expect(data.first?.value?.utf8.allSatisfy { $0 != UInt8(ascii: "+") } == true)
        let json = data.first?.value?.removingPercentEncoding ?? ""
        #expect(JSONDocument(json).root.map { JSONValue($0) } == IncomingLink(url).appLinkData)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
        let before = URLComponents(string: carrier.absoluteString)?.percentEncodedQueryItems ?? []
        let others = { (items: [URLQueryItem]) in items.filter { !isData($0) } }
        // In some versions of Foundation, an empty query has one item without a name.
        if carrier.query?.isEmpty != true { #expect(others(items) == others(before)) }
        #expect(components.percentEncodedFragment == URLComponents(string: carrier.absoluteString)?.percentEncodedFragment)
        #expect(components.path == URLComponents(string: carrier.absoluteString)?.path)
    }

    // MARK: Hostile values

    private static let pieces = [
        "a", "Z", "0", "&", "=", "+", "#", "%", "%41", "%2B", "%26", "%FF", "?", "/", ";", "\"", "'", "\\", "\n", "\r\n", "\0", "\u{7F}",
        " ", "é", "e\u{301}", "写", "📷", "👨‍👩‍👧", "\u{202E}", "\u{200B}", "\u{2028}", "\u{FEFF}", "{", "}", "[", "]", "<", ">", "`", "^", "|",
        "al_applink_data", "al_applink_data=x", "&al_applink_data=%7B%7D&", "al%5Fapplink_data=1",
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func url(_ random: inout SeededRandom) -> LinkURL? {
        let starts = ["demo://", "demo:", "demo:///", "http://h.example:80/", "http://h.example", "x://[::1]/", "http://bücher.example"]
        let text =
            (starts.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? "/" + text(&random) : "")
            + (["", "?", "?", "#", "?#"].randomElement(using: &random) ?? "") + text(&random)
        guard let url = LinkURL(text), URLComponents(string: url.absoluteString) != nil else { return nil }
        return url
    }

    private static func object(depth: Int, _ random: inout SeededRandom) -> JSONObject {
        JSONObject((0..<Int.random(in: 0...4, using: &random)).map { _ in (text(&random), value(depth: depth - 1, &random)) })
    }

    private static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .number(JSONNumber(Int.random(in: Int.min...Int.max, using: &random)))
        case 3: .number(JSONNumber(Double.random(in: -1e300...1e300, using: &random)))
        case 4:
            .number(
                JSONNumber(literal: ["1E+2", "-0.0", "123456789012345678901234567890", "1e-400"].randomElement(using: &random) ?? "")
                    ?? JSONNumber(0))
        case 5: .string(text(&random))
        case 6: .object(object(depth: depth, &random))
        default: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1, &random) })
        }
    }
}
