import Checks
import JSONDocument
import TestSupport
import Testing

@Suite("Writing YAML")
struct YAMLWriterTests {
    private static func written(_ members: JSONObject) -> String {
        var writer = YAMLWriter()
        writer.append(members)
        return writer.text
    }

    @Test("a document reads like one that a person wrote")
    func example() {
        let text = Self.written([
            "device": "iPhone",
            "links": [
                [
                    "link": "shop://item/7?x=1", "name": "the item: 7", "events": ["al_link_parse", "al_nav_in"], "findings": [],
                    "extras": [:],
                ],
                ["link": "shop://#top", "extras": ["n": 42, "yes": "no", "list": ["a:b", ["k": nil]]]],
            ],
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
        let text = Self.written(["a": "\u{1B}[2J\u{202E}\u{200B}\u{E000}\u{10FFFF}\u{0}*x*"])
        #expect(text == "a: \"\\x1B[2J\\u202E\\u200B\\uE000\\U0010FFFF\\x00\\x2Ax\\x2A\"\n")
    }

    @Test("a long name is written after a question mark")
    func longName() throws {
        let name = String(repeating: "写", count: 2000)
        let text = Self.written([name: [name: [[:]]]])
        #expect(try Self.value(#require(YAMLDocument(text).root?.members?.first?.value)) == [name: [[:]]])
    }

    @Test("every value is read back as it was", arguments: Seeds.among(1...8))
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let value = Self.random(&random, depth: 0)
            let text = Self.written(["value": value])
            let read = try #require(YAMLDocument(text).root?.members?.first?.value, "\(text)")
            #expect(Self.value(read) == value, "\(text)")
            // Values are equal in any order of their names.
            #expect("\(Self.value(read))" == "\(value)", "\(text)")
        }
    }

    private static let literals: [(text: String, value: JSONValue)] = [
        ("7", 7), ("-1.5e3", JSONNumber(literal: "-1.5e3").map { .number($0) } ?? "-1.5e3"), ("true", true), ("null", nil),
    ]

    private static func random(_ random: inout SeededRandom, depth: Int) -> JSONValue {
        func text() -> String {
            random.next() % 3 == 0
                ? ["true", "7", "~", "", " a ", "a: b", "- x", "? y", "a #b", "'", "%x", "@", "`"][Int(random.next() % 13)]
                : String(decoding: hostileBytes(&random, count: Int(random.next() % 40)), as: UTF8.self)
        }
        switch random.next() % (depth > 5 ? 2 : 4) {
        case 0: return .string(text())
        case 1: return literals[Int(random.next() % 4)].value
        case 2: return .array((0..<random.next() % 4).map { _ in Self.random(&random, depth: depth + 1) })
        default:
            // Yams takes two names for one if they look the same, so each name is numbered.
            let members = (0..<random.next() % 4).map { ("\($0)" + text(), Self.random(&random, depth: depth + 1)) }
            return .object(JSONObject(members))
        }
    }

    private static func value(_ node: YAMLNode) -> JSONValue {
        switch node.content {
        case .scalar(let text, let isPlain): isPlain ? literals.first { $0.text == text }?.value ?? .string(text) : .string(text)
        case .sequence(let elements): .array(elements.map(value))
        case .mapping(let members): .object(JSONObject(members.map { ($0.name, value($0.value)) }))
        }
    }
}
