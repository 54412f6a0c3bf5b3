import CursesTerminal
import Dispatch
import Foundation
import Inspector
import Panes
import Records
import Screen
import Store
import Tasks

// The inspector's loop: it passes messages to `State.update`, carries out the effects, and draws a frame at most every 16 ms. Everything
// here runs on the main actor, and nothing blocks. The terminal, the files and the socket have their own threads, which post to the
// mailbox. What the user delivers is stored on a thread, and the records that a frame shows are read on another one.
//
//     terminal, files, socket ──► Mailbox ──► drain ──► State.update ──► effects ──► deliveries, resolver, lookups
//               ▲                               └──► load (State.needed ──► BackgroundReader ──► Mailbox)
//           deliveries                          └──► draw (State.frame ──► Terminal)

/// One run of the inspector on a terminal.
final class InspectorSession: Session {
    private(set) var state: State
    private(set) var terminal: Terminal?
    let records: Records
    let effects: EffectRunner
    let sources: SourceRunner
    let history: HistoryRunner
    let mailbox: Mailbox
    private let console: Console
    private enum Ending { case quit(Int32), otherSession }

    private var ending: Ending?
    /// Stops looking for changes of the user's project.
    private let following = CancellationTokenSource()
    /// Resumed when the session ends.
    private var ended: CheckedContinuation<Void, Never>?
    /// Called when the user holds the replay, or lets it go on.
    var onHoldReplay: ((Bool) -> Void)?
    /// Opens the terminal again after an editor has used it.
    var openTerminal: (() throws(TerminalError) -> Terminal)?
    /// Where the sizes of the panes are kept; nil if they are not.
    var paneSizes: PaneSizesFile?
    /// The theme that the user chose in this session.
    private(set) var chosenTheme: Theme?
    var onEvents: (() -> Void)?

    // MARK: The user's project

    /// Takes each change of a project until the session ends. If no thread can be started, changes are not noticed.
    func follow(_ project: ProjectReading) {
        try? WorkerThread("project").run { [mailbox, token = following.token] in
            var project = project
            while let changed = project.next(token) { mailbox.post(urgent: .project(changed)) }
        }
    }

    // MARK: The editor

    /// Gives the terminal to the user's editor, and takes it back when the editor has ended. Links that arrive meanwhile are recorded.
    func edit(_ text: String) {
        guard let terminal, openTerminal != nil else { return handle(.edited(.failed("There is no terminal for an editor."))) }
        terminal.close()
        self.terminal = nil
        let editor = TextEditor(environment: console.environment)
        editor.edit(text).continueOnSuccessWith { [weak self] message in
            self?.onMain { $0.takeBack(message) }
        }
    }

    private func takeBack(_ message: Message?) {
        if let message { handle(message) }
        guard ending == nil, let openTerminal else { return }
        do throws(TerminalError) {
            let terminal = try openTerminal()
            self.terminal = terminal
            handle(.resized(terminal.size))
            requestFrame()
        } catch {
            console.error("linkscope: the terminal could not be reopened: \(error)")
            end(Exit.failed)
        }
    }

    func leaveTerminal() {
        terminal?.close()
        terminal = nil
    }

    // MARK: Frames

    /// The minimum time between two frames, in nanoseconds.
    private static let frameInterval: UInt64 = 16_000_000
    /// The time, in nanoseconds, after which handling messages pauses, so that a frame can be drawn and a signal answered.
    private static let slice: UInt64 = 8_000_000
    /// The time after which Ctrl-C no longer waits for the keys before it.
    private static let patience = DispatchTimeInterval.milliseconds(200)
    private var nextFrame: UInt64 = 0
    private var isFrameDue = false
    private var isFrameScheduled = false

    // MARK: Reading

    /// The time at which the reading of records began; nil if none are being read. Until they are there, batches wait in the mailbox.
    /// Otherwise the rows would move on, and the frame would need other records.
    private var loadingSince: UInt64?

    /// Whether records are saved. If they are not, the state of the journal is not reported.
    private let isKept: Bool

    /// - Parameter store: Where records are read; nil for `records`.
    init(
        state: State, records: Records, store: (any RecordStore)? = nil, pages: SamplePages, network: NetworkRules,
        files: DeviceFiles, mailbox: Mailbox, console: Console, isKept: Bool = true
    ) {
        self.isKept = isKept
        self.console = console
        self.state = state
        self.records = records
        history = HistoryRunner(environment: console.environment) { mailbox.post(urgent: $0) }
        sources = SourceRunner(records, environment: console.environment)
        effects = EffectRunner(
            records, store: store, isKept: isKept, pages: pages, network: network, files: files, mailbox: mailbox,
            environment: console.environment)
        self.mailbox = mailbox
    }

