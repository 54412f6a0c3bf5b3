import Checks
import TestSupport
import Testing

@Suite("Writing YAML")
struct YAMLWriterTests {
    private static func written(_ members: [YAMLValue.Member]) -> String {
        var writer = YAMLWriter()
        writer.append(members)
        return writer.text
    }

    @Test("a document reads like one that a person wrote")
    func example() {
        let text = Self.written([
            YAMLValue.Member("device", .text("iPhone")),
            YAMLValue.Member(
                "links",
                .list([
                    .mapping([
                        YAMLValue.Member("link", .text("shop://item/7?x=1")), YAMLValue.Member("name", .text("the item: 7")),
                        YAMLValue.Member("events", .list([.text("al_link_parse"), .text("al_nav_in")])),
                        YAMLValue.Member("findings", .list([])), YAMLValue.Member("extras", .mapping([])),
                    ]),
                    .mapping([
                        YAMLValue.Member("link", .text("shop://#top")),
                        YAMLValue.Member(
                            "extras",
                            .mapping([
                                YAMLValue.Member("n", .literal("42")), YAMLValue.Member("yes", .text("no")),
                                YAMLValue.Member("list", .list([.text("a:b"), .mapping([YAMLValue.Member("k", .literal("null"))])])),
                            ])),
                    ]),
                ])),
        ])
        #expect(
            text == #"""
                device: iPhone
                links:
                  - link: shop://item/7?x=1
                    name: "the item: 7"
                    events: [al_link_parse, al_nav_in]
                    findings: []
                    extras: {}
                  - link: "shop://#top"
                    extras:
                      "n": 42
                      "yes": "no"
                      list:
                        - a:b
                        - k: null

                """#)
    }

    @Test("what is invisible or controls a terminal is escaped")
    func escapes() {
        let text = Self.written([YAMLValue.Member("a", .text("\u{1B}[2J\u{202E}\u{200B}\u{E000}\u{10FFFF}\u{0}*x*"))])
        #expect(text == "a: \"\\x1B[2J\\u202E\\u200B\\uE000\\U0010FFFF\\x00\\x2Ax\\x2A\"\n")
    }

    @Test("a long name is written after a question mark")
    func longName() throws {
        let name = String(repeating: "写", count: 2000)
        let text = Self.written([YAMLValue.Member(name, .mapping([YAMLValue.Member(name, .list([.mapping([])]))]))])
        #expect(try Self.value(#require(YAMLDocument(text).root?.members?.first?.value)) == .mapping([.init(name, .list([.mapping([])]))]))
    }

    @Test("every value is read back as it was", arguments: Seeds.among(1...8))
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let value = Self.random(&random, depth: 0)
            let text = Self.written([YAMLValue.Member("value", value)])
            let read = try #require(YAMLDocument(text).root?.members?.first?.value, "\(text)")
            #expect(Self.value(read) == value, "\(text)")
        }
    }

    private static func random(_ random: inout SeededRandom, depth: Int) -> YAMLValue {
        func text() -> String {
            random.next() % 3 == 0
                ? ["true", "7", "~", "", " a ", "a: b", "- x", "? y", "a #b", "'", "%x", "@", "`"][Int(random.next() % 13)]
                : String(decoding: hostileBytes(&random, count: Int(random.next() % 40)), as: UTF8.self)
        }
        switch random.next() % (depth > 5 ? 2 : 4) {
        case 0: return .text(text())
        case 1: return .literal(["7", "-1.5e3", "true", "null"][Int(random.next() % 4)])
        case 2: return .list((0..<random.next() % 4).map { _ in Self.random(&random, depth: depth + 1) })
        default:
            // Yams takes two names for one if they look the same, so each name is numbered.
            return .mapping(
                (0..<random.next() % 4).map { YAMLValue.Member("\($0)" + text(), Self.random(&random, depth: depth + 1)) })
        }
    }

    private static func value(_ node: YAMLNode) -> YAMLValue {
        switch node.content {
        case .scalar(let text, let isPlain): isPlain && ["7", "-1.5e3", "true", "null"].contains(text) ? .literal(text) : .text(text)
        case .sequence(let elements): .list(elements.map(value))
        case .mapping(let members): .mapping(members.map { YAMLValue.Member($0.name, value($0.value)) })
        }
    }
}
