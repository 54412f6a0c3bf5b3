import AppLinks
import Bytes
import JSONDocument
import Testing

/// Tests the reading of a link, whose memory is used again for the next link.
@Suite("One reading of a link") struct AppLinkReadingTests {
    private static let links = [
        "https://www.example.com/p?q=red%20shoes&sale&q=boots#top", "shop://a", "", "http://[::1/x", "shop://a?x=%FF&y=%C3%A9&x=1",
        #"shop://a?al_applink_data={"target_url":"https://a.example/?x=1","extras":{"n":1},"referer_app_link":{"app_name":"A","url":"a:b"}}"#,
        "shop://a?al_applink_data=%7B%22target_url%22%3A%22www.example.com%22%7D", "shop://a?al_applink_data=%7B%22target_url%22%3A5%7D",
        "shop://a?al_applink_data", "shop://a?al_applink_data=%7B%22a%22%3A1", "shop://a?al_applink_data=%7B%22version%22%3A2%7D",
        "https://bücher.example/ü?q=|", "a?#f", "a?&", "a?=&=",
    ]

    /// Returns what a caller may ask of a reading, as text.
    private static func account(_ reading: AppLinkReading) -> String {
        let link = IncomingLink(reading, entry: .plain)
        let parameters = (link.inputQueryParameters.entries + link.targetQueryParameters.entries).map { "\($0.name)=\($0.value)" }
        let components = reading.query.components.map { "\($0.item.key) \($0.name) \($0.isNameUTF8) \($0.isValueUTF8)" }
        return """
            \(link.inputURL.text) \(link.inputURL.absoluteString) \(link.targetURL.text) \(link.isAppLink) \(parameters) \(components)
            \(link.appLinkData?.description ?? "-") \(link.userAgent ?? "-") \(link.refererURL ?? "-") \(link.refererAppName ?? "-")
            \(link.referer?.targets.first?.url?.text ?? "-") \(reading.oddities) \(reading.isOdd) \(reading.document?.findings ?? [])
            """
    }

    @Test("a reading that is used again reads like a new one, and a copy keeps its link", arguments: links, links)
    func reuse(first: String, second: String) {
        var used = AppLinkReading()
        let isFirstURL = first.withBytes { used.read($0) }
        let copy = used
        let before = isFirstURL ? Self.account(copy) : nil
        var new = AppLinkReading()
        let isURL = second.withBytes { used.read($0) }
        let isNewURL = second.withBytes { new.read($0) }
        #expect(isNewURL == isURL)
        if isURL { #expect(Self.account(used) == Self.account(new)) }
        if isFirstURL { #expect(Self.account(copy) == before) }
    }

    @Test("the components of a query are written and decoded parts of it")
    func components() {
        var reading = AppLinkReading()
        _ = "shop://a?x=1%2C2&b%41r&&=%3D#t=1".withBytes { reading.read($0) }
        let decoded = reading.query.decoded
        #expect(reading.query.components.map { decoded.string($0.name) } == ["x", "bAr", "", ""])
        #expect(reading.query.components.map { $0.value.map { decoded.string($0) } } == ["1,2", nil, nil, "="])
        for component in reading.query.components {
            #expect(decoded.source(of: component.name) == component.item.key)
            if let value = component.value { #expect(decoded.source(of: value) == component.item.value) }
        }
    }

    @Test("a place in the data is a place in the link")
    func places() throws {
        var reading = AppLinkReading()
        _ = "s://a?x=%20&al_applink_data=%7B%22target_url%22%3A%22a%3Ab%22%7D&y=1".withBytes { reading.read($0) }
        let node = try #require(reading.fields.target)
        let place = reading.place(ofData: reading.tape.records[node].contentRange)
        #expect(String(decoding: reading.text[place], as: UTF8.self) == "a%3Ab")
        #expect(reading.dataRange.map { String(decoding: reading.text[$0], as: UTF8.self) } == "%7B%22target_url%22%3A%22a%3Ab%22%7D")
    }

    @Test("a text beyond ASCII that is not UTF-8 is no URL")
    func notUTF8() {
        var reading = AppLinkReading()
        let bytes: [UInt8] = [0x61, 0x3A, 0xFF]
        let isURL = reading.read(bytes.span)
        #expect(!isURL)
    }
}
