import Foundation
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("The terminal copies", .waits, .timeLimit(.minutes(30)))
struct CopyingTests {
    private static let text = "it's $(here)\u{1B}[31m\n👍"

    /// The expected OSC 52 sequence for the text, made with Foundation's base64.
    private static var sequence: [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Array(Data(text.utf8).base64EncodedString().utf8) + [0x07]
    }

    private static let surroundings: [([String: String], Multiplexer)] = [
        ([:], .none), (["TERM": "xterm-256color", "TMUX": ""], .none),
        (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"], .tmux),
        (["TERM": "tmux-256color"], .tmux), (["TERM": "screen-256color"], .screen), (["TERM": "xterm", "STY": "1.pts"], .screen),
        (["TERM": "screen-256color", "TMUX": "x"], .tmux),
    ]

    @Test("the multiplexer is detected from the environment", arguments: surroundings)
    func multiplexer(environment: [String: String], expected: Multiplexer) {
        #expect(Multiplexer(environment: environment) == expected)
    }

    @Test("the sequence is sent as it is, and wrapped for tmux with its ESC doubled")
    func sequences() {
        let escape = "\u{1B}"
        let copy = { (multiplexer: Multiplexer) in
            String(decoding: ClipboardSequence.bytes(copying: Array("hi".utf8), through: multiplexer), as: UTF8.self)
        }
        #expect(copy(.none) == "\(escape)]52;c;aGk=\u{7}")
        #expect(copy(.tmux) == "\(escape)]52;c;aGk=\u{7}" + "\(escape)Ptmux;\(escape)\(escape)]52;c;aGk=\u{7}\(escape)\\")
        #expect(copy(.screen) == "\(escape)P\(escape)]52;c;aGk=\u{7}\(escape)\\")
    }

    @Test("the sequence is split for screen into pieces of the size that it accepts", arguments: [0, 170, 180, 5000, 74_994])
    func pieces(count: Int) {
        let bytes = [UInt8](repeating: 0x41, count: count)
        let wrapped = ClipboardSequence.bytes(copying: bytes, through: .screen)
        let text = String(decoding: wrapped, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}P") && text.hasSuffix("\u{1B}\\"))
        let pieces = text.dropFirst(2).dropLast(2).components(separatedBy: "\u{1B}\\\u{1B}P")
        #expect(pieces.allSatisfy { $0.utf8.count < 256 })
        #expect(Array(pieces.joined().utf8) == ClipboardSequence.bytes(copying: bytes, through: .none))
    }

    @Test(
        "exactly these bytes reach the terminal, between two frames",
        arguments: [([:], Multiplexer.none), (["TMUX": "x"], .tmux), (["STY": "x"], .screen)] as [([String: String], Multiplexer)]
    )
    func written(environment: [String: String], multiplexer: Multiplexer) async throws {
        let terminal = try probe(["--text", Self.text], more: environment)
        try await terminal.wait(for: "started")
        terminal.type("c")
        try await terminal.wait(for: "count 2")
        let expected = ClipboardSequence.bytes(copying: Array(Self.text.utf8), through: multiplexer)
        #expect(multiplexer != .none || expected == Self.sequence)
        #expect(terminal.output.ranges(of: expected).count == 1)
        #expect(terminal.output.ranges(of: Array("52;c;".utf8)).count == (multiplexer == .tmux ? 2 : 1))
        terminal.type("q")
        #expect(await terminal.end() == .exited(0))
    }
}
