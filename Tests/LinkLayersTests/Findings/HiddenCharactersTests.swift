import Testing

@testable import LinkLayers

@Suite struct HiddenCharactersTests {
    @Test(arguments: [
        ("plain é 字 😀", ""),
        ("👩‍👩‍👧 ❤️", ""),
        ("a\u{202E}b\u{2066}", "2 bidi overrides (first: U+202E)"),
        ("a\u{200B}", "1 invisible character (U+200B)"),
        ("\u{1B}\u{9B}\0", "3 control characters (first: U+001B)"),
        ("\u{E0041}\u{202D}\u{7}", "1 bidi override, 1 invisible character, 1 control character (first: U+E0041)"),
        ("\u{2028}\u{FEFF}\u{AD}", "3 invisible characters (first: U+2028)"),
    ])
    func survey(text: String, description: String) {
        let survey = HiddenCharacters.survey(text)
        #expect(survey.description == description)
        #expect(survey.isEmpty == description.isEmpty)
    }

    @Test func `the place covers the whole first hidden character`() {
        #expect(HiddenCharacters.survey("é\u{202E}\u{200B}").range == 2..<5)
        #expect(HiddenCharacters.survey("ab\0").range == 2..<3)
    }
}
