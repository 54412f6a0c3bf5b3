import JSONDocument
import Records
import TestSupport
import Testing

@Suite("Hostile log lines")
struct HostileLogTests {
    /// Returns what is wrong with the records of a line, or nil.
    private func problem(_ bytes: [UInt8]) -> String? {
        guard let line = LogLine(bytes.span) else { return nil }
        guard LogLine.mayBegin(bytes.span) else { return "the quick check denies what the parser reads" }
        guard line.message.upperBound <= line.bytes.count else { return "a message beside the line" }
        let facts = line.facts ?? []
        guard facts.count <= LogLine.mostFacts else { return "too many facts" }
        for fact in facts + [.link(url: "a://b", source: nil)] {
            let record = line.record(of: fact)
            if record.contains(where: { $0 < 0x20 }) { return "a control character in a record" }
            let document = JSONDocument(record)
            guard document.isValid, let root = document.root, root.kind == .object else { return "a record that is no object" }
            guard root["log"] != nil else { return "a record without its line" }
            guard root["event"] != nil || root["event_name"] != nil || root["url"] != nil else { return "a record of nothing" }
            if record.count >= 1 << 20 { return "a record that is longer than what is read" }
        }
        return nil
    }

    @Test("a sample that was cut anywhere has records with their line, or none", arguments: LogSample.all)
    func cuts(_ sample: LogSample) {
        for end in stride(from: 0, through: sample.bytes.count, by: Effort.isLong ? 1 : 3) {
            #expect(problem(Array(sample.bytes[..<end])) == nil)
            #expect(problem(Array(sample.bytes[end...])) == nil)
        }
    }

    @Test("a sample with random changes has records with their line, or none", arguments: Seeds.among(1...8))
    func mutations(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let samples = LogSample.all.map(\.bytes)
        let pieces = [
            "{", "}", "[", "]", "(", ")", "\"", "\\", " ", ": ", ", ", "=", "dat=", " cmp=", "al_", "\"event\":", "}]", "-->", "\u{0}",
            "\n",
        ]
        for _ in 0..<3000 {
            var line = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0...line.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where place < line.count: line[place] = UInt8.random(in: 0...255, using: &random)
                case 1: line.removeSubrange(place..<min(line.count, place + Int.random(in: 0...20, using: &random)))
                case 2: line.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place)
                default:
                    let other = samples.randomElement(using: &random) ?? []
                    let start = Int.random(in: 0...other.count, using: &random)
                    line.insert(contentsOf: other[start..<min(other.count, start + 40)], at: place)
                }
            }
            let found = problem(line)
            #expect(found == nil, "\(line)")
            if found != nil { return }
        }
    }

    @Test(
        "lines of bytes that are no text",
        arguments: [
            Array("I/ActivityTaskManager( 1): START u0 {dat=a://".utf8) + [0xFF, 0x00, 0x1B, 0xC2] + Array("} from uid 1".utf8),
            Array("I/ActivityTaskManager( 1): START u0 {".utf8), Array("I/ActivityTaskManager( 1): START u0 {}".utf8),
            Array("I/ActivityTaskManager( 1): START u0 {dat=".utf8), Array("I/ActivityTaskManager( 1): START u0 { (has extras)}".utf8),
            Array("I/ActivityTaskManager( 1): START u0 {dat=a://b} from uid 1 result code=99999999999999999999".utf8),
            Array("I/ActivityTaskManager( 1): Background activity launch blocked".utf8), Array("I/wm_new_intent( 1): [".utf8),
            Array("I/wm_new_intent( 1): [0,1,2,a/b,c,d,e".utf8), Array("I/wm_on_resume_called( 1): ]".utf8),
            Array("I/A( 1): {\"event\":\"".utf8) + [0xFF] + Array("\"}".utf8), Array("I/A( 1): al_x Bundle[{}]".utf8),
            Array("I/A( 1): al_x {".utf8),
            Array("I/AppLinks( 1): --> true".utf8), Array("I/IntentFilterIntentOp( 1): hosts:\"".utf8), [0x1B, 0x5B, 0x1B, 0x5B, 0x6D],
            Array("\u{1B}[1m".utf8), Array("{\"eventMessage\"\"processImagePath\"".utf8),
        ])
    func odd(_ bytes: [UInt8]) {
        #expect(problem(bytes) == nil)
    }

    /// Beginnings of lines, and pieces that would make a careless reader start again many times.
    private static let repeated = [
        ("I/ActivityTaskManager( 1): START u0 {dat=a://b", " cmp="), ("I/ActivityTaskManager( 1): START u0 {dat=a://b", " (has extras)"),
        ("I/ActivityTaskManager( 1): START u0 {dat=a://b", " sel={}"), ("I/ActivityTaskManager( 1): START u0 {", "} from uid "),
        ("I/ActivityTaskManager( 1): Background activity launch blocked [", "intent: Intent {"), ("I/A( 1): \"event\"", "{"),
        ("I/A( 1): ", "{\"event\":"), ("I/A( 1): ", "{\"event\":\"a\"}"), ("I/A( 1): al_x Bundle[{", "k=v, "), ("I/A( 1): ", "al_"),
        ("I/wm_new_intent( 1): [", ",a/b"), ("I/IntentFilterIntentOp( 1): hosts:\"", "a.b "), ("I/AppLinks( 1): ", "://"), ("I/", "("),
        ("05-01 10:15:32.123  ", "1 "), ("2024-05-01 10:15:32.123456+0200 0x1 ", "0x0 "), ("May  1 10:15:32 ", "[1] <"),
        ("\u{1B}[1m", "\u{1B}["),
        ("{\"eventMessage\":\"", "processImagePath"), ("I/A( 1): al_x { ", "a = \"\\\\\"; "), (" ", " "), ("I/A( 1): al_x ", "\","),
    ]

    @Test("eight times as long a line takes little more than eight times the work", arguments: repeated)
    func isLinear(beginning: String, piece: String) {
        let isLinear = ThreadTime.isLinear(from: 1 << 13) { size in
            let line = Array((beginning + String(repeating: piece, count: size / piece.utf8.count)).utf8)
            guard let line = LogLine(line.span) else { return }
            for fact in line.facts ?? [] { _ = line.record(of: fact) }
        }
        #expect(isLinear)
    }

    @Test("a line of a megabyte is no log line, because no device prints one")
    func huge() {
        let line = Array(("I/ActivityTaskManager( 1): START u0 {dat=a://" + String(repeating: "b", count: 1 << 20)).utf8)
        var isRead = true
        #expect(ThreadTime.spent { isRead = LogLine.read(line) != nil } < .milliseconds(50))
        #expect(!isRead)
    }
}
