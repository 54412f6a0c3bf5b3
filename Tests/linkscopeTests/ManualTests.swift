import Foundation
import TestSupport
import Testing

@Suite("linkscope manual", .waits, .timeLimit(.minutes(30)))
struct ManualTests {
    private func pages(_ home: Home, in folder: String = "man") async throws -> [String: String] {
        let finished = try await home.run(["manual", "\(home.path)/\(folder)"])
        #expect(finished.end == .exited(0) && finished.output.isEmpty && finished.error.isEmpty, "\(finished)")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(folder)")
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, String(decoding: Home.bytes(of: "\(home.path)/\(folder)/\($0)"), as: UTF8.self)) })
    }

    @Test("every command of the help has a page, also the commands of history, and the root lists them")
    func all() async throws {
        let home = try Home()
        let pages = try await pages(home)
        let help = try await home.run(["--help"]).lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst()
        let commands = help.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first }
            .filter { $0 != "See" }
        #expect(commands.contains("inspect") && commands.contains("unregister"))
        for command in commands {
            let page = try #require(pages["linkscope-\(command).1"], "\(command) has no page")
            #expect(page.contains("\n.BR linkscope (1)"), "\(command) does not refer to the page of linkscope")
            #expect(pages["linkscope.1"]?.contains("\n.BR linkscope\\-\(command) (1)\n") == true)
        }
        for command in ["search", "show", "export", "replay", "prune", "rebuild"] {
            #expect(pages["linkscope-history-\(command).1"] != nil, "history \(command) has no page")
        }
        #expect(pages.count == commands.count + 7)
    }

    @Test("the pages have the options and the examples of the help")
    func content() async throws {
        let pages = try await pages(try Home())
        let root = try #require(pages["linkscope.1"])
        #expect(root.contains("\\fB\\-\\-strict\\-device\\fR\n"), "the inspector's options are those of linkscope without a command")
        #expect(root.contains("\nlinkscope \\(aqshop://item/7?x=1\\(aq    open the inspector with a link\n"))
        let inspect = try #require(pages["linkscope-inspect.1"])
        #expect(inspect.contains("With auto, NO_COLOR turns color off.\n"))
        #expect(inspect.contains("\\fB\\-v\\fR, \\fB\\-\\-verbose\\fR\n"))
        #expect(inspect.contains("\nlinkscope inspect \\-\\-json links.txt | jq \\-r \\(aq.targetURL\\(aq\n"))
        #expect(inspect.contains(".TP\n.B \"3\"\nan input cannot be read, or a QR code cannot be drawn\n"))
    }

    @Test("each line is text or one of the few requests that the pages use, and all is printable ASCII")
    func requests() async throws {
        let known: Set<Substring> = [
            ".\\\"", ".nr", ".ad", ".TH", ".SH", ".PP", ".TP", ".RS", ".RE", ".EX", ".EE", ".B", ".BR", ".br",
        ]
        for (name, page) in try await pages(try Home()) {
            #expect(page.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }, "\(name)")
            for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                #expect(!line.isEmpty && !line.hasPrefix("'"), "\(name): \(line)")
                if line.hasPrefix(".") { #expect(known.contains(line.prefix { $0 != " " }), "\(name): \(line)") }
            }
        }
    }

    @Test("the pages are the same on every day and in every place, and replace older ones")
    func reproducible() async throws {
        let home = try Home()
        let first = try await pages(home)
        try Data("old".utf8).write(to: URL(filePath: home.path + "/man/linkscope.1"))
        #expect(try await pages(home) == first)
        #expect(try await home.process(["manual", home.path + "/other"], ["TZ": "Asia/Tokyo", "LC_ALL": "C"]).end == .exited(0))
        #expect(String(decoding: Home.bytes(of: home.path + "/other/linkscope.1"), as: UTF8.self) == first["linkscope.1"])
    }

    @Test("a folder that cannot be written is an error with its reason")
    func noFolder() async throws {
        let home = try Home()
        let file = try home.file("file", "")
        let finished = try await home.run(["manual", file + "/man"])
        #expect(finished.end == .exited(3) && finished.error == "linkscope: \(file)/man: the folder cannot be created: Not a directory\n")
        #expect(try await home.run(["manual"]).end == .exited(2))
        #expect(try await home.run(["manual", ""]).end == .exited(2))
    }
}