    /// Draws the state on this terminal, now and after each change.
    func show(on terminal: Terminal) {
        self.terminal = terminal
        state.display.glyphs = .matching(terminal.encoding)
        handle(.resized(terminal.size))
        draw()
        mailbox.connect { [weak self] in
            self?.onMain { $0.drain() }
        }
    }

    /// Handles an event of the terminal. The terminal's thread calls this.
    nonisolated func take(_ event: TerminalEvent) {
        switch event {
        case .keys(let keys):
            mailbox.post(keys: keys)
            if keys.contains(.control("c")) { onMain { $0.after(Self.patience) { $0.end(Exit.fine) } } }
        case .resized(let size): mailbox.post(urgent: .resized(size))
        case .continued: onMain { $0.comeBack() }
        case .quit(let signal): onMain { $0.end(128 + signal) }
        case .hangUp: onMain { $0.end(128 + SIGHUP) }
        }
    }

    /// Resumes the terminal after the process was suspended.
    private func comeBack() {
        terminal?.resume()
        isFrameDue = true
        requestFrame()
    }

    /// Waits until the user quits or opens another session.
    func untilEnd() async {
        guard ending == nil else { return }
        // A frame may be due, because messages may have been handled while the journal, the socket and the sources were opened.
        requestFrame()
        keepHistory()
        await withCheckedContinuation { continuation in
            // Swift may run other work of the main actor before it calls this closure, and that work may end the session.
            if ending == nil { ended = continuation } else { continuation.resume() }
        }
    }

    /// Stops what still runs, and waits for it as ``EffectRunner/end(_:)`` does. Waits for the sizes of the panes, too.
    func drained() async {
        history.end()
        await effects.end([paneSizes?.written()].compactMap(\.self))
    }

    /// Ends the program, even if the user has already opened another session.
    func end(_ code: Int32) {
        if case .quit = ending { return }
        end(.quit(code))
    }

    private func end(_ how: Ending) {
        ending = how
        following.cancel()
        ended?.resume()
        ended = nil
    }

    /// Returns the exit code, and the journal of the session that the user has opened instead of quitting. Call this method last, because a
    /// Ctrl-C that came while this session ended still counts.
    func outcome() -> (code: Int32, next: SessionJournal?) {
        switch ending {
        case .quit(let code): return (code, nil)
        case nil, .otherSession: return (Exit.fine, mailbox.contains(.control("c")) ? nil : effects.shelf.takeChosen())
        }
    }

    // MARK: The history

    /// The time from the first new record to its indexing in the history.
    private static let historyDelay = DispatchTimeInterval.seconds(2)
    /// If more records than this have arrived within the delay, the history waits until fewer arrive.
    private static let mostForHistory = 2000
    private var isHistoryDue = false

    /// Adds new records to the history after a delay. While many records arrive, waits longer, so that indexing does not slow them down.
    func keepHistory() {
        guard isKept, !isHistoryDue else { return }
        isHistoryDue = true
        let count = records.count
        after(Self.historyDelay) { session in
            session.isHistoryDue = false
            if session.records.count - count > Self.mostForHistory { session.keepHistory() } else { session.history.update() }
        }
    }

    // MARK: Messages

    /// Handles messages in the mailbox for a limited time, then draws.
    func drain() {
        let start = DispatchTime.now().uptimeNanoseconds
        while ending == nil {
            // Keys wait until the record of the detail pane has been read, because they may be about this record.
            let message = mailbox.next(withBatch: loadingSince == nil, withKeys: !state.detail.isLoading, joinsText: state.takesText)
            guard let message else { break }
            if mailbox.hasNewRoomForKeys() { terminal?.readOn() }
            handle(message)
            if DispatchTime.now().uptimeNanoseconds - start > Self.slice {
                onMain { $0.drain() }
                break
            }
        }
        if ending == nil { requestFrame() }
    }

