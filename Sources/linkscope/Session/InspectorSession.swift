import AppLinks
import CursesTerminal
import Dispatch
import Foundation
import Inspector
import Intake
import JSONDocument
import LinkLayers
import Screen
import Tasks

// The loop around the mind: messages in, `State.update`, effects out, a frame at most every sixteenth millisecond. Everything here is on
// the main actor and nothing blocks: the terminal, the files and the socket have threads of their own, which post to the mailbox.
//
//     terminal, files, socket ──► Mailbox ──► drain ──► State.update ──► effects ──► records, resolver, followers
//                                               └──► draw (State.frame ──► Terminal)

/// One run of the inspector on a screen.
final class InspectorSession {
    private(set) var state: State
    private var terminal: Terminal?
    private let records: Records
    private let pages: SamplePages
    private let measurement = MeasurementCenter()
    private let mailbox: Mailbox
    private var resolving: CancellationTokenSource?
    /// Resumed when the user quits, with the exit code.
    private var ended: CheckedContinuation<Int32, Never>?
    private var exitCode: Int32?
    /// Told whenever events were added; those who follow then ask for them.
    var onEvents: (() -> Void)?

    // MARK: Frames

    /// A frame takes its turn at most this often.
    private static let frameInterval: UInt64 = 16_000_000
    /// How long batches are taken in before the keys and the screen have their turn.
    private static let slice: UInt64 = 8_000_000
    private var lastFrame: UInt64 = 0
    private var isFrameDue = false
    private var isFrameScheduled = false

    /// False for a session that is to keep nothing: then it is no trouble that nothing is saved.
    private let isKept: Bool

    init(state: State, records: Records, pages: SamplePages, mailbox: Mailbox, isKept: Bool = true) {
        self.isKept = isKept
        self.state = state
        self.records = records
        self.pages = pages
        self.mailbox = mailbox
    }

