import AppLinks
import JSONDocument
import TestSupport
import Testing

/// Mutated links: whatever changes in a valid link, parsing ends and its results are consistent.
@Suite struct HostileLinkTests {
    private static let good = """
        shop://open?keep=%C3%A9&al_applink_data=%7B%22target_url%22%3A%22https%3A%5C/%5C/example.com%5C/p%3Fa%3D1%22%2C%22version%22%3A%221.0%22\
        %2C%22extras%22%3A%7B%22n%22%3A%5B1%2C%7B%7D%2Cnull%5D%7D%2C%22referer_app_link%22%3A%7B%22url%22%3A%22news%3A%5C/%5C/back%22%2C\
        %22app_name%22%3A%22%F0%9F%93%B7%22%7D%7D#end
        """

    @Test(.daily, arguments: Seeds.among(0...7))
    func changedAtRandom(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "%", "%22", "%7B", "%5B", "%00", "%FF", "%E2%80%AE", "&", "=", "#", "?", "\"", "[", "{", ":", "\u{202e}", "\0", "é", "null",
            "7",
        ]
        for _ in 0..<Effort.size(150, long: 400) {
            var text = Array(Self.good)
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.remove(at: place)
                case 1: text.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
                default: text.removeSubrange(place..<min(text.count, place + Int.random(in: 0...40, using: &random)))
                }
            }
            guard let url = LinkURL(String(text)) else { continue }
            let link = IncomingLink(url, entry: .inbound(sourceApplication: nil))
            let oddities = link.reading.oddities
            #expect(link.isAppLink == (link.appLinkData != nil))
            #expect(link.events.count == (link.isAppLink ? 2 : 0))
            for oddity in oddities { #expect(oddity.range.upperBound <= url.text.utf8.count) }
            if let document = link.document {
                #expect(link.isAppLink || !oddities.isEmpty)
                let range = try #require(link.inputRange(ofData: 0..<document.source.count))
                #expect(range == link.dataRange)
            }
        }
    }

    @Test func theGoodOneIsGood() throws {
        let link = IncomingLink(try #require(LinkURL(Self.good)))
        #expect(link.isAppLink)
        #expect(link.referer?.targets.first?.appName == "📷")
        #expect(link.reading.oddities.isEmpty)
    }
}
