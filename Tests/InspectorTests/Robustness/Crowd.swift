import DeviceTools
import Records
import Screen

@testable import Inspector
@testable import Panes

/// States with a lot of content, for testing screens.
enum Crowd {
    typealias Setting = (name: String, act: @Sendable (inout Rig) -> Void)

    static let wide = "photobox://写真/写真写真写真写真写真?名前=写真箱写真箱写真箱写真箱写真箱写真箱&emoji=👍🏽👨‍👩‍👧"

    static let settings: [Setting] = [
        ("empty", { $0.send(.address(String(repeating: "a", count: 300))) }),
        (
            "many links",
            { rig in
                rig.deliver((0..<300).map { "shop://p/\($0)?q=" + String(repeating: "x", count: $0) } + [Fixtures.appLink])
            }
        ),
        (
            "an explained cell of What if",
            { rig in
                rig.send(.resized(Size(columns: 40, rows: 12)))
                rig.paste(Fixtures.appLink)
                rig.press("w", .enter)
            }
        ),
        (
            "wide characters",
            { rig in
                rig.paste(wide)
                rig.paste(Links.from("写真箱写真箱写真箱写真箱写真箱写真箱写真箱写真箱写真箱", "photobox://写真"))
                rig.press("2", .down, .down)
            }
        ),
        (
            "opened",
            { rig in
                rig.paste(Links.ridePage)
                rig.open()
                rig.command("journey")
            }
        ),
        (
            "events",
            { rig in
                for _ in 0..<12 { rig.paste(Fixtures.appLink) }
                rig.open()
                rig.press("3", .up, .up)
            }
        ),
        (
            "opening",
            { rig in
                rig.paste(Links.from("写真箱写真箱写真箱写真箱写真箱写真箱写真箱写真箱写真箱", "assumed-by-a-very-long-scheme-name-that-no-app-has://x"))
                rig.press("o", .down)
            }
        ),
        (
            "real devices",
            { rig in
                rig.devices[.adb] = .success((0..<30).map { RealDevice(.adb, id: "写真\($0)", name: String(repeating: "写真箱", count: $0)) })
                rig.devices[.simctl] = .failure(DeviceTrouble(String(repeating: "reason ", count: 60), advice: "\u{1B}[31m"))
                rig.paste(Fixtures.appLink)
                rig.press("O", .down)
            }
        ),
        (
            "apps of a real device",
            { rig in
                rig.devices[.adb] = .success([RealDevice(.adb, id: "P8", name: "Pixel 8")])
                rig.handlers = .success((0..<300).map { "com.example.a\($0)" })
                rig.paste(Fixtures.appLink)
                rig.press("O", .enter, .down)
            }
        ),
        (
            "sources",
            { rig in
                for index in 0..<40 { rig.send(.source(name: "写真\(index)", .failed(reason: String(repeating: "原因", count: index)))) }
                rig.sourceCounts = ["\u{1B}[31m": SourceCounts(records: 1 << 40, refused: 3, lastRefusal: "\u{1B}[2J")]
                rig.press("L", .pageDown)
            }
        ),
        (
            "history",
            { rig in
                rig.historyEntries = (0..<200).map { index in
                    HistoryEntry(
                        id: Int64(index), session: "\u{1B}[31m", sessionName: "写真箱", record: index, time: .max / 2, kind: .link,
                        source: "x",
                        text: String(repeating: "写真箱", count: index), isMasked: index % 2 == 0)
                }
                rig.press("H", "a", .down)
            }
        ),
        (
            "session beside",
            { rig in
                rig.historyEntries = (0..<200).map { index in
                    HistoryEntry(
                        id: Int64(index), session: "\u{1B}[31m", sessionName: "写真\u{1B}[31m", record: index, time: .min / 2, kind: .link,
                        source: "x", text: String(repeating: "写真箱", count: index), isMasked: index % 2 == 0)
                }
                rig.press("H", .down, .tab, .pageDown)
            }
        ),
        (
            "recording",
            { rig in
                rig.deliver(Array(repeating: Links.plain, count: 40))
                rig.press("m", "T", .down, .control("u"))
                rig.type("写真箱\u{200B}")
            }
        ),
        (
            "the devices of a log",
            { rig in
                rig.devices[.adb] = .success((0..<30).map { RealDevice(.adb, id: "写真\($0)", name: String(repeating: "写真箱", count: $0)) })
                rig.press("L", .down, .enter, .down)
            }
        ),
        ("help", { $0.press("?", .pageDown) }),
        (
            "writing",
            { rig in
                rig.paste(wide)
                rig.press("i")
            }
        ),
        (
            "building",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.press("b", .end)
                rig.paste(wide)
                rig.press(.pageDown)
                rig.type("{x")
                rig.press(.up)
                rig.paste("\u{301}\u{202E}写")
            }
        ),
        ("device", { $0.press("d", .down, .down, .down) }),
        (
            "samples",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.press("s", .end)
            }
        ),
        (
            "fetched",
            { rig in
                rig.paste(Links.ridePage)
                rig.press("F")
                rig.tell(.page(Answers.ride))
                rig.press(.down)
            }
        ),
        (
            "verdict",
            { rig in
                rig.paste(Links.ridePage)
                rig.press("V")
                rig.tell(.verdict(Answers.verdict()))
                rig.press(.pageDown)
            }
        ),
        (
            "raw",
            { rig in
                rig.paste(wide)
                rig.paste(Links.hidden)
                rig.press("2", .down, .down, ".", .down)
            }
        ),
        (
            "diff",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.paste(wide)
                rig.press("D", .down, .end, .enter)
            }
        ),
        (
            "repair",
            { rig in
                rig.paste("photobox://写真?q=写真+写真&" + wide)
                rig.press("R", .down)
            }
        ),
        (
            "what if",
            { rig in
                rig.paste("assumed-by-a-very-long-scheme-name-that-no-app-has://x")
                rig.press("w", .down, .right, .enter)
            }
        ),
        (
            "past",
            { rig in
                for _ in 0..<3 { rig.paste(Links.from("写真箱写真箱写真箱写真箱写真箱", "photobox://写真")) }
                rig.open()
                rig.press("2", ".", ".", .left, .left)
            }
        ),
        (
            "events of a link",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.open()
                rig.press(",", ",", ",", "2", .down)
            }
        ),
        (
            "returning",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.press("r")
            }
        ),
        (
            "value",
            { rig in
                rig.paste(wide)
                rig.press("2", .enter, .down)
            }
        ),
        ("commands", { $0.press(":", "r") }),
        (
            "messages",
            { rig in
                for _ in 0..<30 { rig.send(.notice(Notice(.bad, "\(wide)"))) }
                rig.command("messages")
            }
        ),
        (
            "filtering",
            { rig in
                rig.paste(wide)
                rig.press("/")
                rig.type("写真 -cafe")
            }
        ),
        (
            "finding",
            { rig in
                rig.paste(wide)
                rig.press("2", "/")
                rig.type("写")
            }
        ),
        (
            "declaring",
            { rig in
                rig.paste(Links.from("写真箱写真箱写真箱写真箱写真箱写真箱写真箱写真箱写真箱", "maildeluxe://x", to: "myapp://x"))
                rig.press("a", .tab)
                rig.type(" 写真")
            }
        ),
        (
            "sorting",
            { rig in
                rig.deliver([wide, Links.cafe, Links.plain])
                rig.command("sort -from")
                rig.press(">", .end)
            }
        ),
        (
            "sessions",
            { rig in
                rig.sessions = SessionTests.sessions
                rig.command("sessions")
                rig.press(.down, "n")
                rig.type("写真箱")
            }
        ),
        (
            "copying",
            { rig in
                rig.paste(wide)
                rig.press("2", "y", .end)
            }
        ),
        (
            "a private address",
            { rig in
                rig.paste(Links.ridePage)
                rig.press("F")
                rig.tell(.failed(Answers.refusal))
            }
        ),
        (
            "QR code",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.press("y", "q")
            }
        ),
        (
            "troubles",
            { rig in
                rig.paste(Fixtures.appLink)
                rig.press("S")
                rig.send(.journal(.failing(reason: "no space left on device", held: 12)))
                rig.send(.source(name: "a/very/long/path/to/a/file.ndjson", .failed(reason: "it went away")))
                rig.send(.source(name: "b", .reading(progress: .nan)))
                rig.send(.source(name: "c", .changed(.truncated)))
                rig.press("r", .escape, "]")
            }
        ),
    ]

    /// Returns what is wrong with a frame, by rules that every frame must keep.
    static func flaw(of frame: Frame, state: State) -> String? {
        let size = state.display.size
        guard frame.size == size else { return "the frame is \(frame.size)" }
        for row in 0..<size.rows {
            let cells = frame.row(row)
            guard cells.count == size.columns else { return "row \(row) has \(cells.count) cells" }
            var isHalf = false
            for cell in cells {
                if cell.isContinuation != isHalf { return "half a wide glyph in row \(row)" }
                isHalf = cell.isWide
                // Nearly all cells are plain ASCII.
                if cell.glyph.base.value < 0x7F, cell.glyph.base.value >= 0x20, !cell.glyph.hasMarks { continue }
                if let flaw = flaw(of: cell.glyph) { return "\(flaw) in row \(row)" }
            }
            if isHalf { return "a wide glyph is cut in row \(row)" }
        }
        if size.rows >= 3, size.columns >= 20, frame.textOfRow(size.rows - 1).isEmpty { return "the footer is empty" }
        if size.rows >= 6, size.columns >= 20, state.banner != nil, !state.hasWindow {
            let bannerRow = frame.row(1).contains { $0.style.role == .banner }
            // Once it was used, the banner says so without its colors.
            if !bannerRow, !frame.textOfRow(1).contains("eturn") { return "the banner is not to be seen" }
        }
        if let cursor = frame.cursor, !frame.bounds.contains(cursor) { return "the cursor stands outside, at \(cursor)" }
        return nil
    }

    private static func flaw(of glyph: Glyph) -> String? {
        let scalars = [glyph.base] + (0..<glyph.markCount).map { glyph.mark($0) }
        for scalar in scalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                return "a raw U+\(String(scalar.value, radix: 16, uppercase: true))"
            default: continue
            }
        }
        return nil
    }

    /// Returns what is wrong with a state, by rules that every state must keep.
    static func flaw(of state: State) -> String? {
        let cursors = [
            ("links", state.lists.linkCursor, state.lists.links.count),
            (
                "events", state.lists.eventCursor,
                state.lists.linkOfEvents.map { state.lists.events(of: $0).count } ?? state.lists.events.count
            ),
            ("detail", state.detail.cursor, state.detailRows.lines.count),
        ]
        for (name, cursor, count) in cursors {
            // Rows that a search or a sort has not reached yet are not shown.
            let showsAll = name == "detail" || state.filtering.filter == nil && (name != "links" || !state.sorting.isRunning)
            let fits = showsAll ? cursor.count == count : cursor.count <= count
            guard fits else { return "the cursor of the \(name) counts \(cursor.count) of \(count)" }
        }
        for (name, cursor) in [
            ("links", state.lists.linkCursor), ("events", state.lists.eventCursor), ("detail", state.detail.cursor),
        ] {
            if let flaw = flaw(of: cursor) { return "\(name): \(flaw)" }
        }
        if let flaw = state.overlay.flatMap({ flaw(of: $0, state: state) }) ?? flawOfLimits(of: state) { return flaw }
        let layout = state.layout
        let parts =
            [
                layout.header, layout.banner, layout.links, layout.detail, layout.events, layout.footer,
            ] + [layout.notice, layout.filter].filter { $0 != layout.footer }
        let covered = parts.reduce(0) { $0 + $1.columns * $1.rows }
        if layout.density != .line, covered != state.display.size.columns * state.display.size.rows {
            return "the layout covers \(covered) cells of \(state.display.size)"
        }
        for (index, part) in parts.enumerated() where !part.isEmpty {
            for other in parts.dropFirst(index + 1) where !part.intersection(other).isEmpty { return "\(part) and \(other) overlap" }
            if Rect(state.display.size).intersection(part) != part { return "\(part) leaves the screen" }
        }
        return nil
    }
}
