import TestSupport
import Testing

@testable import Deciding

@Suite("Patterns")
struct PatternTests {
    static let variables = SubstitutionVariables([
        "food": ["burrito", "pizza"], "any": ["a*", "b?c"], "empty": [], "nothing": [""], "digit": ["own"], "odd": ["$(food)"],
    ])

    private func matches(_ pattern: String, _ text: String, ignoresCase: Bool = false) -> Bool {
        let pattern = Pattern(pattern, variables: Self.variables, ignoresCase: ignoresCase)
        let bytes = ignoresCase ? CaseFolding.folded(text.utf8) : Array(text.utf8)
        return pattern.answer(bytes.span) == .match
    }

    @Test(
        "a pattern must match the whole text; ? stands for one character, not for one byte",
        arguments: [
            ("", "", true), ("", "a", false), ("a", "", false), ("*", "", true), ("*", "a/b", true), ("?*", "", false), ("?*", "a", true),
            ("?", "é", true), ("?", "😀", true), ("??", "é", false), ("a*b", "ab", true), ("a*b", "a/x/b", true), ("a*b", "abc", false),
            ("*a", "bab", false), ("*ab", "aab", true), ("*a?c*", "xxabcabd", true), ("a\\*", "a\\x", true), ("a", "A", false),
            ("**", "", true), ("a**b", "ab", true), ("*?*", "", false), ("a?", "a", false),
        ])
    func wildcards(pattern: String, text: String, isMatch: Bool) {
        #expect(matches(pattern, text) == isMatch)
    }

    @Test(
        "variables",
        arguments: [
            ("$(food)", "pizza", true), ("$(food)", "pizz", false), ("$(food)s", "pizzas", true), ("$(Food)", "pizza", false),
            ("x$(food)$(food)", "xpizzaburrito", true), ("*$(food)*", "my pizza!", true), ("$(any)", "a/b", true), ("$(any)", "bxc", true),
            ("$(any)z", "azzz", true), ("$(any)z", "azzy", false), ("$(empty)", "", false), ("$(nothing)", "", true),
            ("$(none)", "none", false),
            ("*$(none)*", "x", false), ("$(odd)", "pizza", false), ("$(odd)", "$(food)", true), ("$(alpha)", "x", true),
            ("$(alpha)", "é", false),
            ("$(alpha)$(alpha)", "x", false), ("$(upper)", "X", true), ("$(upper)", "x", false), ("$(lower)", "x", true),
            ("$(alnum)", "7", true),
            ("$(xdigit)", "f", true), ("$(xdigit)", "g", false), ("$(digit)", "7", false), ("$(digit)", "own", true),
            ("$(region)", "GB", true),
            ("$(region)", "UK", false), ("$(region)", "gb", false), ("$(lang)", "de", true), ("$(lang)", "ace", true),
            ("$(lang)_$(region)", "de_DE", true),
            ("$(lang)*", "dex", true), ("$(lang", "$(lang", true), ("$lang", "$lang", true), ("$()", "$()", false), ("$", "$", true),
        ])
    func variables(pattern: String, text: String, isMatch: Bool) {
        #expect(matches(pattern, text) == isMatch)
    }

    @Test("without variables, the dollar is an ordinary character")
    func noVariables() {
        #expect(Pattern("$(lang)").answer(Array("$(lang)".utf8).span) == .match)
    }

    @Test(
        "case folding maps one character to one, also in variables",
        arguments: [
            ("ABC", "abc", true), ("é", "É", true), ("ß", "SS", false), ("ß", "ẞ", true), ("ς", "Σ", true), ("σ", "ς", true),
            ("K", "\u{212A}", true),
            ("ı", "i", false), ("İ", "i", false), ("$(upper)", "x", true), ("$(lower)", "X", true), ("$(region)", "gb", true),
            ("$(food)", "PIZZA", true),
            ("?", "É", true), ("%2F", "%2f", true),
        ])
    func folding(pattern: String, text: String, isMatch: Bool) {
        #expect(matches(pattern, text, ignoresCase: true) == isMatch)
    }

