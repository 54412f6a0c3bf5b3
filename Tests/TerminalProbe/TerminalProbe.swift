// A program for the terminal tests. It shows the text it is given, and can end in every way a program can end.
//
//    keys     what it does                      arguments
//    q        closes, exit code 0               --ascii, --mouse, --color never
//    t        a trap, with its text             --text TEXT   drawn below, sanitized
//    a        abort by a signal                 --scene SEED  draws random cells instead, new ones with each n
//    r        draws everything again            --dump FILE   writes the notation of each frame there before drawing it
//    s        never answers again
//    x        exit(7) without closing
//    e        writes a line to standard error
//    n        counts up, to see what a small change writes
//    o        overflows the stack
//    c        has the terminal copy the first TEXT, in the middle of drawing
//    h        reads no more keys until the terminal has another size
//    Ctrl-Z   stops
//    Ctrl-C   closes, exit code 130

import CursesTerminal
import Screen
import Synchronization
import TestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

nonisolated let hasRoom = Atomic(true)

@main
struct TerminalProbe {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        var options = TerminalOptions(environment: environment(["TERM", "NO_COLOR", "ESCDELAY", "TMUX", "STY"]))
        options.isASCII = arguments.contains("--ascii")
        options.hasMouse = arguments.contains("--mouse")
        if arguments.contains("--color") { options.color = .never }
        // An AsyncStream would start the global executor when it is awaited, and its threads wake up every second from then on. Tasks on
        // the main actor cost nothing while nothing happens.
        let loop = Loop()
        do throws(TerminalError) {
            let terminal = try Terminal.open(options, hasRoom: { hasRoom.load(ordering: .relaxed) }) { events in
                Task { @MainActor in loop.handle(events) }
            }
            loop.probe = Probe(
                terminal: terminal,
                texts: values(of: "--text", arguments),
                seed: values(of: "--scene", arguments).first.flatMap(UInt64.init),
                dump: values(of: "--dump", arguments).first
            )
        } catch {
            print("plain: \(error)")
            exit(3)
        }
        loop.probe?.draw()
        let status = await withCheckedContinuation { loop.end = $0 }
        loop.probe?.terminal.close()
        print("closed")
        exit(status)
    }

    private static func values(of name: String, _ arguments: [String]) -> [String] {
        zip(arguments, arguments.dropFirst()).filter { $0.0 == name }.map(\.1)
    }

    private static func environment(_ names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
        }
        return values
    }
}

final class Loop {
    var probe: Probe?
    var end: CheckedContinuation<Int32, Never>?

    func handle(_ events: [TerminalEvent]) {
        for event in events {
            guard let status = probe?.handle(event) else { continue }
            end?.resume(returning: status)
            end = nil
            return
        }
        probe?.draw()
    }
}

struct Probe {
    let terminal: Terminal
    let texts: [String]
    let seed: UInt64?
    let dump: String?
    var log = "started"
    var count = 0

    mutating func handle(_ event: TerminalEvent) -> Int32? {
        switch event {
        case .keys(let keys):
            var keys = keys[...]
            while let key = keys.next(joinsText: false) {
                if let status = handle(key) { return status }
            }
            return nil
        case .resized:
            hasRoom.store(true, ordering: .relaxed)
            terminal.readOn()
            return nil
        case .continued:
            terminal.resume()
            return nil
        case .quit(let signal): return 128 + signal
        case .hangUp: return 129
        }
    }

    private mutating func handle(_ key: Key) -> Int32? {
        switch key {
        case "q": return 0
        case "t":
            let nothing: [Int] = []
            log = "\(nothing[count])"
        case "a": abort()
        case "s": while true { pause() }
        case "x": exit(7)
        case "e": unsafe perror("a note on standard error")
        case "n": count += 1
        case "r": terminal.repaint()
        case "c":
            count += 1
            draw()
            terminal.copy(Array(texts[0].utf8))
            count += 1
        case "h":
            hasRoom.store(false, ordering: .relaxed)
            log = "held"
        case "o": log = "\(deep(1))"
        case .control("c"): return 130
        case .control("z"):
            terminal.suspend()
            log = "back"
        default: log = key.shown
        }
        return nil
    }

