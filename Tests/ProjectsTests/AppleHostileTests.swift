import Testing

@testable import Projects

@Suite("Hostile Apple projects")
struct AppleHostileTests {
    private let path = "A.xcodeproj/project.pbxproj"

    @Test("many targets that share many configurations, settings and a long list of schemes end", .timeLimit(.minutes(30)))
    func sharing() {
        var text = "{ objects = {\n"
        text += (0..<2000).map {
            "C\($0) = { isa = XCBuildConfiguration; name = N\($0); buildSettings = { INFOPLIST_FILE = I.plist; }; };\n"
        }.joined()
        text += "L = { buildConfigurations = (" + (0..<2000).map { "C\($0)," }.joined() + "); };\n"
        text += "T = { isa = PBXNativeTarget; productType = \"com.apple.product-type.application\"; buildConfigurationList = L; };\n"
        text += "R = { buildConfigurationList = L; targets = (" + String(repeating: "T,", count: 5000) + "); }; }; rootObject = R; }"
        let schemes = (0..<5000).map { "<string>bad_\($0)</string>" }.joined()
        let list = plist("<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>\(schemes)</array></dict></array>")
        let facts = AppleFacts([path: text, "I.plist": list])
        #expect(facts.project.apps.count == XcodeProject.mostTargets && facts.project.claims == [])
        #expect(facts.project.unknowns.map(\.what).contains("claims"))
    }

    @Test("files of random bytes and cut files are read or reported")
    func cutFiles() throws {
        let text = try AppleFacts.sampleText("02-ios-appclip", path.replacing("A.", with: "Shop."))
        let bytes = Array(text.utf8)
        for end in stride(from: 0, to: bytes.count, by: 97) {
            let tree = ProjectTree(paths: [path, "web/assetlinks.json", "Config/Debug.xcconfig", "project.yml", "Project.swift"]) { name in
                name == "project.yml" ? Array("name: a\ntargets:\n".utf8) + bytes[end...] : Array(bytes[..<end]) + [0xFF, 0]
            }
            var project = Project()
            _ = AppleProject.read("", name: nil, in: tree, into: &project)
            AssociationFiles.read(tree, into: &project)
            #expect(project.findings.contains { $0.code == .fileUnreadable })
        }
    }

    @Test("a rootObject that is missing, lists that are texts, and objects that name themselves")
    func shapes() {
        for text in [
            "{ objects = { R = { targets = (R, T); buildConfigurationList = R; buildConfigurations = (R); isa = PBXNativeTarget; }; }; rootObject = R; }",
            "{ objects = x; rootObject = y; }", "( a, b )", "{ rootObject = R; objects = { R = (a); }; }",
        ] {
            #expect(AppleFacts([path: text]).findings == [])
        }
    }
}
