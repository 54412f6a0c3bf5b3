import Screen
import TestSupport
import Testing

@Suite("Decoding bytes into keys")
struct KeyDecoderTests {
    static let table: [(String, [Key])] = [
        ("q", ["q"]),
        ("é中👍", ["é", "中", "👍"]),
        ("\u{3}\u{1A}\u{0}\u{1F}", [.control("c"), .control("z"), .control(" "), .control("_")]),
        ("\r\n\t\u{8}\u{7F}", [.enter, .enter, .tab, .backspace, .backspace]),
        ("\u{1B}[A\u{1B}OA\u{1B}[1;1A", [.up, .up, .up]),
        ("\u{1B}[1;5C\u{1B}[1;2D\u{1B}[1;3B", [.named(.right, .control), .named(.left, .shift), .named(.down, .alt)]),
        ("\u{1B}[H\u{1B}[1~\u{1B}[7~\u{1B}OH", [.home, .home, .home, .home]),
        ("\u{1B}[F\u{1B}[4~\u{1B}[8~\u{1B}OF", [.end, .end, .end, .end]),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[2~\u{1B}[3~", [.pageUp, .pageDown, .insert, .delete]),
        ("\u{1B}[[A\u{1B}[[E\u{1B}OP\u{1B}[11~\u{1B}[24~", [.function(1), .function(5), .function(1), .function(1), .function(12)]),
        ("\u{1B}[Z\u{1B}x\u{1B}é\u{1B}\r\u{1B}\u{7F}", [.backTab, .alt("x"), .alt("é"), .named(.enter, .alt), .named(.backspace, .alt)]),
        ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
        ("\u{1B}[97;5u\u{1B}[97;2u\u{1B}[27;5;13~\u{1B}[27u", [.control("a"), "A", .named(.enter, .control), .escape]),
        ("\u{1B}[<0;3;4M\u{1B}[<0;3;4m", [mouse(.press(button: 0), 2, 3), mouse(.release(button: 0), 2, 3)]),
        ("\u{1B}[<64;300;1M\u{1B}[<65;1;1M\u{1B}[<35;9;9M", [mouse(.wheelUp, 299, 0), mouse(.wheelDown, 0, 0), mouse(.move, 8, 8)]),
        ("\u{1B}[200~a\u{1B}[A\nq\u{3}\u{1B}[201~z", [.paste(Array("a\u{1B}[A\nq\u{3}".utf8)), "z"]),
        ("\u{1B}[200~\u{1B}\u{1B}[201\u{1B}[201~", [.paste(Array("\u{1B}\u{1B}[201".utf8))]),
        ("\u{1B}[200~\u{1B}[201~", [.paste([])]),
        ("\u{1B}[?1;2cq", [unknown("\u{1B}[?1;2c"), "q"]),
        ("\u{1B}[57441;1u\u{1B}[97;1:3u", [unknown("\u{1B}[57441;1u"), unknown("\u{1B}[97;1:3u")]),
        ("\u{1B}]11;rgb:0/0/0\u{7}q", [unknown("\u{1B}]11;rgb:0/0/0\u{7}"), "q"]),
        ("\u{1B}P1$r0m\u{1B}\\q", [unknown("\u{1B}P1$r0m\u{1B}\\"), "q"]),
        ("\u{1B}[12\u{1B}[B", [unknown("\u{1B}[12"), .down]),
        ("\u{1B}[M !!q", [unknown("\u{1B}[M !!"), "q"]),
        ("\u{1B}[3\u{3}q", [unknown("\u{1B}[3\u{3}"), "q"]),
        ("\u{9B}", [unknown("\u{9B}")]),
    ]

    private static func unknown(_ text: String) -> Key { .unknown(Array(text.utf8)) }
    private static func mouse(_ action: Key.Mouse.Action, _ column: Int, _ row: Int) -> Key {
        .mouse(Key.Mouse(action, at: Point(column: column, row: row)))
    }

    @Test("every sequence of the table, in one read, and in two reads divided at every byte", arguments: table)
    func sequences(source: String, expected: [Key]) {
        let bytes = Array(source.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let keys = decoder.feed(bytes[..<cut], at: .zero) + decoder.feed(bytes[cut...], at: .zero)
            #expect(keys == expected, "cut at \(cut)")
            #expect(decoder.wakesAt == nil)
        }
        var decoder = KeyDecoder()
        #expect(bytes.flatMap { decoder.feed([$0], at: .zero) } == expected)
    }

    @Test("a lone ESC becomes a key after 50 ms, and not before")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B], at: .seconds(5)).isEmpty)
        #expect(decoder.wakesAt == .milliseconds(5050))
        #expect(decoder.idle(at: .milliseconds(5049)).isEmpty)
        #expect(decoder.idle(at: .milliseconds(5050)) == [.escape])
        #expect(decoder.wakesAt == nil)
        #expect(decoder.feed(ArraySlice("[A".utf8), at: .seconds(9)) == ["[", "A"])
    }

    @Test(
        "a sequence that never ends is dropped after a second, and none of its bytes is a key",
        arguments: ["\u{1B}[1;", "\u{1B}O", "\u{1B}]0;x"])
    func unfinished(source: String) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(ArraySlice(source.utf8), at: .zero).isEmpty)
        #expect(decoder.idle(at: .milliseconds(999)).isEmpty)
        #expect(decoder.feed(ArraySlice("q".utf8), at: .seconds(1)) == [.unknown(Array(source.utf8)), "q"])
    }

    @Test("a byte that is not UTF-8 becomes U+FFFD, and only that byte")
    func invalidUTF8() {
        var decoder = KeyDecoder()
        #expect(
            decoder.feed([0xFF, 0xFE, 0x41, 0xC3, 0x42, 0xE2, 0x82, 0x43], at: .zero) == [
                "\u{FFFD}", "\u{FFFD}", "A", "\u{FFFD}", "B", "\u{FFFD}", "\u{FFFD}", "C",
            ])
        #expect(decoder.feed([0xE2, 0x82], at: .zero).isEmpty)
        #expect(decoder.idle(at: .milliseconds(50)) == ["\u{FFFD}", "\u{FFFD}"])
    }

    @Test("a paste over the limit is refused as a whole, with its size", .daily, arguments: Seeds.share(of: [false, true], in: 2))
    func pasteTooLong(isOver: Bool) {
        var decoder = KeyDecoder()
        let paste = [UInt8](repeating: 0x71, count: KeyDecoder.pasteLimit + (isOver ? 1 : 0))
        let keys = decoder.feed(ArraySlice("\u{1B}[200~".utf8) + paste + "\u{1B}[201~z".utf8, at: .zero)
        #expect(keys == [isOver ? .pasteRefused(.tooLong(bytes: paste.count)) : .paste(paste), "z"])
    }

    @Test("if a terminal never ends a paste, the user can still quit")
    func pasteUnfinished() {
        var decoder = KeyDecoder()
        #expect(decoder.feed(ArraySlice("\u{1B}[200~abc".utf8), at: .zero).isEmpty)
        #expect(decoder.feed([0x03], at: .seconds(1)).isEmpty)
        #expect(decoder.feed([0x03], at: .seconds(3)) == [.pasteRefused(.unfinished(bytes: 4)), .control("c")])
    }

    @Test("a user who presses Ctrl-C all the time, or holds it down, can quit in a paste that never ends")
    func pasteUnfinishedImpatience() {
        var decoder = KeyDecoder()
        #expect(decoder.feed(ArraySlice("\u{1B}[200~abc".utf8), at: .zero).isEmpty)
        for tenth in 1..<20 { #expect(decoder.feed([0x03, 0x03], at: .milliseconds(tenth * 100)).isEmpty) }
        #expect(decoder.feed([0x03], at: .seconds(2)) == [.pasteRefused(.unfinished(bytes: 41)), .control("c")])
    }

    @Test("random bytes never trap, and their division into reads changes nothing", arguments: Seeds.among(0...7))
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<0;1", ";", "~", "M", "u", "\u{7}", "é", "9",
            ":",
        ]
        for _ in 0..<300 {
            var bytes: [UInt8] = []
            for _ in 0..<40 {
                if random.next() % 3 == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: random.next()))
                } else {
                    bytes += Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8)
                }
            }
            var whole = KeyDecoder()
            let expected = whole.feed(bytes[...], at: .zero) + whole.idle(at: .seconds(9))
            var parts = KeyDecoder()
            var keys: [Key] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int(random.next() % 5)
                keys += parts.feed(rest.prefix(count), at: .zero)
                rest = rest.dropFirst(count)
            }
            #expect(keys + parts.idle(at: .seconds(9)) == expected, "\(bytes)")
        }
    }

    @Test("bytes inside a sequence, a string or a paste are never keys", arguments: Seeds.among(0...3))
    func nothingTyped(seed: UInt64) {
        var random = SeededRandom(seed: 100 + seed)
        for _ in 0..<500 {
            var decoder = KeyDecoder()
            let inside = (0..<20).map { _ in UInt8(0x20 + random.next() % 0x20) }  // only parameters, no final byte
            let keys = decoder.feed([0x1B, 0x5B] + inside + [0x7A], at: .zero)
            #expect(keys.count == 1)
            if case .unknown = keys.first {} else { Issue.record("\(keys) from CSI \(inside)") }

            let pasted = (0..<40).map { _ in UInt8(truncatingIfNeeded: random.next()) }.filter { $0 != 0x1B }
            let paste = decoder.feed(ArraySlice("\u{1B}[200~".utf8) + pasted + "\u{1B}[201~".utf8, at: .zero)
            #expect(paste == [.paste(pasted)])
        }
    }
}

