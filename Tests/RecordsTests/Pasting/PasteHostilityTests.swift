import Bytes
import Records
import TestSupport
import Testing

@Suite("Hostile pastes")
struct PasteHostilityTests {
    /// Checks properties that must hold for every record of every paste.
    private func problem(_ paste: [UInt8]) -> String? {
        let text = PastedText(paste)
        guard !PastedText.isEmpty(paste) || text.records.isEmpty else { return "wrong about being empty" }
        for record in text.records {
            guard !record.bytes.contains(0x0A), !record.bytes.contains(0x0D) else { return "a record over lines" }
            guard record.range.lowerBound >= 0, record.range.upperBound <= paste.count else { return "a place beside the paste" }
            var end = 0
            var source = record.range.lowerBound
            for piece in record.pieces {
                guard piece.place.lowerBound == end, !piece.place.isEmpty else { return "a gap in the pieces" }
                guard piece.source.lowerBound >= source, piece.source.upperBound <= record.range.upperBound else {
                    return "pieces in disorder"
                }
                end = piece.place.upperBound
                source = piece.source.upperBound
            }
            guard end == record.bytes.count else { return "bytes without a place" }
            if record.isVerbatim, Array(paste[record.range]) != record.bytes { return "not what is written there" }
            if ![.none, .command, .table].contains(record.wrapping), !record.bytes.contains(UInt8(ascii: ":")) { return "no link" }
        }
        return nil
    }

    @Test(
        "every byte of a link comes from the place recorded for it",
        arguments: PasteExample.asTheyStand + PasteExample.wrapped + PasteExample.text + PasteExample.json + PasteExample.logs
            + PasteExample.commands + PasteExample.broken + PasteExample.more + PasteExample.tables + PasteExample.pushes
            + PasteExample.mails
            + PasteExample.words)
    func places(_ example: PasteExample) {
        #expect(problem(Array(example.paste.utf8)) == nil)
        // A link that was found in a text is also found when it is pasted alone.
        for record in PastedText(Array(example.paste.utf8)).records where record.wrapping == .text && record.isVerbatim {
            let again = PastedText(Array(Array(example.paste.utf8)[record.range]))
            #expect(again.records.map(\.bytes) == [record.bytes])
        }
    }

    @Test("random mixtures of all kinds of pastes keep the properties", arguments: Seeds.among(1...4))
    func mixtures(_ seed: UInt64) {
        let examples =
            (PasteExample.wrapped + PasteExample.json + PasteExample.logs + PasteExample.commands + PasteExample.broken
            + PasteExample.more + PasteExample.tables + PasteExample.pushes + PasteExample.mails)
            .map { Array($0.paste.utf8) }
        let signs = [
            "\n", "\r\n", " ", "\"", "'", "<", ">", "](", "`", "\\", "=", "=\n", "> ", "{", "[", "“", "$'", "adb shell ", "://", "\\u",
            "&#", "\u{1B}[0m", "[1m", "; ", "&\n", ";end", "curl ",
        ]
        var random = SeededRandom(seed: seed)
        for _ in 0..<400 {
            var paste: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                if Bool.random(using: &random) {
                    paste += Array((signs.randomElement(using: &random) ?? "").utf8)
                } else {
                    let example = examples[Int.random(in: examples.indices, using: &random)]
                    let start = Int.random(in: 0...example.count, using: &random)
                    paste += example[start..<Int.random(in: start...example.count, using: &random)]
                }
            }
            if Int.random(in: 0..<8, using: &random) == 0, !paste.isEmpty {
                paste[Int.random(in: paste.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let found = problem(paste)
            #expect(found == nil, "\(paste)")
            if found != nil { return }
        }
    }

    /// Pieces of long texts that would make a careless search start again many times.
    private static let pieces = [
        "a,\"\n", "\"a\",url\n", "url\na://b,c\n", "a\tb://c\n", "\"", "'", "<", "(", "[", "{", "“", "`", "\\", ":", "://", "a:", "http://",
        "<http://a", "\"http://a ", "'http://a?b c ",
        "“http://a «", "](",
        "](http://a", "<a href='http://a&amp;", "=\n", "=3D=\n", "> ", ">", "\n", "open \"", "open \"'\n", "adb shell \"", "open a://b&&",
        "open '\\''\n",
        "\"<http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "aaaaaaaa", "a.", "{\"a\":\"", "[{",
        "{\"a\":[", "[\"{\\\"a\\\":",
        "$'\\x", "http://a:",
        "intent:#", "| ", "\u{2026}", "\\u00", "\\\"http://a", "intent:#Intent;", "intent://a#Intent;end;", "\u{1B}[1m", "[1", "^[[",
        "a:\\u002f", "\\u003a", "open a; ", "open a;b;c;", "adb shell 'a;a;a;", ";a", "http://a.example/?b=&\n", "curl a.b ", "curl a.b;\n",
        ",intent:x", "<tel:{", ",a:\\/\\/x{\\n", "-href=a://&quot;",
        "a://b,a://", "a://ba://b", "a://b:", "From: a\n", "<a://b|", "<a href='a://b'>\n",
        "I/A( 1): http://a\n", "05-01 10:15:32.123  1  2 I A: x\n", "http://a.example/?b=&\n05-01 10:15:32.123  1  2 I A: x\n",
    ]

    @Test(
        "as many words as fit may precede a command",
        arguments: [
            "npx " + String(repeating: "a= ", count: 20_000), String(repeating: "adb shell ", count: 6000),
            "\u{1B}[1mnpx\u{1B}[0m " + String(repeating: "sudo ", count: 20_000),
        ])
    func isFlat(words: String) {
        let records = PastedText(Array((words + "open shop://a").utf8)).records
        #expect(records.map { String(decoding: $0.bytes, as: UTF8.self) } == ["shop://a"])
    }

    @Test("a link is found behind many texts that only begin like a link")
    func overlapping() {
        let records = PastedText(Array((String(repeating: ",intent:x", count: 20) + ",shop://a").utf8)).records
        #expect(records.map { String(decoding: $0.bytes, as: UTF8.self) } == ["shop://a"])
    }

    @Test("eight times as much text takes little more than eight times the work", .daily, arguments: Seeds.share(of: pieces, in: 3))
    func isLinear(piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 11, long: 1 << 14)) { size in
            _ = PastedText(Array(String(repeating: piece, count: size / piece.utf8.count).utf8))
        }
        #expect(isLinear)
    }
}

extension PastedRecord {
    /// The pieces that make up all of `bytes`, in order, each with its place in the paste: either the same bytes, or the escape from which they
    /// were decoded.
    var pieces: [(place: Range<Int>, source: Range<Int>)] {
        zip(text.runs, text.runs.dropFirst().map(\.start) + [text.count]).map { ($0.start..<$1, $0.source) }
    }
}
