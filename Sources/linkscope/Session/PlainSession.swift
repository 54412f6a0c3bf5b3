import Dispatch
import Foundation
import Inspector
import Panes
import PlainMode
import Records
import Store
import Tasks

// The loop of plain mode. It has the same state, effects and mailbox as the inspector, but prints sentences instead of drawing frames.
// Everything here runs on the main actor, and nothing blocks. Standard input is read on its own thread, which waits while many lines are
// still to be performed.

/// One run of `linkscope --plain`.
final class PlainSession: Session {
    private(set) var state: State
    private var talk: PlainTalk
    let records: Records
    let effects: EffectRunner
    let mailbox: Mailbox
    let screen: InspectorSession? = nil
    var onEvents: (() -> Void)?
    private let console: Console
    private var ended: CheckedContinuation<Int32, Never>?
    private var exitCode: Int32?
    /// Whether records are being read. The conversation waits for them.
    private var isLoading = false
    /// The number of typed links that have not been stored yet.
    private var deliveries = 0
    /// The saved sessions that were read into this one.
    private var opened: [ReplaySource] = []
    /// Whether the input is a script: a wrong command, a link with an error and a failed opening set the exit code, and empty lines are skipped.
    private let isScripted: Bool

    init(
        state: State, records: Records, pages: SamplePages, network: NetworkRules, files: DeviceFiles, mailbox: Mailbox, console: Console,
        isScripted: Bool
    ) {
        var state = state
        talk = PlainTalk(&state)
        self.state = state
        self.records = records
        self.mailbox = mailbox
        self.console = console
        self.isScripted = isScripted
        effects = EffectRunner(
            records, isKept: false, pages: pages, network: network, files: files, mailbox: mailbox, environment: console.environment)
    }

    func start() {
        mailbox.connect { [weak self] in
            self?.onMain { $0.drain() }
        }
        proceed()
    }

    /// Waits for the end of the conversation. Returns the exit code.
    func untilEnd() async -> Int32 {
        await withCheckedContinuation { continuation in
            // Swift may run other work of the main actor before it calls this closure, and that work may end the conversation.
            if let exitCode { continuation.resume(returning: exitCode) } else { ended = continuation }
        }
    }

    /// Waits until everything is stored. Stops what still runs, and waits until no browser, folder or incomplete file is left.
    func drained() async {
        for source in opened { source.cancel() }
        _ = await effects.deliveries.stored().settled()
        await effects.end()
    }

    func end(_ code: Int32) {
        guard exitCode == nil else { return }
        exitCode = code
        ended?.resume(returning: code)
        ended = nil
    }

    // MARK: Input

    /// Reads the lines of standard input on a thread until they end.
    nonisolated func readLines() throws {
        let room = DispatchSemaphore(value: 0)
        try WorkerThread("typed lines").run { [weak self, console, isScripted] in
            var reader = LineReader(descriptor: console.standardInput)
            while true {
                let burst = reader.nextBurst()
                let lines = PlainLine.read(burst.map(\.bytes), isScripted: isScripted)
                guard let self else { return }
                self.onMain { [isCut = burst.contains(where: \.isCut)] in $0.hear(lines, isCut: isCut, isEnd: burst.isEmpty, room) }
                if burst.isEmpty { return }
                room.wait()
            }
        }
    }

    /// The semaphore of the thread that reads lines, if it waits.
    private var waitingReader: DispatchSemaphore?

    private func hear(_ lines: [PlainLine], isCut: Bool, isEnd: Bool, _ room: DispatchSemaphore) {
        talk.hear(lines, isScripted: isScripted)
        if isCut { console.line("A line is too long, and only its beginning was read.") }
        if isEnd { talk.isInputEnded = true } else { waitingReader = room }
        proceed()
    }

    /// Ends the input without reading standard input.
    func endInput() {
        talk.isInputEnded = true
        proceed()
    }

    /// Notes that a source will be read, so that the end of the input does not end the session before the source has been read.
    func begin(_ source: String, isFile: Bool) { handle(.source(name: source, .reading(progress: isFile ? 0 : nil))) }

    // MARK: Messages

    private func drain() {
        guard exitCode == nil else { return }
        while let message = mailbox.next() { handle(message) }
        proceed()
    }

    func handle(_ message: Message) {
        if case .loaded = message { isLoading = false }
        if case .journal = message { return }
        let eventsBefore = state.lists.events.count
        for effect in state.update(message, now: WallClock.now()) { effects.run(effect, for: self) }
        if state.lists.events.count != eventsBefore { onEvents?() }
    }

    /// Adds what a saved session has: its links, and what the user did with them. The journal of the session is only read.
    func open(_ path: String) {
        do throws(JournalError) {
            // A replay without pauses adds everything at once.
            let source = try ReplaySource(path: path, speed: .infinity, records: records)
            opened.append(source)
            begin(source.name, isFile: true)
            source.start()
        } catch {
            handle(.notice(Notice(.bad, "The session was not opened: \(error).")))
        }
    }

    func deliver(_ answer: Future<Message?>) {
        deliveries += 1
        answer.continueOnSuccessWith { [weak self] message in
            self?.onMain { session in
                session.deliveries -= 1
                if let message { session.handle(message) }
                session.proceed()
            }
        }
    }

    // MARK: The conversation

    /// Says and does what can be said and done now.
    private func proceed() {
        while exitCode == nil, !isLoading {
            let isDelivering = deliveries > 0 || state.recordCount < records.count
            switch talk.next(&state, isDelivering: isDelivering, now: WallClock.now()) {
            case .say(let lines): if !lines.isEmpty { console.line(lines.joined(separator: "\n")) }
            case .carryOut(let effects): for effect in effects { self.effects.run(effect, for: self) }
            case .load(let needed):
                isLoading = true
                receive(effects.reader.load(needed))
            case .wait:
                if talk.waitingLines == 0, let reader = waitingReader {
                    waitingReader = nil
                    reader.signal()
                }
                return
            case .end: end(code)
            }
        }
    }

    private var code: Int32 {
        guard isScripted else { return Exit.fine }
        if talk.mistakes > 0 { return Exit.usage }
        return state.failedActs > 0 || state.lists.links.contains { $0.flags.contains(.hasError) } ? Exit.no : Exit.fine
    }
}
