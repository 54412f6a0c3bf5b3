import Reports
import Testing

@Suite("The file with the user's settings")
struct SettingsFileTests {
    @Test("values with their lines")
    func values() {
        let file = SettingsFile(
            """
            # mine
            theme: dark
            keys:
              open: O
              zoom: F5
            filters:
              errors: "level:error -web"
            bannerText: "Retour à %@"

            """)
        #expect(file.problems.isEmpty)
        #expect(file.theme?.text == "dark" && file.theme?.line == 2)
        #expect(file.keys.map { "\($0.name) \($0.value.text) \($0.value.line)" } == ["open O 4", "zoom F5 5"])
        #expect(file.filters.map { "\($0.name)=\($0.value.text)" } == ["errors=level:error -web"])
        #expect(file.bannerText?.text == "Retour à %@")
    }

    @Test("an empty file sets nothing", arguments: ["", "# only a comment\n", "\n\n"])
    func empty(_ text: String) {
        let file = SettingsFile(text)
        #expect(file.problems.isEmpty && file.theme == nil && file.keys.isEmpty && file.filters.isEmpty && file.bannerText == nil)
    }

    @Test(
        "a bad line is named, and the others count",
        arguments: [
            ("theme: dark\ncolour: red\n", 2, "colour: no such setting; use theme, keys, filters, bannerText, eventArguments, columns"),
            ("theme: dark\nkeys: x\n", 2, "keys: write a key after each command, such as open: F5"),
            ("theme: dark\nkeys:\n  open: [1]\n", 3, "keys: write a key after each command, such as open: F5"),
        ])
    func bad(_ text: String, _ line: Int, _ message: String) {
        let file = SettingsFile(text)
        #expect(file.theme?.text == "dark")
        #expect(file.problems.map { "\($0.line) \($0.message)" } == ["\(line) \(message)"])
    }

    @Test("text that is no YAML names its line, and sets nothing")
    func broken() {
        let file = SettingsFile("theme: dark\nkeys: [\n")
        #expect(file.theme == nil && file.problems.count == 1)
        #expect(file.problems.first.map { $0.line >= 2 && $0.message.hasPrefix("this is not YAML: ") } == true)
        let files = ["bannerText: x\ntheme: dark\ntheme: light\n", "- a\n"]
        let problems = files.map { SettingsFile($0).problems.map { "\($0.line) \($0.message)" } }
        #expect(problems == [["2 theme: write each name once"], ["1 write names with values, such as theme: dark"]])
    }
}
