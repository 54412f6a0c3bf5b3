import JSONDocument
import TestSupport
import Testing

/// Small cases about the verbs, keys and matchers of banner cases: those that hold, those that do not, and those that the runner does not
/// know.
@Suite struct VectorVerbTests {
    private static let show = #"{"do": "showLink", "link": {"targets": [{"url": "shop://back", "appName": "100%@"}]}}"#
    private static let english = "Touch to return to %1$@"

    private static func check(_ steps: [String]) throws -> VectorCheck {
        let input = #"{"world": {"opens": ["shop"]}, "steps": [\#(steps.joined(separator: ","))]}"#
        let text = #"{"id": "x", "level": "must", "input": \#(input)}"#
        let document = JSONDocument(text)
        #expect(document.isValid, "\(text)")
        let vector = Vector(kind: .banners, content: JSONValue(try #require(document.root)))
        var check = vector.check()
        vector.run(&check)
        return check
    }

    private static func expect(_ key: String, _ value: String) -> String { #"{"do": "wait", "then": {"\#(key)": \#(value)}}"# }

    // MARK: setTranslation

    private static let translations = [
        #"{"do": "setTranslation", "value": "Zurück zu %1$@"}"#,
        #"{"do": "setTranslation", "key": "\#(english)", "value": "Zurück zu %1$@"}"#,
        #"{"do": "setTranslation", "from": "\#(english)", "to": "Zurück zu %1$@", "language": "de"}"#,
        #"{"do": "setTranslation", "format": "Zurück zu %@", "bundle": "main"}"#,
        #"{"do": "setTranslation", "value": {"\#(english)": "Zurück zu %1$@", "Close": "Schließen"}}"#,
        #"{"do": "setTranslation", "table": {"\#(english)": "Zurück zu %1$@"}}"#,
    ]

    @Test("a translation is used before and after the link is shown, and by a new banner", arguments: translations)
    func translation(step: String) throws {
        for steps in [[Self.show, step], [step, Self.show], [step, #"{"do": "create"}"#, Self.show]] {
            let right = try Self.check(steps + [Self.expect("text", #""Zurück zu 100%@""#)])
            #expect((right.unknown + right.failures).isEmpty, "\(right)")
            let wrong = try Self.check(steps + [Self.expect("text", #""Touch to return to 100%@""#)])
            #expect(wrong.failures.count == 1 && wrong.unknown.isEmpty, "\(wrong)")
        }
    }

    @Test(
        "a translation of another text, and the end of a translation",
        arguments: [
            [#"{"do": "setTranslation", "key": "Close", "value": "Schließen"}"#],
            [translations[0], #"{"do": "setTranslation", "value": null}"#],
            [translations[0], #"{"do": "setTranslation", "table": {}}"#],
        ])
    func untranslated(steps: [String]) throws {
        let right = try Self.check(steps + [Self.show, Self.expect("text", #""Touch to return to 100%@""#)])
        #expect((right.unknown + right.failures).isEmpty, "\(right)")
        let wrong = try Self.check(steps + [Self.show, Self.expect("text", #""Zurück zu 100%@""#)])
        #expect(wrong.failures.count == 1, "\(wrong)")
    }

    @Test(
        "the runner does not know an incomplete or a contradictory translation",
        arguments: [
            #"{"do": "setTranslation"}"#, #"{"do": "setTranslation", "value": 7}"#,
            #"{"do": "setTranslation", "value": "a", "text": "b"}"#, #"{"do": "setTranslation", "value": "a", "key": "b", "from": "c"}"#,
            #"{"do": "setTranslation", "value": "a", "bundle": "other"}"#,
            #"{"do": "setTranslation", "table": "a"}"#, #"{"do": "setTranslation", "table": {"a": 7}}"#,
            #"{"do": "setTranslation", "value": "a", "bogus": 1}"#, #"{"do": "setTranslation", "value": "a", "language": 7}"#,
        ])
    func unknownTranslation(step: String) throws {
        #expect(try !Self.check([step]).unknown.isEmpty)
    }

    // MARK: save and equals

    /// The ways to save the height of 37 points as `h1` and the text as `t1`.
    private static let saving = [
        [#"{"do": "wait", "then": {"save": "h1"}}"#, #"{"do": "wait", "then": {"save": {"text": "t1"}}}"#],
        [#"{"do": "wait", "save": "h1"}"#, #"{"do": "wait", "save": {"t1": "text"}}"#],
        [#"{"do": "save", "as": "h1"}"#, #"{"do": "save", "value": {"text": "t1"}}"#],
        [#"{"do": "save", "save": {"height": "h1", "text": "t1"}}"#],
    ]

    @Test(
        "a saved value is compared with later ones",
        arguments: saving,
        [
            ("height", #"{"$match": "equals", "of": "h1", "plus": -20}"#, true), ("height", #"{"$match": "equals", "of": "h1"}"#, false),
            ("height", #"{"$match": "equals", "of": "h1", "plus": 20}"#, false), ("text", #"{"$match": "equals", "of": "t1"}"#, true),
            ("height", #"{"$match": "equals", "of": "labelHeight", "plus": 17}"#, true),
            ("height", #"{"$match": "equals", "of": "labelHeight", "plus": 16.5}"#, false),
            ("closed", #"{"$match": "equals", "of": "t1"}"#, false), ("text", #"{"$match": "equals", "of": "h1"}"#, false),
        ])
    func saved(saving: [String], expectation: (key: String, matcher: String, holds: Bool)) throws {
        let before = [#"{"do": "create", "statusBarHeight": 20}"#, Self.show]
        let after = [#"{"do": "setIncludeStatusBar", "value": "never"}"#, Self.expect(expectation.key, expectation.matcher)]
        let check = try Self.check(before + saving + after)
        #expect(check.unknown.isEmpty && check.failures.isEmpty == expectation.holds, "\(check)")
    }

    @Test(
        "the runner does not know a name that nobody saved, nor what is not a value",
        arguments: [
            #"{"do": "wait", "then": {"height": {"$match": "equals", "of": "h2"}}}"#,
            #"{"do": "wait", "then": {"height": {"$match": "equals", "of": "h1", "plus": "20"}}}"#,
            #"{"do": "wait", "then": {"height": {"$match": "equals", "of": "h1", "plus": null}}}"#,
            #"{"do": "wait", "then": {"height": {"$match": "equals", "of": "h1", "minus": 20}}}"#,
            #"{"do": "wait", "then": {"text": {"$match": "equals", "of": "t1", "plus": 1}}}"#,
            #"{"do": "wait", "then": {"save": {"color": "c1"}}}"#, #"{"do": "wait", "then": {"save": {"events": "e1"}}}"#,
            #"{"do": "wait", "then": {"save": {}}}"#, #"{"do": "wait", "save": null}"#, #"{"do": "save"}"#,
            #"{"do": "save", "as": "a", "name": "b"}"#,
        ])
    func unknownSaving(step: String) throws {
        #expect(try !Self.check([Self.show] + Self.saving[0] + [step]).unknown.isEmpty)
    }

    // MARK: atMost

    @Test("a list is at most as long as the matcher says", arguments: ["events", "opened", "delegate", "order"])
    func atMost(key: String) throws {
        let steps = [Self.show, #"{"do": "tapLink"}"#]
        let lengths = ["events": 1, "opened": 1, "delegate": 2, "order": 4]
        let length = try #require(lengths[key])
        for (count, holds) in [(length + 1, true), (length, true), (length - 1, false), (-1, false)] {
            var steps = steps
            steps[1] = #"{"do": "tapLink", "then": {"\#(key)": {"$match": "atMost", "count": \#(count)}}}"#
            let check = try Self.check(steps)
            #expect(check.unknown.isEmpty && check.failures.isEmpty == holds, "\(count): \(check)")
        }
    }

    @Test("atMost is for lists, and needs a number")
    func notAList() throws {
        for key in ["height", "text", "visible"] {
            let check = try Self.check([Self.show, Self.expect(key, #"{"$match": "atMost", "count": 100}"#)])
            #expect(check.failures.count == 1, "\(key): \(check)")
        }
        for matcher in [#"{"$match": "atMost"}"#, #"{"$match": "atMost", "count": "1"}"#, #"{"$match": "atMost", "count": 1, "more": 1}"#] {
            #expect(try !Self.check([Self.show, Self.expect("events", matcher)]).unknown.isEmpty, "\(matcher)")
        }
    }
}
