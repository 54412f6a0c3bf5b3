import Foundation
import TestSupport
import Testing

@Suite("linkscope lint", .waits, .timeLimit(.minutes(30)))
struct LintTests {
    /// A tree with a warning in the app, and files that are left out.
    private static func tree() throws -> Home {
        let home = try Home()
        for folder in ["tree/app", "tree/node_modules", "tree/.hidden", "tree/out"] {
            try FileManager.default.createDirectory(atPath: home.path + "/" + folder, withIntermediateDirectories: true)
        }
        let bad = "open(\"Shop://item\")\n"
        try home.file("tree/app/B.kt", bad)
        try home.file("tree/app/A.kt", "open(\"shop://item\")\n")
        for left in ["tree/node_modules/c.js", "tree/.hidden/d.js", "tree/out/e.js", "tree/app/f.png"] { try home.file(left, bad) }
        try home.file("tree/.gitignore", "out/\n")
        try FileManager.default.createSymbolicLink(atPath: home.path + "/tree/g.kt", withDestinationPath: "app/B.kt")
        return home
    }

    @Test("a folder: the findings in the order of the names, and exit code 1")
    func folder() async throws {
        let home = try Self.tree()
        let finished = try await home.process(["lint", home.path + "/tree"])
        #expect(finished.end == .exited(1))
        #expect(finished.output.hasPrefix("\(home.path)/tree/app/B.kt:1:7: warning: The scheme has capital letters"))
        #expect(finished.output.hasSuffix("\n2 files, 2 links: 1 warning\n"))
    }

