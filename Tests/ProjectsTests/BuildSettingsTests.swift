import Testing

@testable import Projects

@Suite("Build settings")
struct BuildSettingsTests {
    /// Returns the value of a setting after an xcconfig file with these lines.
    private func value(_ name: String, _ lines: String, files: [String: String] = [:], configuration: String = "Release") -> ResolvedText? {
        let tree = ProjectTree(files.merging(["a.xcconfig": lines]) { $1 })
        let place = SourcePlace("p", line: 1)
        var settings = BuildSettings(target: "My Shop", configuration: configuration, project: "P", folder: "ios", at: place)
        settings.add(XCConfig("a.xcconfig", named: place, in: tree).lines)
        return settings.value(name)
    }

    @Test(
        "variables, operators and conditions (rule 24)",
        arguments: [
            ("X = a", "a"), ("X = a // comment", "a"), ("X = https:/$()/shop.example", "https://shop.example"),
            ("Y = b\nX = a$(Y)c", "abc"),
            ("Y = b\nX = a${Y}c", "abc"), ("Y = b\nX = $Y/c", "b/c"), ("X = a\nX = $(inherited) b", "a b"), ("X = a\nX = $(X).b", "a.b"),
            ("X = $(inherited)b", "b"), ("X = $(TARGET_NAME)", "My Shop"), ("X = $(PRODUCT_NAME:rfc1034identifier)", "My-Shop"),
            ("X = $(PRODUCT_NAME:c99extidentifier:lower)", "my_shop"), ("X = $(PRODUCT_NAME:upper)", "MY SHOP"),
            ("X = $(NONE:default=d)", "d"), ("Y_Release = r\nX = $(Y_$(CONFIGURATION))", "r"),
            ("X[sdk=iphoneos*] = phone\nX = all", "phone"),
            ("X[sdk=macosx*] = mac\nX = all", "all"), ("X[config=Debug] = d\nX = all", "all"), ("X[sdk=iphoneos*,arch=arm64] = p", "p"),
            ("X = $(SRCROOT)/Info.plist", "/ios/Info.plist"), ("DEVELOPMENT_TEAM = T1\nX = $(AppIdentifierPrefix)a", "T1.a"), ("X=a;", "a"),
            ("X = a$", "a$"), ("X = $(Y", "$(Y"),
        ])
    func values(lines: String, expected: String) {
        let value = value("X", lines)
        #expect(value?.text == expected && value?.isKnown == true)
    }

    @Test("an included file counts at its line, and none includes itself")
    func includes() {
        let files = ["a/b.xcconfig": "#include \"../a.xcconfig\"\nX = b\nY = b", "c.xcconfig": "X = c"]
        #expect(value("X", "#include \"a/b.xcconfig\"\n", files: files)?.place.file == "a/b.xcconfig")
        #expect(value("X", "#include \"a/b.xcconfig\"\n#include? \"c.xcconfig\"", files: files)?.text == "c")
        #expect(value("X", "X = a\n#include \"/etc/passwd\"\n#include \"../../../x\"")?.text == "a")
    }

    @Test("a file that is missing may set what stands before it, and what nothing sets")
    func missing() {
        let before = value("X", "X = a\n#include? \"Local.xcconfig\"")
        #expect(before?.isKnown == false && before?.candidates == ["a"])
        #expect(before?.doubt?.why == "Local.xcconfig, which is not in the project, may set X" && before?.doubt?.place.line == 2)
        #expect(value("X", "#include \"Local.xcconfig\"\nX = a")?.isKnown == true)
        let part = value("X", "#include \"Local.xcconfig\"\nX = $(Y).a")
        #expect(part?.isKnown == false && part?.candidates == [])
        // What CocoaPods and Flutter write concerns no links.
        #expect(value("X", "X = a\n#include? \"Pods/x.xcconfig\"\n#include \"Flutter/Generated.xcconfig\"")?.isKnown == true)
    }

    @Test("a variable that nothing sets has a name")
    func undefined() {
        #expect(value("X", "X = a$(TYPO)")?.undefined == "TYPO" && value("Z", "X = a") == nil)
    }

    @Test("variables that stand for each other, or double without an end, are unknown")
    func endless() {
        #expect(value("A", "A = $(B)\nB = $(A)")?.isKnown == false)
        let doubling = (0..<60).map { "V\($0) = $(V\($0 + 1))$(V\($0 + 1))" }.joined(separator: "\n")
        #expect(value("V0", doubling + "\nV60 = x")?.isKnown == false)
        #expect(value("V0", (0..<5000).map { "V\($0) = $(V\($0 + 1))" }.joined(separator: "\n"))?.isKnown == false)
        #expect(value("X", "X = " + String(repeating: "$(", count: 20_000))?.isKnown == true)
    }
}
