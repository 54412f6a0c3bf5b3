import Foundation
import TestSupport
import Testing

/// Runs the commands on the pages of linkscope.docc and compares their output with what the pages show.
///
/// In a block `console`, each command follows `$ `, and its output stands below it. Any other block is a file if the text before it ends
/// with the file's name and a colon, as in `` `links.txt`: ``.
@Suite("The program's pages of the book", .waits, .timeLimit(.minutes(30)))
struct BookTests {
    struct Block {
        var language: String
        var text: String
        /// The name before the block.
        var file: String?

        /// A shell script that prints each command of the block before it runs it, in one folder.
        var script: String {
            let start = ["linkscope() { \"$0\" \"$@\"; }", "cd \"$HOME/page\"", "exec 2>&1", "status=0"]
            let commands = text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.flatMap { line in
                // The parentheses pass on the exit code of the command before, for `echo $?`.
                ["printf '%s\\n' '\(line.replacing("'", with: #"'\''"#))'", "(exit $status); \(line.dropFirst(2))", "status=$?"]
            }
            return (start + commands).joined(separator: "\n")
        }
    }

    private static func blocks(of page: String) throws -> [Block] {
        let catalog = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/linkscope/linkscope.docc")
        var parts = try String(contentsOf: catalog.appending(path: "\(page).md"), encoding: .utf8).components(separatedBy: "\n```")[...]
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

    @Test("each command prints what the page shows", arguments: ["LinksInCI"])
    func commands(page: String) async throws {
        let home = try Home()
        var count = 0
        for block in try Self.blocks(of: page) {
            if block.language == "console" {
                try home.folder("page")
                let finished = try await home.script(block.script)
                #expect(finished.output == block.text, "\(page).md shows something else than the program prints")
                count += 1
            } else if let file = block.file {
                try home.folder(URL(filePath: "page/" + file).deletingLastPathComponent().relativePath)
                try home.file("page/" + file, block.text)
            }
        }
        #expect(count >= 4)
    }
}

extension Array<Substring> {
    /// The first two elements, or empty texts.
    fileprivate var halves: (String, String) { (first.map(String.init) ?? "", count > 1 ? String(self[1]) : "") }
}

extension Home {
    fileprivate func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
    }
}
