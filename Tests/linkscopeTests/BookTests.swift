import Foundation
import Inspector
import Panes
import TestSupport
import Testing

@testable import linkscope

/// Runs the commands in README and on the pages of linkscope.docc, and compares their output with what the pages show.
///
/// In a block `console`, each command follows `$ `, and its output stands below it. Any other block is a file if the text before it ends
/// with the file's name and a colon, as in `` `links.txt`: ``. The file `apple-app-site-association` is also what the site page.test serves.
@Suite("The program's pages of the book", .waits, .timeLimit(.minutes(30)))
struct BookTests {
    struct Block {
        var language: String
        var text: String
        /// The name before the block.
        var file: String?

        /// A shell script that prints each command of the block before it runs it, in one folder.
        var script: String {
            let start = [
                #"linkscope() { if [ "$1" = verify ]; then "$0" "$@" $SITE; else "$0" "$@"; fi; }"#,
                #"cd "$HOME/page""#, "exec 2>&1", "status=0",
            ]
            let commands = text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.flatMap { line in
                // The parentheses pass on the exit code of the command before, for `echo $?`.
                ["printf '%s\\n' '\(line.replacing("'", with: #"'\''"#))'", "(exit $status); \(line.dropFirst(2))", "status=$?"]
            }
            return (start + commands).joined(separator: "\n")
        }
    }

    private static let catalog = "Sources/linkscope/linkscope.docc"

    private static func blocks(of page: String) throws -> [Block] {
        var parts = try repositoryText(page == "README" ? "README.md" : "\(catalog)/\(page).md").components(separatedBy: "\n```")[...]
        var blocks: [Block] = []
        // The parts are text and block in turn.
        while let before = parts.popFirst(), let part = parts.popFirst() {
            let (language, text) = part.split(separator: "\n", maxSplits: 1).halves
            let name = before.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "`", omittingEmptySubsequences: false)
            let file = name.last == ":" ? name.dropLast().last.map(String.init) : nil
            blocks.append(Block(language: language, text: text + "\n", file: file))
        }
        return blocks
    }

    /// Returns the text with all dates, times and durations replaced, which differ from run to run.
    private static func timeless(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\d/, with: "DATE").replacing(/\d\d:\d\d:\d\d(\.\d{3})?/, with: "TIME")
            .replacing(/[\d.]+ ms\n/, with: "TIME\n")
    }

    /// Starts a server that acts as page.test and as Apple's CDN.
    private static func site(serving file: String) throws -> PageServer {
        let (file, missing) = (PageAnswer.page(file, type: "application/json"), PageAnswer.page("", type: "text/html", status: 404))
        return try PageServer(
            [
                "page.test /.well-known/apple-app-site-association": file, "page.test /apple-app-site-association": missing,
                "app-site-association.cdn-apple.com /a/v1/page.test": file, "page.test /.well-known/assetlinks.json": missing,
            ], isSecure: true)
    }

    @Test(
        "each command prints what the page shows",
        arguments: ["README", "LinksInCI", "LintingSources", "ManyLinks", "Suites", "TheInspector", "WithoutAScreen"])
    func commands(page: String) async throws {
        let home = try Home()
        let blocks = try Self.blocks(of: page)
        let site = try blocks.first { $0.file == "apple-app-site-association" }.map { try Self.site(serving: $0.text) }
        var environment: [String: String] = [:]
        if let site {
            let places = ["page.test", "app-site-association.cdn-apple.com"].map { "--connect-to " + site.standIn(for: $0) }
            environment = ["SITE": "--allow-private " + places.joined(separator: " "), "SSL_CERT_FILE": try PageServer.authority()]
        }
        var count = 0
        for block in blocks {
            if block.language == "console" {
                try home.folder("page")
                let finished = try await home.script(block.script, environment)
                #expect(
                    Self.timeless(finished.output) == Self.timeless(block.text), "\(page).md shows something else than the program prints")
                count += 1
            } else if let file = block.file {
                try home.folder(URL(filePath: "page/" + file).deletingLastPathComponent().relativePath)
                try home.file("page/" + file, block.text)
            }
        }
        #expect(count > 0)
    }

    @Test("the command that the page gives to Spark counts a part as `report --partial` does, also if a link has an error")
    func spark() async throws {
        let page = try repositoryText("\(Self.catalog)/ManyLinks.md")
        let piped = try #require(page.firstMatch(of: /\.pipe\(f"(.+)", checkCode=True\)/)?.1).replacing("{linkscope}", with: "$0")
        let home = try Home()
        // Spark splits the command into words as a shell does.
        let counted = try await home.script("cd \"$HOME\"; printf 'shop://item/7\\nshop//item/8\\n' | \(piped.replacing("'", with: "\""))")
        #expect(counted.end == .exited(0))
        let expected = try await home.script("printf 'shop://item/7\\nshop//item/8\\n' | \"$0\" inspect --json - | \"$0\" report --partial")
        #expect(counted.output == expected.output && counted.output.contains("malformed-start"))
    }

    @Test("the settings of the reference are read without a complaint")
    @MainActor func settings() throws {
        let settings = try #require(try Self.blocks(of: "InspectorReference").first { $0.language == "yaml" })
        #expect(Configuration(settings.text).messages.isEmpty)
    }

    @Test("the filters of the reference are filters")
    func filters() throws {
        let rows = try repositoryText("\(Self.catalog)/InspectorReference.md").components(separatedBy: "| filter | shows |\n").last
        let cells = try #require(rows).split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }.map { $0.split(separator: "|")[0] }
        let filters = cells.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
        for filter in filters { #expect(throws: Never.self, "\(filter)") { try Filter(filter) } }
        #expect(filters.count > 10)
    }

    @Test("the reference names each tab of a link")
    func tabs() throws {
        let page = try repositoryText("\(Self.catalog)/InspectorReference.md")
        let section = try #require(page.components(separatedBy: "### The tabs of a link\n").last?.components(separatedBy: "\n### ").first)
        for tab in DetailTab.allCases { #expect(section.contains("\n| \(tab.rawValue) | "), "\(tab)") }
    }

    @Test("README and the first page of the chapter name each page, and README names no other")
    func pages() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: repositoryURL(Self.catalog).path(percentEncoded: false))
        let pages = Set(files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }).subtracting(["linkscope"])
        let named = try repositoryText("README.md").matches(of: /Sources\/linkscope\/linkscope\.docc\/(\w+)\.md/).map { String($0.1) }
        #expect(Set(named) == pages)
        let first = try repositoryText("\(Self.catalog)/linkscope.md")
        for page in pages { #expect(first.contains("<doc:\(page)>"), "the first page does not name \(page)") }
    }
}

extension Array<Substring> {
    /// The first two elements, or empty texts.
    fileprivate var halves: (String, String) { (first.map(String.init) ?? "", count > 1 ? String(self[1]) : "") }
}