    @Test(
        "a mismatch has the places in the link and in the pattern",
        arguments: [
            ("buy/*", "bus", 2, 2), ("abc", "ab", 2, 2), ("ab", "abc", 2, 2), ("a?c", "a", 1, 1), ("*x", "abc", 1, 3),
            ("a*bc", "axbd", 3, 3),
            ("$(food)!", "pizza?", 7, 5), ("x$(none)", "x", 1, 0), ("$(digit)", "own", 0, 0),
        ])
    func misses(pattern: String, text: String, patternOffset: Int, textOffset: Int) {
        let variables = SubstitutionVariables(["food": ["pizza"]])
        var effort = Pattern.Effort()
        let miss = Pattern(pattern, variables: variables).miss(Array(text.utf8).span, &effort)
        #expect(miss?.patternOffset == patternOffset && miss?.textOffset == textOffset)
    }

    // MARK: A slow matcher that is obviously correct

    private enum Slow {
        static func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>, _ values: [String: [String]]) -> Bool
        {
            guard let first = pattern.first else { return text.isEmpty }
            let rest = pattern.dropFirst()
            if first == "*" { return text.indices.contains { matches(rest, text[$0...], values) } || matches(rest, [], values) }
            if first == "?" { return !text.isEmpty && matches(rest, text.dropFirst(), values) }
            if first == "$", rest.first == "(", let end = rest.firstIndex(of: ")"),
                let texts = values[String(String.UnicodeScalarView(rest[(rest.startIndex + 1)..<end]))]
            {
                return texts.contains { matches(Array($0.unicodeScalars) + pattern[(end + 1)...], text, values) }
            }
            return text.first == first && matches(rest, text.dropFirst(), values)
        }

        static func matches(_ pattern: [Unicode.Scalar], _ text: ArraySlice<Unicode.Scalar>, _ values: [String: [String]]) -> Bool {
            matches(pattern[...], text, values)
        }
    }

    @Test("random patterns give the same results as a slow matcher that tries everything", arguments: Seeds.among(1...6))
    func agreesWithSlow(_ seed: UInt64) {
        let values = ["v": ["a", "ab", "ba*"], "w": ["", "é?"]]
        let variables = SubstitutionVariables(values)
        let pieces = ["a", "b", "é", "*", "?", "a", "b", "*"] + (seed % 2 == 0 ? ["$(v)", "$(w)"] : [])
        let letters = ["a", "b", "é", "a", "b"]
        var random = SeededRandom(seed: seed)
        var matched = 0
        for _ in 0..<4_000 {
            let pattern = (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                .joined()
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
                .joined()
            let expected = Slow.matches(Array(pattern.unicodeScalars), Array(text.unicodeScalars)[...], values)
            let compiled = Pattern(pattern, variables: variables)
            let bytes = Array(text.utf8)
            #expect((compiled.answer(bytes.span) == .match) == expected, "\(pattern) \(text)")
            var effort = Pattern.Effort()
            let miss = compiled.miss(bytes.span, &effort)
            #expect((miss == nil) == expected, "\(pattern) \(text)")
            if let miss {
                #expect(0...bytes.count ~= miss.textOffset && 0...pattern.utf8.count ~= miss.patternOffset, "\(pattern) \(text)")
            }
            matched += expected ? 1 : 0
        }
        #expect(matched > 200)
    }

    @Test(
        "patterns that are meant to be slow come to an end, and do not match",
        arguments: Seeds.share(
            of: [
                String(repeating: "*a", count: 20_000) + "b", "*" + String(repeating: "a", count: 60_000) + "b",
                String(repeating: "$(v)", count: 20_000) + "b",
                "*" + String(repeating: "$(v)*", count: 5_000) + "b", String(repeating: "?*", count: 30_000) + "b",
            ], in: 5))
    func budget(pattern: String) {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
        let compiled = Pattern(pattern, variables: SubstitutionVariables(["v": ["a", "aa", "a*a"]]))
        #expect(compiled.answer(text.span) != .match)
    }
}

extension Pattern {
    fileprivate func answer(_ text: borrowing Span<UInt8>) -> Answer {
        var effort = Effort()
        return answer(text, &effort)
    }
}