    private func deep(_ number: Int) -> Int {
        number == 0 ? 0 : deep(number + count + 1) &+ deep(number + 2)
    }

    func draw() {
        let frame = seed.map { scene($0 &+ UInt64(count)) } ?? page()
        // Written to another file and then renamed, so that a test reads the notation of this frame or the previous one, never half of one.
        if let dump, let file = unsafe fopen(dump + ".new", "w") {
            unsafe fputs(frame.notation, file)
            unsafe fclose(file)
            unsafe rename(dump + ".new", dump)
        }
        terminal.draw(frame)
    }

    private func page() -> Frame {
        let glyphs = Glyphs.matching(terminal.encoding)
        let size = terminal.size
        var frame = Frame(size)
        frame.box(frame.bounds, title: "probe", note: SafeText(trusted: "\(size)"), isFocused: true, glyphs: glyphs)
        let inside = frame.bounds.inset()
        frame.put(SafeText(trusted: "count \(count)"), at: Point(column: 1, row: 1), style: .ok, clip: inside)
        frame.put(glyphs.sanitizer.text(log, columns: inside.columns), at: Point(column: 1, row: 2), style: .accent, clip: inside)
        for (index, text) in texts.enumerated() {
            let shown = glyphs.sanitizer.text(text, columns: inside.columns).fitted(to: inside.columns, glyphs: glyphs)
            frame.put(shown, at: Point(column: 1, row: 3 + index), style: .value, clip: inside)
        }
        frame.cursor = Point(column: 1, row: 2)
        return frame
    }

    /// Draws hostile texts everywhere, in every style.
    private func scene(_ seed: UInt64) -> Frame {
        let pieces: [Unicode.Scalar] = [
            "a", "b", " ", "\u{1B}", "[", "\n", "\t", "\u{202E}", "\u{200B}", "\u{301}", "\u{300}", "\u{20DD}", "\u{A0}", "中", "文", "한",
            "é", "ש",
            "👍", "\u{200D}", "\u{1112}", "\u{1161}", "─", "…",
        ]
        var state = seed &+ 1
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % max(limit, 1)
        }
        let sanitizer = Sanitizer(terminal.encoding)
        var frame = Frame(terminal.size)
        for _ in 0..<40 {
            var text = ""
            for _ in 0..<random(30) { text.unicodeScalars.append(pieces[random(pieces.count)]) }
            let style = Style(Role.allCases[random(Role.allCases.count)], Style.Attributes(rawValue: UInt8(random(8))))
            let point = Point(column: random(frame.size.columns), row: random(frame.size.rows))
            frame.put(sanitizer.text(text, columns: 40), at: point, style: style)
        }
        let mark = SafeText(trusted: "scene \(count)")
        frame.put(mark, at: Point(column: 0, row: frame.size.rows - 1))
        return frame
    }
}

extension Key {
    /// The key in a form that needs no sanitizing and contains no module names.
    fileprivate var shown: String {
        switch self {
        case .character(let scalar, let modifiers): "U+\(String(scalar.value, radix: 16)) \(modifiers.rawValue)"
        case .named(let name, let modifiers): "\(name) \(modifiers.rawValue)"
        case .text(let text): "text of \(text.unicodeScalars.count)"
        case .pasteBegun: "paste begun"
        case .paste(let bytes): "paste of \(bytes.count), \(bytes.prefix(4))"
        case .pasteRefused: "paste refused"
        case .mouse(let mouse): "mouse at \(mouse.at)"
        case .focus(let isOn): "focus \(isOn)"
        case .unknown(let bytes): "unknown \(bytes.count)"
        }
    }
}