    /// Shows the state on this terminal from now on.
    func show(on terminal: Terminal) {
        self.terminal = terminal
        state.glyphs = .matching(terminal.encoding)
        handle(.resized(terminal.size))
        draw()
        mailbox.connect { [weak self] in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.drain() } }
        }
    }

    /// What the terminal tells, on its own thread.
    nonisolated func take(_ event: TerminalEvent) {
        switch event {
        case .keys(let keys): for key in keys { mailbox.post(urgent: .key(key)) }
        case .resized(let size): mailbox.post(urgent: .resized(size))
        case .continued: onMain { $0.comeBack() }
        case .quit(let signal): onMain { $0.end(128 + signal) }
        case .hangUp: onMain { $0.end(128 + SIGHUP) }
        }
    }

    /// Does something on the main actor, soon.
    nonisolated func onMain(_ body: @escaping @MainActor (InspectorSession) -> Void) {
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { if let self { body(self) } }
        }
    }

    /// The process was stopped from outside and goes on.
    private func comeBack() {
        terminal?.resume()
        isFrameDue = true
        requestFrame()
    }

    /// Runs until the user quits; the exit code.
    func untilEnd() async -> Int32 {
        if let exitCode { return exitCode }
        // What was handled while the edges were set up, after the first frame, is to be seen too.
        requestFrame()
        return await withCheckedContinuation { ended = $0 }
    }

    func end(_ code: Int32) {
        guard exitCode == nil else { return }
        exitCode = code
        ended?.resume(returning: code)
        ended = nil
    }

    // MARK: Messages

    /// Takes in what lies in the mailbox, for a slice of time, and draws.
    func drain() {
        guard exitCode == nil else { return }
        let start = DispatchTime.now().uptimeNanoseconds
        while true {
            let messages = mailbox.take()
            if messages.isEmpty { break }
            for message in messages { handle(message) }
            if DispatchTime.now().uptimeNanoseconds - start > Self.slice {
                DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } }
                break
            }
        }
        requestFrame()
    }

    func handle(_ message: Message) {
        if case .journal = message, !isKept { return }
        let now = WallClock.now()
        let eventsBefore = state.events.count
        for effect in state.update(message, now: now) { carryOut(effect) }
        isFrameDue = true
        if state.events.count != eventsBefore { onEvents?() }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .load(let id): load(id)
        case .deliver(let lines, let source): deliver(lines, source)
        case .record(let act):
            if let text = try? act.json.serialized() { records.note(act: Array(text.utf8)) }
        case .resolve(let opening, let idiom): resolve(opening, idiom)
        case .cancelResolving:
            resolving?.cancel()
            resolving = nil
        case .post(let events):
            for event in events { measurement.post(event) }
        case .repaint: terminal?.repaint()
        case .suspend: terminal?.suspend()
        case .quit: end(Exit.fine)
        }
    }

    /// Reads a record for the detail pane. A pread of at most a MiB from a file that was just read: no need for a thread.
    private func load(_ id: RecordID) {
        do throws(RecordStoreError) {
            let record = try records.record(id)
            handle(.loaded(id, record, reason: nil))
        } catch {
            handle(.loaded(id, nil, reason: error.description))
        }
    }

    private func deliver(_ lines: [[UInt8]], _ source: RecordSource) {
        accept(Array(lines.joined(separator: [UInt8(ascii: "\n")])), from: source)
    }

    /// Stores records, one a line; they then arrive like any others.
    func accept(_ text: [UInt8], from source: RecordSource) {
        switch records.accept(text, from: source) {
        case .kept: break
        case .held where !isKept: break
        case .held(let count, let reason):
            let what = count == 1 ? "It is" : "\(count) links are"
            handle(.notice(Notice(.bad, "\(what) shown but not saved: \(reason)")))
        case .refused(let kept, let reason):
            handle(.notice(Notice(.bad, "Not taken\(kept > 0 ? " after the first \(kept)" : ""): \(reason)")))
        }
    }

    private func resolve(_ opening: Opening, _ idiom: PageTags.Idiom) {
        let source = CancellationTokenSource()
        resolving = source
        pages.reading(as: idiom).appLink(for: opening.url).continueWith(.main, token: source.token) { future in
            // The main executor runs this on the main thread, which is the main actor's.
            MainActor.assumeIsolated {
                self.handle(.resolved(opening, future.outcome ?? .cancelled))
                self.requestFrame()
            }
        }
    }

    // MARK: Without a terminal

    /// Draws with ASCII only.
    func useASCII() { state.glyphs = .ascii }

    /// Takes in batches until so many records are here; for a frame that is drawn once.
    func takeAllBatches(until count: Int) {
        var taken = state.recordCount
        while taken < count {
            for message in mailbox.take() { handle(message) }
            taken = state.recordCount
        }
    }

    // MARK: Drawing

    /// Draws now, or when the last frame is old enough: a burst of input is one frame.
    private func requestFrame() {
        guard isFrameDue, !isFrameScheduled, terminal != nil else { return }
        let age = DispatchTime.now().uptimeNanoseconds &- lastFrame
        guard age < Self.frameInterval else { return draw() }
        isFrameScheduled = true
        DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(Self.frameInterval - age))) {
            MainActor.assumeIsolated {
                self.isFrameScheduled = false
                self.draw()
            }
        }
    }

    private func draw() {
        guard let terminal, exitCode == nil else { return }
        isFrameDue = false
        lastFrame = DispatchTime.now().uptimeNanoseconds
        terminal.draw(frame())
    }

    /// The frame of this moment, with the records it shows.
    func frame() -> Frame {
        state.frame(records.records(state.needed))
    }

    // MARK: The event stream for others

    /// Events from a position on, as JSON lines; and the position after them.
    func eventLines(from cursor: Int, limit: Int) -> (lines: [[UInt8]], next: Int) {
        let range = min(max(cursor, 0), state.events.count)..<min(max(cursor, 0) + limit, state.events.count)
        guard !range.isEmpty else { return ([], state.events.count) }
        let needed = range.compactMap { state.record(ofEvent: $0) }
        let records = records.records(needed)
        let lines = range.compactMap { index in
            state.eventLine(at: index, records: records) { String(decoding: WallClock.text($0), as: UTF8.self) }
        }
        return (lines, range.upperBound)
    }
}
