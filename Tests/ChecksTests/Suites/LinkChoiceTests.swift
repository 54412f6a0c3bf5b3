import Checks
import Testing

@Suite("Choosing links of a suite by words")
struct LinkChoiceTests {
    @Test(
        "all words must be found, and none after a hyphen",
        arguments: [
            ("", [0, 1, 2]), ("item", [0, 1]), ("ITEM slow", [1]), ("item -slow", [0]), ("tag:slow", [1]), ("tag:sl", []), ("sl", [1]),
            ("-item", [2]), ("mail://", [2]), ("-", []),
        ] as [(String, [Int])])
    func words(text: String, chosen: [Int]) throws {
        let suite = try suite(
            """
            links:
              - {link: "shop://7", name: Item 7, opens: app}
              - {link: "shop://item/8", tags: [slow], opens: app}
              - {link: "mail://", opens: app}
            """)
        let choice = LinkChoice(text)
        #expect(suite.links.indices.filter { choice.includes(suite.links[$0]) } == chosen)
    }
}
