import AppLinks
import DeviceTools
import Records
import Screen
import Tasks
import TestSupport

@testable import Inspector
@testable import Panes

/// A user who presses keys at random, in a world in which links arrive, windows change their size and lookups end.
///
/// Keys and commands come from the table of bindings, so a new one is pressed without a change here. The seed decides everything.
struct Monkey {
    private(set) var rig: Rig
    /// The number of keys so far. A click and a paste count as one key each.
    private(set) var keys = 0
    /// What the monkey did last, for the report of a failure.
    private(set) var last: [String] = []
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        rig = Rig(glyphs: seed % 2 == 0 ? .utf8 : .ascii, device: [Fixtures.iPhone, Fixtures.android, Fixtures.strictPhone][Int(seed % 3)])
        rig.sessions = SessionTests.sessions
        rig.save(["problems": "level:problem", "mail": "from:mail -cafe"])
        if seed % 5 == 0 { rig.startReplay(Replay(name: "night.journal")) }
        if seed % 7 == 0 {
            var map = KeyMap()
            for (key, command) in zip([Key.function(5), "e", .control("n")], Command.allCases.shuffled(using: &random)) {
                _ = map.bind(key, "e", to: command)
            }
            rig.prefer(map)
        }
    }

    mutating func act() {
        switch below(40) {
        case 0: happen()
        case 1: resize()
        case 2: paste()
        case 3: arrive()
        case 4...7: point()
        case 8, 33: typeCommand()
        case 9: press(.enter)
        // Few keys close windows, so that what is in them is used, too.
        case 10: press(.escape)
        case 11...24: press(pick(Self.bound))
        case 25...31: press(pick(Self.named))
        case 32: press(pick(Self.strange))
        default: press(.character(pick(Self.printable), []))
        }
    }

    /// Lets all work end, and shows all rows again.
    mutating func settle() {
        rig.answersAtOnce = true
        rig.readsAtOnce = true
        rig.finishPastes()
        rig.deliverLate()
        // Esc stops a running export before it does anything else.
        for export in rig.exports { rig.send(.export(export.number, .stopped)) }
        rig.prefer(KeyMap())
        // Each Esc leaves one thing only: a window, a lookup, the past.
        for _ in 0..<8 { rig.press(.escape) }
        if rig.state.hold.isOn { rig.command("resume") }
        rig.command("sort time")
        rig.command("filter *")
        rig.press("/", .escape)
    }

    private mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(count, 1))) }

    private mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
    }

    private mutating func note(_ what: String) { last = last.suffix(7) + [what] }

    // MARK: The user

    /// The keys of all commands.
    private static let bound = Binding.table.flatMap(\.keys)
    private static let printable = (0x20..<0x7F).compactMap { Unicode.Scalar(UInt32($0)) }
    private static let modifiers: [Key.Modifiers] = [[], [], [], [], .shift, .alt, .control]

    /// All keys that have names, and every letter with Ctrl: windows have keys of their own among them.
    private static let named: [Key] =
        [
            Key.Name.up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace, .delete, .insert, .function(1),
            .function(12),
        ].flatMap { name in modifiers.map { .named(name, $0) } }
        + printable.filter { ("a"..."z").contains($0) }.map { .control($0) }

    private static let strange: [Key] = [
        .unknown([0x1B, 0x5B, 0x39, 0x7A]), .focus(false), .focus(true), .pasteRefused(.unfinished(bytes: 3)),
        .pasteRefused(.tooLong(bytes: .max)), .alt("q"), .character("\u{301}", []), .character("写", []), .character("\u{202E}", []),
        .character("\u{10FFFF}", []), .character("é", []), .function(.max), .character("\u{0}", []), .character("\u{7F}", [.shift]),
    ]

    private mutating func press(_ key: Key) {
        note("\(key)")
        keys += 1
        rig.press(key)
    }

    private mutating func point() {
        let actions: [Key.Mouse.Action] = [
            .press(button: 0), .press(button: 0), .press(button: 0), .drag(button: 0), .release(button: 0), .wheelUp, .wheelDown,
            .wheelLeft, .press(button: 2), .move, .press(button: .max),
        ]
        let size = rig.state.display.size
        // Few of the points are outside the screen.
        var point = Point(column: below(size.columns + 2) - 1, row: below(size.rows + 2) - 1)
        if below(50) == 0 { point = Point(column: .max, row: .min) }
        press(.mouse(Key.Mouse(pick(actions), at: point)))
        // A second click, and a third one, which is none.
        if below(4) == 0 { for _ in 0..<2 { rig.send(.key(.mouse(Key.Mouse(.press(button: 0), at: point)))) } }
    }

    /// Types a command with an argument of the kind that it takes.
    private mutating func typeCommand() {
        let argument = Binding.of(pick(Command.allCases))
        var line = argument.command.name
        // A number that no link has, or a missing one, is a mistake, which must be answered.
        let numbers = argument.argument.numbers
        for _ in 0..<(numbers.lowerBound + below(numbers.upperBound > 0 || below(9) == 0 ? 2 : 1)) { line += " \(below(12))" }
        if argument.argument.needsText || below(2) == 0 {
            switch argument.argument.text {
            case .none: break
            case .oneOf(let words): line += " " + pick(words)
            case .after(let first, _): line += " \(first) " + pick(Self.words)
            case .text, .file: line += (below(4) == 0 ? "! " : " ") + pick(Self.words)
            }
        }
        note(":\(line)")
        if below(4) > 0 { press(.escape) }
        // A window that is still open takes the line as its text.
        for key in [":"] + line.unicodeScalars.map({ Key.character($0, []) }) + [.enter] {
            keys += 1
            rig.send(.key(key))
        }
    }

    private static let words = [
        "shop", "Nieuws", "browser", "home", "iPad", "Android", "links.csv", "links.ndjson", "report.md", "pages.har", "/", "-time", "end",
        "level:problem -mail", "event:nav_*", "\"a text\" from:shop", "link:2", "colour:red", "写真", "e\u{301}", "\u{202E}x", "%1$@",
        "banner",
        "target=myapp://item/42 extra.n=7 app=Shop", "extra.=", "*", "-", "from:", "\"", "item", "shop://back",
        String(repeating: "long ", count: 40),
    ]

    private mutating func paste() {
        let samples = Fixtures.samples
        let bytes: [UInt8]
        switch below(12) {
        case 0: bytes = hostileBytes(&random, count: below(300))
        case 1: bytes = Array((0..<below(30)).map { "shop://p/\($0)\n" }.joined().utf8)
        case 2: bytes = Array(pick(HostileTests.nasties).utf8)
        case 3: bytes = Array(Crowd.wide.utf8)
        case 4: bytes = Array(pick(Self.words).utf8)
        case 5: bytes = Array(Links.ridePage.utf8)
        // Above this length, a record is parsed in the background.
        case 6 where below(20) == 0: bytes = Array(("shop://p?x=" + String(repeating: "%41", count: 25_000)).utf8)
        default: bytes = Array((samples.isEmpty ? Links.plain : pick(samples).link).utf8)
        }
        note("paste of \(bytes.count) bytes")
        keys += 1
        rig.send(.key(.paste(bytes)))
    }

    // MARK: The world

    private mutating func resize() {
        let usual = [(120, 40), (120, 40), (80, 24), (80, 24), (40, 12), (20, 5)]
        var size = pick(usual)
        if below(3) == 0 { size = (below(142) - 1, below(52) - 1) }
        if below(60) == 0 { size = (below(301), below(101)) }
        note("\(size.0)x\(size.1)")
        rig.resize(size.0, size.1)
    }

    private mutating func arrive() {
        let text = String(decoding: hostileBytes(&random, count: 40), as: UTF8.self)
        let lines = [
            Links.from(Links.encoded(text), "cafe://" + Links.encoded(text)), #"{"event":"a","b":[1]}"#, #"{"x":"#, text, Links.plain,
            Links.cafe,
            #"{"url":"\#(Links.cafe)","sourceApplication":"com.example.shop","start":"warm"}"#, Links.ridePage, Links.brokenJSON,
            Links.from("Mail Deluxe", "maildeluxe://inbox/7", to: "myapp://item/42"), Links.hidden, "wheel://ride/7",
        ]
        rig.passesReadings = below(3) > 0
        rig.deliver((0..<(below(10) == 0 ? below(100) : below(4))).map { _ in pick(lines) }, from: pick([.send, .file, .standardInput]))
        note("arrivals")
    }

    private mutating func happen() {
        let kind = below(24)
        note("happening \(kind)")
        switch kind {
        case 0:
            let states: [SourceState] = [
                .following, .ended, .failed(reason: pick(HostileTests.nasties)), .reading(progress: 0.5), .reading(progress: .nan),
                .reading(progress: nil), .changed(.removed), .changed(.truncated),
            ]
            rig.send(.source(name: pick(["file", "night.journal", pick(HostileTests.nasties)]), pick(states)))
        case 1: rig.resolvesAtOnce.toggle()
        case 2: if let opening = rig.resolving.last { rig.answer(opening, .success(AppLink(sourceURL: nil, targets: [], webURL: nil))) }
        case 3: if let opening = rig.resolving.first { rig.answer(opening, .cancelled) }
        case 4: rig.send(.loaded([.unreadable(RecordID(index: UInt32(below(40))), reason: "it is gone")]))
        case 5: rig.tell(.planned(Answers.steps), .started(Answers.steps[0]), .hop(Answers.ride.hops[0]), .file(Answers.files[0]))
        case 6, 7, 8:
            let news: [LookupNews] = [
                .page(Answers.ride), .page(Answers.scriptBuilt), .page(Answers.scripted), .page(Answers.withoutChromium),
                .pageSoFar(Answers.ride), .failed(Answers.refusal), .verdict(Answers.verdict()), .stopped, .broke(Answers.steps[1]),
            ]
            // An answer may come when the user waits for another one.
            rig.tell(pick(news), of: below(3) == 0 ? rig.asked.first : rig.asked.last)
        case 9: rig.answersAtOnce.toggle()
        case 10, 11: rig.deliverLate()
        case 12: rig.readsAtOnce.toggle()
        case 13: rig.finishPastes()
        case 14: rig.waitForRates()
        case 15: rig.wait(milliseconds: Int64(below(10_000)))
        case 16: rig.send(.journal(pick([.writing, .failing(reason: "no space left on device", held: 12)])))
        case 17: rig.send(.edited(pick([.text("shop://p\n/2"), .text(""), .failed("The editor ended with 1.")])))
        case 19:
            let devices = (0..<below(4)).map { RealDevice(.adb, id: "\($0)", name: pick(HostileTests.nasties)) }
            let trouble = DeviceTrouble(pick(HostileTests.nasties), advice: pick(HostileTests.nasties))
            let states: [SourceState] = [
                .reading(progress: nil), .following, .listening(at: pick(HostileTests.nasties)),
                .waiting(reason: pick(HostileTests.nasties)),
                .changed(.replaced), .ended, .failed(reason: pick(HostileTests.nasties)),
            ]
            let source = below(2) == 0 ? pick(HostileTests.nasties) : pick([SourceName.http, SourceName.log(of: "adb")])
            rig.send(.source(name: source, pick(states)))
            rig.sourceCounts[source] = SourceCounts(records: below(1_000_000), refused: below(3), lastRefusal: pick(HostileTests.nasties))
            rig.waitForCounts()
            rig.send(.devices(pick(DeviceTool.allCases), below(3) == 0 ? .failure(trouble) : .success(devices)))
        case 20:
            let device = RealDevice(.adb, id: "\(below(4))", name: pick(HostileTests.nasties))
            rig.send(.handlers(device, .success((0..<below(5)).map { _ in pick(HostileTests.nasties) })))
        case 21:
            guard let running = below(3) == 0 ? rig.openings.first : rig.openings.last else { break }
            let ends: [DeviceOpening.End] = [
                .app(id: pick(HostileTests.nasties), activity: pick(HostileTests.nasties), .started), .browser(id: "com.android.chrome"),
                .chooser, .nothing(reason: pick(HostileTests.nasties)), .unreported,
            ]
            let opening = DeviceOpening(pick(ends), remarks: [pick(HostileTests.nasties)])
            let answer = DeviceAnswer(running.request, RealDevice(.adb, id: "1", name: pick(HostileTests.nasties)), opening)
            rig.send(.openedOnDevice(running, below(4) == 0 ? .failure(DeviceTrouble(pick(HostileTests.nasties))) : .success(answer)))
        case 22:
            press(.escape)
            press("F")
            rig.tell(.failed(Answers.refusal))
        case 18: if !rig.acts.isEmpty { rig.send(.replayed(pick(rig.acts), at: rig.now)) }
        default:
            let news: [ExportNews] = [.progress(below(100)), .written(bytes: 812), .stopped, .failed("No space is left.")]
            if let export = rig.exports.last { rig.send(.export(export.number, pick(news))) }
            rig.send(.notice(pick([Notice(.bad, "n\(pick(HostileTests.nasties))"), .progress("Working ..."), Notice(.good, "Done.")])))
        }
    }
}
