import Foundation
import TestSupport
import Testing

@Suite("The program copies links and draws QR codes", .waits, .timeLimit(.minutes(30)))
struct CopyingTests {
    @Test("y u copies exactly the link to the terminal's clipboard and leaves the screen as it is")
    func copies() async throws {
        let home = try Home()
        let link = "shop://p?access_token=EAAB-not-real&q=it's"
        let terminal = try home.inspector([link])
        try await terminal.wait(for: "1 link")
        terminal.type("yu")
        try await terminal.wait(for: "Copied the link, WITH ITS SECRET")
        let sequence = Array("\u{1B}]52;c;\(Data(link.utf8).base64EncodedString())\u{7}".utf8)
        #expect(terminal.output.ranges(of: sequence).count == 1)
        #expect(terminal.output.ranges(of: Array("]52;".utf8)).count == 1)
        #expect(!terminal.screen.text.contains("EAAB"))
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
        #expect(terminal.screen.unknown == [String(decoding: sequence, as: UTF8.self).replacingOccurrences(of: "\u{1B}", with: "ESC ")])
    }

    @Test("y q draws the QR code")
    func draws() async throws {
        let home = try Home()
        let terminal = try home.inspector(["cafe://m"])
        try await terminal.wait(for: "1 link")
        terminal.type("yq")
        try await terminal.wait(for: "QR code of the link")
        #expect(terminal.screen.text.contains("█▀▀▀▀▀█"))
        terminal.type("\u{1B}")
        try await terminal.wait(for: "1 link")
        await terminal.quit()
    }

    @Test("a frame without a terminal copies nothing and says so")
    func frame() async throws {
        let home = try Home()
        let keys = try home.file("keys", "y\nu\n")
        let finished = try await home.run(["--frame", "80x24", "--keys", keys, "shop://p"])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.output.contains("Not copied: there is no terminal here."))
        #expect(!finished.outputBytes.contains(0x1B))
    }

    @Test("inspect --qr draws a code for each link; without UTF-8, a module is two characters")
    func inspect() async throws {
        let home = try Home()
        let blocks = try await home.run(["inspect", "--qr", "cafe://m", "cafe://n"])
        #expect(blocks.end == .exited(0), "\(blocks)")
        #expect(blocks.output.ranges(of: "█▀▀▀▀▀█").count == 6, "three finders each")
        #expect(blocks.lines.count == 30 && !blocks.outputBytes.contains(0x1B))
        let signs = try await home.run(["inspect", "--qr", "cafe://m"], ["LC_ALL": "C"])
        #expect(signs.outputBytes.allSatisfy { [0x20, 0x23, 0x0A].contains($0) })
        #expect(signs.lines.count == 29)
    }

    @Test(
        "inspect --qr reports links that it cannot draw",
        arguments: [
            ("no scheme", "no QR code: a link without a scheme cannot be opened"),
            ("a:" + String(repeating: "b", count: 3000), "3002 bytes"),
        ]
    )
    func refused(_ link: String, _ reason: String) async throws {
        let home = try Home()
        let finished = try await home.run(["inspect", "--qr", link])
        #expect(finished.end == .exited(3))
        #expect(finished.error.contains(reason), "\(finished)")
    }

    @Test("--qr and --json cannot be combined; a secret in a code is reported")
    func told() async throws {
        let home = try Home()
        #expect(try await home.run(["inspect", "--qr", "--json", "a:b"]).end == .exited(2))
        #expect(try await home.run(["inspect", "--qr", "a:b?access_token=x1"]).error.contains("contains the link's secret"))
    }
}