    @Test("a folder .well-known is read, because sites have their association files there")
    func wellKnown() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/site/.well-known", withIntermediateDirectories: true)
        let file = #"{"applinks":{"details":[{"appIDs":["TEAMID.com.example.shop"],"components":[{"/":"/item/*"}]}]}}"#
        try home.file("site/.well-known/apple-app-site-association", file)
        let finished = try await home.run(["lint", home.path + "/site"])
        #expect(finished.end == .exited(1) && finished.output.contains("\"TEAMID\" is not a prefix of ten capital letters and digits"))
    }

    @Test("nothing of the level or above: exit code 0")
    func levels() async throws {
        let home = try Self.tree()
        #expect(try await home.run(["lint", "--level", "error", home.path + "/tree"]).end == .exited(0))
        #expect(try await home.run(["lint", "--ignore", "capital-scheme", home.path + "/tree"]).end == .exited(0))
        #expect(try await home.run(["lint", "--exclude", "B.*", home.path + "/tree"]).end == .exited(0))
        #expect(try await home.run(["lint", home.path + "/tree/app/A.kt", home.path + "/tree/app/f.png"]).end == .exited(0))
    }

    @Test("wrong usage: exit code 2, and an unknown code names the nearest one")
    func usage() async throws {
        let home = try Self.tree()
        #expect(try await home.run(["lint"]).end == .exited(2))
        #expect(try await home.run(["lint", "--level", "fatal", "."]).end == .exited(2))
        let finished = try await home.run(["lint", "--ignore", "capital-schema", "."])
        #expect(finished.end == .exited(2) && finished.error.contains("did you mean capital-scheme?"))
    }

    @Test("a path that does not exist: exit code 3, after the other paths")
    func missing() async throws {
        let home = try Self.tree()
        let finished = try await home.run(["lint", home.path + "/none", home.path + "/tree"])
        #expect(finished.end == .exited(3) && finished.error.contains("/none: No such file or directory"))
        #expect(finished.output.contains("app/B.kt:1:7"))
        #expect(try await home.run(["lint", home.path + "/none"]).output.isEmpty, "nothing was read, so nothing is counted")
    }

    @Test("what a walk cannot reach, and a file with too many findings, are named and counted")
    func limits() async throws {
        let home = try Self.tree()
        let deep = home.path + "/deep" + String(repeating: "/d", count: 200)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try home.file("many.kt", String(repeating: "\"Shop://item\"\n", count: 1001))
        let finished = try await home.run(["lint", home.path + "/deep", home.path + "/many.kt"])
        #expect(finished.end == .exited(1))
        #expect(finished.error.contains("/d/d/d: more than 200 folders deep\n"))
        #expect(finished.error.contains("/many.kt: only the first 1000 findings are reported\n"))
        #expect(finished.output.hasSuffix(": 1000 warnings, 1 path not read, 1 file checked in part\n"))
    }

    #if os(Linux)
        @Test("a file whose name is not UTF-8 is named and counted")
        func names() async throws {
            let home = try Self.tree()
            let path = Array((home.path + "/tree/").utf8CString.dropLast()) + [-1] + Array(".kt".utf8CString)
            let descriptor = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
            close(descriptor)
            let finished = try await home.run(["lint", home.path + "/tree"])
            #expect(finished.end == .exited(1) && finished.error.contains("\u{FFFD}.kt: the name is not UTF-8\n"))
            #expect(finished.output.hasSuffix("\n2 files, 2 links: 1 warning, 1 path not read\n"))
        }
    #endif

    @Test("a list of names on standard input")
    func list() async throws {
        let home = try Self.tree()
        let names = try home.file("names", "\(home.path)/tree/app/B.kt\n\(home.path)/tree/app/f.png\n")
        let finished = try await home.run(["lint", "-"], input: names)
        #expect(finished.end == .exited(1) && finished.output.hasSuffix("\n1 file, 1 link: 1 warning\n"))
    }

    @Test("a list of names that zero bytes end, as git ls-files -z writes it")
    func zeroBytes() async throws {
        let home = try Self.tree()
        try home.file("tree/app/\u{E4} \u{F6}\n.kt", "open(\"Shop://item\")\n")
        let names = try home.file("names", "\(home.path)/tree/app/\u{E4} \u{F6}\n.kt\0\(home.path)/tree/app/A.kt\0")
        let finished = try await home.run(["lint", "-"], input: names)
        #expect(finished.end == .exited(1) && finished.output.hasSuffix("\n2 files, 2 links: 1 warning\n"))
    }

    @Test("a SARIF file, annotations and JSON")
    func outputs() async throws {
        let home = try Self.tree()
        let sarif = home.path + "/out.sarif"
        let finished = try await home.run(["lint", "--json", "--github", "--sarif", sarif, home.path + "/tree"])
        #expect(finished.output.hasPrefix("{\"path\":\"\(home.path)/tree/app/B.kt\",\"line\":1,\"column\":7,"))
        #expect(finished.output.count { $0 == "\n" } == 1 && finished.error.contains("::warning file="))
        #expect(try String(contentsOfFile: sarif, encoding: .utf8).contains("\"ruleId\":\"capital-scheme\""))
    }

    @Test("a baseline hides the findings that it has")
    func baseline() async throws {
        let home = try Self.tree()
        let baseline = home.path + "/baseline.txt"
        let written = try await home.run(["lint", "--write-baseline", baseline, home.path + "/tree"])
        #expect(written.end == .exited(0) && written.output == "2 files, 2 links: 1 warning\n")
        let finished = try await home.run(["lint", "--baseline", baseline, home.path + "/tree"])
        #expect(finished.end == .exited(0) && finished.output == "2 files, 2 links: no findings, 1 finding hidden\n")
        try home.append("open(\"Shop://other\")\n", to: home.path + "/tree/app/B.kt")
        #expect(try await home.run(["lint", "--baseline", baseline, home.path + "/tree"]).end == .exited(1))
    }

    @Test("association files decide about the hosts of the manifest and about links")
    func associations() async throws {
        let home = try Self.tree()
        let folder = home.path + "/files/shop.example.com"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try home.file(
            "files/shop.example.com/apple-app-site-association",
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/item/*"}]}]}}"#)
        try home.file("tree/app/B.kt", "a(\"https://shop.example.com/item/1\", \"https://shop.example.com/cart\")")
        try home.file(
            "tree/app/App.entitlements",
            """
            <plist><dict><key>com.apple.developer.associated-domains</key><array>
            <string>applinks:shop.example.com</string><string>applinks:news.example.com</string></array></dict></plist>
            """)
        let finished = try await home.run(["lint", "--associations", home.path + "/files", home.path + "/tree"])
        #expect(finished.end == .exited(1))
        #expect(finished.output.contains("App.entitlements:2:51: error: Links to news.example.com open in the browser"))
        #expect(finished.output.contains("B.kt:1:39: warning: The link opens in the browser instead of the app"))
        #expect(finished.output.hasSuffix("1 error, 1 warning\n"))
        let failed = try await home.run(["lint", "--associations", home.path + "/tree/app", home.path + "/tree"])
        #expect(failed.end == .exited(3) && failed.error.contains("HOST/apple-app-site-association"))
    }

    @Test("an association file that leads out of its folder is refused, and nothing of it is printed")
    func associationsElsewhere() async throws {
        let home = try Self.tree()
        try home.folder("files/shop.example.com")
        let secret = try home.file("secretfile", "TOPSECRET")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/files/shop.example.com/assetlinks.json", withDestinationPath: secret)
        try home.file("tree/app/B.kt", "a(\"https://shop.example.com/item/1\")")
        let refused = try await home.run(["lint", "--associations", home.path + "/files", home.path + "/tree"])
        #expect(refused.end == .exited(3) && refused.error.contains("assetlinks.json leads out of this folder"), "\(refused)")
        #expect(!refused.output.contains("TOPSECRET") && !refused.error.contains("TOPSECRET"), "\(refused)")
        let other = try home.file("files/shared.json", "[]")
        try FileManager.default.removeItem(atPath: home.path + "/files/shop.example.com/assetlinks.json")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/files/shop.example.com/assetlinks.json", withDestinationPath: other)
        let inside = try await home.run(["lint", "--associations", home.path + "/files", home.path + "/tree"])
        #expect(inside.end != .exited(3) && inside.error.isEmpty, "\(inside)")
    }
}
