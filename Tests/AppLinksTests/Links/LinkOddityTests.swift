import AppLinks
import JSONDocument
import Testing

/// Tests the oddities of a link. Each oddity is checked with the part of the text that it is about.
@Suite struct LinkOddityTests {
    private func oddities(_ url: LinkURL) -> [(kind: LinkOddity.Kind, text: String)] {
        IncomingLink(url).reading.oddities.map { ($0.kind, String(decoding: Array(url.text.utf8)[$0.range], as: UTF8.self)) }
    }

    /// The data is not escaped, so its places in the link are the same as in the JSON.
    @Test(
        arguments: [
            ("{}", [], []),
            ("7", [.dataNotObject(found: .number)], ["7"]),
            ("{\"version\":2}", [.unknownVersion("2")], ["2"]),
            ("{\"version\":\"2.0\"}", [.unknownVersion("\"2.0\"")], ["\"2.0\""]),
            (
                "{\"version\":1,\"target_url\":5,\"user_agent\":6,\"extras\":[]}",
                [
                    .unknownVersion("1"), .wrongType(field: "target_url", expected: .string, found: .number),
                    .wrongType(field: "extras", expected: .object, found: .array),
                    .wrongType(field: "user_agent", expected: .string, found: .number),
                ],
                ["1", "5", "[]", "6"]
            ),
            ("{\"version\":\"2.0\",\"target_url\":5}", [.unknownVersion("\"2.0\"")], ["\"2.0\""]),
            ("{\"version\":1,\"referer_app_link\":{}}", [.unknownVersion("1")], ["1"]),
            ("{\"target_url\":null}", [.wrongType(field: "target_url", expected: .string, found: .null)], ["null"]),
            ("{\"target_url\":\"http://a:b/\"}", [.targetNotURL("http://a:b/")], ["\"http://a:b/\""]),
            ("{\"extras\":[1]}", [.wrongType(field: "extras", expected: .object, found: .array)], ["[1]"]),
            ("{\"user_agent\":7}", [.wrongType(field: "user_agent", expected: .string, found: .number)], ["7"]),
            ("{\"referer_app_link\":\"x\"}", [.wrongType(field: "referer_app_link", expected: .object, found: .string)], ["\"x\""]),
            ("{\"referer_app_link\":{}}", [.refererWithoutURL, .refererWithoutName], ["{}", "{}"]),
            ("{\"referer_app_link\":{\"url\":\"a:b\"}}", [.refererWithoutName], ["{\"url\":\"a:b\"}"]),
            (
                "{\"referer_app_link\":{\"url\":1,\"app_name\":\"A\"}}",
                [.wrongType(field: "referer_app_link.url", expected: .string, found: .number), .refererWithoutURL],
                ["1", "{\"url\":1,\"app_name\":\"A\"}"]
            ),
            ("{\"referer_app_link\":{\"url\":\"1:\",\"app_name\":\"A\"}}", [.refererNotURL("1:")], ["\"1:\""]),
        ] as [(String, [LinkOddity.Kind], [String])])
    func ofTheData(_ data: String, kinds: [LinkOddity.Kind], texts: [String]) throws {
        let found = oddities(try #require(LinkURL("shop://?al_applink_data=" + data)))
        #expect(found.map(\.kind) == kinds)
        #expect(found.map(\.text) == texts)
    }

    @Test(
        arguments: [
            ("shop://?x", [], []),
            ("shop://?al_applink_data&x", [.bareData], ["al_applink_data"]),
            ("shop://?x&al_applink_data=", [.emptyData], ["al_applink_data="]),
            ("shop://?al_applink_data=%FF", [.undecodableValue, .dataNotUTF8], ["%FF", "%FF"]),
            ("shop://?%FF=1&a=%E2%82", [.undecodableKey, .undecodableValue], ["%FF", "%E2%82"]),
        ] as [(String, [LinkOddity.Kind], [String])])
    func ofTheQuery(_ text: String, kinds: [LinkOddity.Kind], texts: [String]) throws {
        let found = oddities(try #require(LinkURL(text)))
        #expect(found.map(\.kind) == kinds)
        #expect(found.map(\.text) == texts)
    }

    @Test func badJSONIsShownAtItsPlace() throws {
        let found = oddities(try #require(LinkURL("shop://?al_applink_data=%7B%22a%22:%20?%7D")))
        #expect(found.count == 1)
        guard case .invalidJSON(let finding)? = found.first?.kind else {
            Issue.record("not told")
            return
        }
        #expect(finding.offset == 6)
        #expect(found.first?.text.hasPrefix("?") == true)
    }

    @Test func placesCountEscapes() throws {
        let url = try #require(LinkURL("x://?é=1&al_applink_data=%7B%22é%22:1%7D"))
        let link = IncomingLink(url)
        let number = try #require(link.document?.root?["é"])
        let range = try #require(link.inputRange(ofData: number.range))
        #expect(String(decoding: Array(url.text.utf8)[range], as: UTF8.self) == "1")
    }

    @Test func oneLinkIsToldOfOnlySoOften() throws {
        let query = (0..<10_000).map { _ in "%FF=%FE" }.joined(separator: "&")
        #expect(oddities(try #require(LinkURL("shop://?" + query))).count == 64)
    }
}
