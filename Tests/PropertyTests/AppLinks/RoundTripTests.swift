import AppLinks
import JSONDocument
import TestSupport
import Testing

/// A link that navigation has built is parsed with the same content.
@Suite struct RoundTripTests {
    @Test(.daily, arguments: Seeds.among(0...7))
    func whatIsSentArrives(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var built = 0
        while built < Effort.size(70, long: 200) {
            guard let destination = LinkURL(Self.url(&random)), let source = LinkURL(Self.url(&random)) else { continue }
            let extras = JSONValue.object(Self.object(depth: 3, &random))
            let name = Self.text(&random) + "x"
            let back = try #require(LinkURL("back://\(Int.random(in: 0...9, using: &random))?a=1&b=2#c"))
            let navigation = AppLinkNavigation(
                appLink: AppLink(sourceURL: source, targets: [], webURL: nil),
                extras: extras,
                appLinkData: AppLinkNavigation.callbackAppLinkData(appName: name, url: back)
            )
            let outbound = try navigation.outboundURL(for: destination)
            built += 1
            #expect(outbound.absoluteString == outbound.text)
            #expect(outbound.fragment == LinkURL(destination.absoluteString)?.fragment)
            let link = IncomingLink(outbound)
            #expect(link.isAppLink, "\(outbound)")
            #expect(link.targetURL.absoluteString == source.absoluteString)
            #expect(link.extras == extras)
            #expect(link.refererURL == back.absoluteString)
            #expect(link.refererAppName?.utf8.elementsEqual(name.utf8) == true)
            #expect(link.referer?.targets.first?.url == back)
            for entry in destination.queryParameters.entries where entry.name != "al_applink_data" {
                #expect(link.inputQueryParameters[entry.name] == entry.value)
            }
        }
    }

    private static let pieces = [
        "a", "Z", "0", "&", "=", "+", "#", "%", "%41", "%FF", "?", "/", ";", "\"", "\\", "\n", "\0", " ", "é", "写", "📷", "\u{202e}",
        "\u{200b}",
        "e\u{301}", "\u{2028}", "\u{feff}", "{", "]", "al_applink_data", "al_applink_data=x",
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func url(_ random: inout SeededRandom) -> String {
        let start = ["demo://", "demo:", "http://h.example:80/", "//h/", "", "x://[::1]/", "file:///", "http://bücher.example"]
        return (start.randomElement(using: &random) ?? "") + text(&random) + (["", "?", "?", "#"].randomElement(using: &random) ?? "")
            + text(&random)
    }

    private static func object(depth: Int, _ random: inout SeededRandom) -> JSONObject {
        JSONObject((0..<Int.random(in: 0...4, using: &random)).map { _ in (text(&random), value(depth: depth - 1, &random)) })
    }

    private static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .number(JSONNumber(Int.random(in: Int.min...Int.max, using: &random)))
        case 3: .number(JSONNumber(Double.random(in: -1e300...1e300, using: &random)))
        case 4: .string(text(&random))
        case 5: .object(object(depth: depth, &random))
        default: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1, &random) })
        }
    }
}