@Suite("Keys that wait")
struct WaitingKeysTests {
    @Test("only characters become one text, and only for a line of text")
    func texts() {
        let keys: [Key] = ["a", .character("B", .shift), "é", .enter, "x", .alt("y"), "z", .paste([0x71]), "1", "2"]
        func taken(joinsText: Bool) -> [Key] {
            var rest = keys[...]
            return Array(sequence(state: ()) { _ in rest.next(joinsText: joinsText) })
        }
        #expect(taken(joinsText: false) == keys)
        #expect(taken(joinsText: true) == [.text("aBé"), .enter, "x", .alt("y"), "z", .paste([0x71]), .text("12")])
    }

    @Test(
        "more characters than anyone types at once are a paste, unless they are typed into a line",
        arguments: [
            ("myapp://product/1?id=7", true), ("see https://a.example/q\nshop://b\n", true), ("acme.example", true), ("tel:112", true),
            ("javascript:alert(1)", true), ("Queue is full", true), ("x://", false), ("jjjjjj", false), ("dj\rsx\n", false),
            (":open shop://a", false), ("/https://a", false), (String(repeating: "j", count: 400), false),
            // The rest of a long paste.
            ("&campaign=summer&medium=email&content=headline-7&term=red+shoes&id=4711&x=9", true),
        ])
    func unmarkedPaste(_ text: String, isPaste: Bool) {
        let keys = text.unicodeScalars.map { $0 == "\n" ? Key.enter : .character($0, []) } + [.escape]
        var rest = keys[...]
        #expect(rest.next(joinsText: false) == (isPaste ? .paste(Array(text.utf8)) : keys[0]))
        #expect(rest.count == (isPaste ? 1 : keys.count - 1))
        rest = keys[...]
        if case .paste? = rest.next(joinsText: true) { Issue.record("a line of text takes \(text) as it is typed") }
    }

    @Test("control characters in such a paste are no commands, and a paste that the terminal marks stays one of its own")
    func binary() {
        var rest = (Array("GIF89a;".unicodeScalars).map { Key.character($0, []) } + [.control("q"), "q", .paste([0x71]), "z"])[...]
        #expect(rest.next(joinsText: false) == .paste(Array("GIF89a;q".utf8)))
        #expect(Array(rest) == [.paste([0x71]), "z"])
    }

    @Test("the places of keys that were taken are freed, although others still wait")
    func freed() {
        var rest = Array(repeating: Key.escape, count: 100)[...]
        for taken in 1...100 {
            #expect(rest.next(joinsText: false) == .escape)
            #expect(rest.count == 100 - taken && rest.startIndex <= rest.count)
        }
    }
}