    func handle(_ message: Message) {
        if case .loaded = message { loadingSince = nil }
        if case .journal = message, !isKept { return }
        // The user sees what a key did at once. Only records, and keys that others follow, wait for the next frame.
        if case .key = message, !mailbox.hasKeys { nextFrame = 0 }
        let now = WallClock.now()
        let eventsBefore = state.lists.events.count
        for effect in state.update(message, now: now) { effects.run(effect, for: self) }
        if case .arrived = message { keepHistory() }
        isFrameDue = true
        if state.lists.events.count != eventsBefore { onEvents?() }
    }

    var screen: InspectorSession? { self }

    func deliver(_ answer: Future<Message?>) { receive(answer) }

    func open(_ path: String) {
        receive(effects.shelf.open(path) { [weak self] in self?.onMain { if $0.ending == nil { $0.end(.otherSession) } } })
    }

    func copy(_ bytes: [UInt8]) {
        guard let terminal else { return handle(.notice(Notice(.bad, "Not copied: there is no terminal here."))) }
        terminal.copy(bytes)
    }

    func save(_ sizes: PaneSizes) {
        if let paneSizes { receive(paneSizes.save(sizes)) }
    }

    /// Draws with the colors of a theme.
    func use(_ theme: Theme) {
        guard terminal?.use(theme) == true else {
            return handle(.notice(Notice(.bad, "Themes need a terminal with 256 colors, and colors that are not switched off.")))
        }
        chosenTheme = theme
    }

    func countSources(after milliseconds: Int64) {
        if milliseconds == 0 { return handle(.sourceCounts(sources.counts)) }
        after(.milliseconds(Int(milliseconds))) { $0.handle(.sourceCounts($0.sources.counts)) }
    }

    func post(_ message: Message, after milliseconds: Int64) { after(.milliseconds(Int(milliseconds))) { $0.handle(message) } }

    private func after(_ time: DispatchTimeInterval, _ body: @escaping @MainActor (InspectorSession) -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + time) { [weak self] in
            // The main queue runs on the main actor.
            MainActor.assumeIsolated {
                guard let self, self.ending == nil else { return }
                body(self)
                self.requestFrame()
            }
        }
    }

    /// Gives the panes the sizes of an earlier run.
    func restore(_ sizes: PaneSizes) {
        state.panes.sizes = sizes
        handle(.resized(state.display.size))
        requestFrame()
    }

    /// Reads a source to its end, without a terminal.
    func read(_ source: any IntakeSource) throws(CommandFailure) {
        handle(.source(name: source.name, .reading(progress: nil)))
        sources.start(source)
        takeAllBatches()
        if case .failed(let reason)? = state.edges.sources[source.name]?.state { throw CommandFailure(reason) }
    }

    // MARK: Without a terminal

    /// Handles messages, and waits for more, until all delivered records have arrived and nothing is pending. This is used before a single
    /// frame is printed.
    func takeAllBatches() {
        effects.deliveries.stored().wait()
        let isThere = DispatchSemaphore(value: 0)
        mailbox.connect { isThere.signal() }
        while true {
            while let message = mailbox.next() { handle(message) }
            load()
            guard state.recordCount < records.count || state.isBusy || state.isSearching else { return }
            isThere.wait()
        }
    }

    // MARK: Drawing

    /// Draws a frame now or, if the last frame is too recent, a little later. A burst of input therefore causes only one frame. The records
    /// that the frame shows are read before, but a frame does not wait long for them, because a disk may be slow.
    private func requestFrame() {
        guard isFrameDue, terminal != nil else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        if now >= nextFrame || state.detail.isLoading && mailbox.hasKeys { load() }
        let due = max(nextFrame, loadingSince.map { $0 + Self.frameInterval } ?? 0)
        guard now < due else { return draw() }
        guard !isFrameScheduled else { return }
        isFrameScheduled = true
        after(.nanoseconds(Int(due - now))) { $0.isFrameScheduled = false }
    }

    private func draw() {
        guard let terminal, ending == nil else { return }
        isFrameDue = false
        nextFrame = DispatchTime.now().uptimeNanoseconds + Self.frameInterval
        terminal.draw(state.frame())
    }

    /// Starts to read the records that the next frame shows, unless other records are still being read. They arrive in the mailbox, however
    /// quickly they are read, because keys that wait for them are handled when the mailbox is drained.
    private func load() {
        guard loadingSince == nil else { return }
        let needed = state.needed
        guard !needed.isEmpty else { return }
        loadingSince = DispatchTime.now().uptimeNanoseconds
        mailbox.post(urgent: effects.reader.load(needed))
    }
}
