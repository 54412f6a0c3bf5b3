import DeviceTools
import TestSupport
import Testing

/// These tests let real shells split the commands: the local shell and, for adb, also the device's shell.
@Suite("No shell on either side changes a link")
struct CommandsInShellTests {
    /// The texts that follow the scheme.
    private static let nasty = [
        "", "//p", "//p?a=1&b=2;c|d", "//p?q=it's", "//p?q=\"quoted\"", "//p?q='a'\"b\"'c'", "//p?$x=${x}$(id)`id`", "//p?a=\\",
        "//p?a=\\\\'",
        "//p?'\\''", "//p?!!&!x", "//~/p~", "//p#frag#Intent;x;end", "//[::1]/{a,b}[1-3]*?", "//p?q=a b\tc\nd\r", "//p\u{0}\u{1B}[31m\u{3}",
        "//p?q=👍🏽日本é", "//\u{202E}p", "-d -x --help", " -rf", "//p?a=%27%22%24", "'", "''", "\\", "$", "`", "!", "#", "<>",
        "//p>/dev/null &",
        "//p?\u{2028}q", "//p\\\nq", "=ls", "//p?x=$'\\n'",
    ]

    private func expectUnharmed(_ links: [CommandLink]) throws {
        let commands: [LaunchCommand] = [.adb, .simctl, .devicectl, .curl]
        let cases = links.flatMap { link in commands.filter { $0 != .curl || link.isWeb }.map { ($0, link) } }
        let lines = try cases.map { command, link in try command.text(for: link, bundleID: "it's $app") }
        let seen = try RealShell.arguments(of: lines)
        try #require(seen.count == lines.count)
        for (index, (command, link)) in cases.enumerated() {
            #expect(!lines[index].contains("\n"), "one line")
            let expected: [String] =
                switch command {
                case .adb:
                    ["am", "start", "-W", "-a", "android.intent.action.VIEW", "-c", "android.intent.category.BROWSABLE", "-d", link.text]
                case .simctl: ["xcrun", "simctl", "openurl", "booted", link.text]
                case .devicectl:
                    [
                        "xcrun", "devicectl", "device", "process", "launch", "--device", "DEVICE", "--payload-url", link.text,
                        "it's $app",
                    ]
                case .curl: ["curl", "-g", "-sS", "-L", "-D", "-", "-o", "/dev/null", "--", link.text]
                case .intent: []
                }
            #expect(seen[index] == expected, "\(lines[index])")
        }
    }

    @Test("links with characters special to a shell arrive unchanged")
    func table() throws {
        let links = try Self.nasty.flatMap { rest in
            try ["shop", "https"].map { try CommandLink(Array("\($0):\(rest)".utf8)) }
        }
        try expectUnharmed(links)
    }

    @Test("random links arrive unchanged", arguments: Seeds.among(1...4))
    func random(_ seed: UInt64) throws {
        let pieces = [
            "'", "\"", "\\", "$", "`", "!", "~", "-", " ", "&", ";", "|", "<", ">", "(", ")", "{", "}", "[", "]", "*", "?", "#", "=", "%41",
            "^", "a",
            "$x", "${x}", "$(id)", "`id`", "\n", "\t", "\r", "\u{0}", "\u{1B}", "\u{7F}", "é", "👍🏽", "\u{301}", "\u{202E}", "日本", "//", ":",
            "@", ",",
        ]
        var random = SeededRandom(seed: seed)
        let links = try (0..<60).map { _ in
            let rest = (0..<Int(random.next() % 24)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            return try CommandLink(Array("\(random.next() % 2 == 0 ? "shop" : "http"):\(rest)".utf8))
        }
        try expectUnharmed(links)
    }

    @Test("the shell of these tests would show a changed link")
    func harm() throws {
        #expect(try RealShell.arguments(of: ["xcrun $x", "adb shell am 'a  b'"]) == [["xcrun", "a", "variable"], ["am", "a", "b"]])
    }
}
