import AppLinks
import JSONDocument
import LinkLayers
import TestSupport
import Testing

@Suite struct LinkDraftTests {
    private static func draft(_ change: (inout LinkDraft) -> Void) -> LinkDraft {
        var draft = LinkDraft()
        draft.target = "https://example.com/p"
        change(&draft)
        return draft
    }

    @Test("spaces around a URL are removed; spaces around other text are kept")
    func blanks() throws {
        let built = Self.draft {
            $0.target = "  https://example.com/p\t"
            $0.extras = [.init(name: " a ", value: " b "), .init(name: "", value: "")]
        }.built()
        let link = IncomingLink(try #require(built.link.flatMap { LinkURL($0) }))
        #expect(link.targetURL.text == "https://example.com/p" && link.extras == [" a ": " b "])
        #expect(built.problems.isEmpty && built.findings.isEmpty)
    }

    @Test("all problems are reported in the order of the fields, each with its place")
    func troubles() {
        let built = Self.draft {
            $0.target = " http://a b/"
            $0.app = "x"
            $0.extras = [.init(name: "n", value: "[1,x]", isJSON: true), .init(name: "n", value: "")]
            $0.refererURL = "back://"
            $0.data = "{\"a\":\u{1}}"
        }.built()
        #expect(built.link == nil)
        #expect(built.problems.map(\.field) == [.target, .app, .extraValue(0), .extraName(1), .refererName, .data])
        #expect(built.problems.map(\.kind) == [.wrong, .wrong, .wrong, .wrong, .missing, .wrong])
        #expect(built.problems[0].range == 9..<10 && built.problems[2].range == 3..<4)
    }

    @Test(
        "a problem in the value of a secret is reported without the value",
        arguments: [
            LinkDraft.Extra(name: "access_token", value: "hunter2", isJSON: true),
            .init(name: "password", value: "'hunter2'", isJSON: true),
        ])
    func secret(_ extra: LinkDraft.Extra) {
        let built = Self.draft { $0.extras = [extra] }.built()
        #expect(built.problems.count == 1 && built.problems.allSatisfy { !$0.message.contains("hunter") })
        let data = Self.draft { $0.data = #"{"access_token":hunter2}"# }.built()
        #expect(data.problems.map(\.message) == ["Not a JSON value: check byte 17."])
    }

    @Test("a lone surrogate is an error; a duplicate name is a warning")
    func oddJSON() {
        #expect(Self.draft { $0.data = #"{"a":"\ud800"}"# }.built().link == nil)
        let twice = Self.draft { $0.data = #"{"a":1,"a":2}"# }.built()
        #expect(twice.link != nil && twice.problems.map(\.kind) == [.doubt])
        let key = "github_pat_" + String(repeating: "aB1", count: 28)
        let secret = Self.draft { $0.data = #"{"\#(key)":1,"\#(key)":2}"# }.built()
        #expect(secret.problems.count == 1 && secret.problems.first?.message.contains("aB1") == false)
    }

    @Test("replacement characters are a warning with their place")
    func replaced() {
        let built = Self.draft { $0.extras = [.init(name: "a", value: "x\u{FFFD}")] }.built()
        #expect(built.link != nil)
        #expect(built.problems.map(\.field) == [.extraValue(0)] && built.problems.map(\.range) == [1..<4])
    }

    @Test("a value given both in a field and in the data is reported")
    func overlap() {
        let built = Self.draft {
            $0.extras = [.init(name: "a", value: "1")]
            $0.data = #"{"target_url":"x://","extras":{"a":2}}"#
        }.built()
        #expect(built.link != nil && built.problems.map(\.kind) == [.doubt, .doubt])
    }

    @Test("a link of more than one megabyte is not built, because linkscope reads no longer links")
    func tooLong() {
        let built = Self.draft { $0.extras = [.init(name: "a", value: String(repeating: "é", count: 200_000))] }.built()
        #expect(built.link == nil && built.problems.map(\.field) == [nil])
    }

    @Test("an App Link as the target is a warning")
    func nested() throws {
        let inner = try #require(Self.draft { _ in }.built().link)
        #expect(Self.draft { $0.target = inner }.built().problems.map(\.field) == [.target])
    }

    @Test(
        "extras are parsed as written on the command line",
        arguments: [
            ("a=b", "a", "b", false), ("a=", "a", "", false), ("a:=1", "a", "1", true), ("a==b", "a", "=b", false), ("=", "", "", false),
            ("a.b=c:=d", "a.b", "c:=d", false), ("a::=1", "a:", "1", true), ("é=\u{301}", "é", "\u{301}", false),
        ])
    func argument(_ text: String, _ name: String, _ value: String, _ isJSON: Bool) throws {
        let extra = try #require(LinkDraft.Extra(argument: text))
        #expect(extra == LinkDraft.Extra(name: name, value: value, isJSON: isJSON))
        #expect(LinkDraft.Extra(argument: "no sign") == nil)
    }

    @Test(
        "random drafts never trap; a built link has no error, and building it again from its parts gives the same content",
        arguments: Seeds.among(0...5)
    )
    func property(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var built = 0
        for _ in 0..<300 {
            let draft = Self.randomDraft(&random)
            let outcome = draft.built()
            #expect((outcome.link == nil) == outcome.problems.contains { $0.kind != .doubt })
            guard let text = outcome.link else { continue }
            built += 1
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            let inspection = LinkInspection(Array(text.utf8))
            #expect(inspection.severity != .error)
            let link = try #require(inspection.link)
            let again = try #require(LinkDraft(link))
            let rebuilt = again.built()
            guard let other = rebuilt.link.flatMap({ LinkURL($0) }) else {
                Issue.record("seed \(seed): \(rebuilt.problems)\n\(draft)")
                return
            }
            #expect(IncomingLink(other).appLinkData == link.appLinkData)
        }
        #expect(built > 60)
    }

    private static let pieces = [
        "a", "0", "&", "=", "+", "#", "%", "%41", "%FF", "?", "/", ";", "\"", "\\", "\n", "\0", " ", "é", "e\u{301}", "写", "📷", "\u{202E}",
        "\u{FEFF}", "{", "]", "al_applink_data=x", "access_token", ".",
    ]

    private static func text(_ random: inout SeededRandom, _ most: Int = 4) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func randomDraft(_ random: inout SeededRandom) -> LinkDraft {
        func one(of texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
        var draft = LinkDraft()
        draft.target = one(of: "shop://", "https://example.com/", "demo:", "http://h.example?", "") + text(&random)
        if Bool.random(using: &random) { draft.app = one(of: "shop://p/", "demo:", "x://[::1]?") + text(&random) }
        for index in 0..<Int.random(in: 0...3, using: &random) {
            let isJSON = Bool.random(using: &random)
            let value = isJSON ? one(of: "1", "-0.0e1", "[null,{\"a\":\"\\u0000\"}]", "\"é\"", "{\"a\":1,\"a\":2}", "[") : text(&random)
            draft.extras.append(.init(name: text(&random) + "\(index)", value: value, isJSON: isJSON))
        }
        if Bool.random(using: &random) {
            draft.refererName = text(&random) + "x"
            draft.refererURL = "back://" + text(&random)
        }
        if Int.random(in: 0...3, using: &random) == 0 { draft.userAgent = text(&random) }
        draft.data = one(
            of: "", "", "{}", "{\"mine\":[1.50,\"\\u2028\"]}", "{\"extras\":{\"\":0}}", "{\"referer_app_link\":{\"package\":\"p\"}}")
        return draft
    }
}
