import CNcurses
import Platform
import Screen
import Synchronization
import Tasks

/// The thread that waits for the terminal and for signals. The thread does not wake up while nothing happens.
nonisolated final class TerminalReader: Sendable {
    private struct State {
        var isStopping = false
        var leavesInput = false
        /// The time of the first request to quit that the main actor has not answered.
        var unansweredSince: ContinuousClock.Instant?
    }

    private let input: Int32
    private let output: Int32
    private let decoder: KeyDecoder
    private let hasRoom: @Sendable () -> Bool
    private let onEvents: @Sendable ([TerminalEvent]) -> Void
    private let state = Mutex(State())
    // On macOS, this may be the only thread that does not block signals.
    private let thread = WorkerThread("terminal", blocksSignals: false)

    init(
        input: Int32, output: Int32, decoder: KeyDecoder, hasRoom: @escaping @Sendable () -> Bool,
        onEvents: @escaping @Sendable ([TerminalEvent]) -> Void
    ) {
        self.input = input
        self.output = output
        self.decoder = decoder
        self.hasRoom = hasRoom
        self.onEvents = onEvents
    }

    /// Whether the thread was stopped in the middle of a paste, or before it had read what was typed.
    var leavesInput: Bool { state.withLock { $0.leavesInput } }

    func start() -> Bool {
        (try? thread.run { self.run() }) != nil
    }

    /// Stops the thread. When this method returns, no more events can arrive.
    func stop() {
        state.withLock { $0.isStopping = true }
        cn_wake()
        thread.join()
    }

    private func run() {
        // The decoder's time starts here and stops while there is no room, because the rest of a sequence may not have been read then.
        var start = ContinuousClock.now
        var decoder = decoder
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var isConnected = true
        while !state.withLock({ $0.isStopping }) {
            let reads = isConnected && hasRoom()
            let before = ContinuousClock.now
            let ready = cn_wait(reads ? input : -1, reads ? timeout(decoder, before - start) : -1)
            let now = ContinuousClock.now
            if !reads { start += now - before }
            var events = signals()
            if Int(ready) & Int(cn_input_ready) != 0 {
                let wasInPaste = decoder.isInPaste
                let count = unsafe cn_read(input, &buffer, buffer.count)
                if count > 0 {
                    add(decoder.feed(Array(buffer[..<count]), at: now - start), to: &events)
                    if decoder.isInPaste, !wasInPaste { add([.pasteBegun], to: &events) }
                } else if count != -2 {
                    events.append(.hangUp)
                    isConnected = false
                }
            }
            add(decoder.idle(at: now - start), to: &events)
            state.withLock { $0.leavesInput = decoder.isInPaste || !reads }
            guard !events.isEmpty else { continue }
            watch(events, now)
            // This task is queued before the work for the events. If it runs, the main actor is not stuck. It may run on a thread without a
            // signal stack.
            Task { @MainActor in
                cn_prepare_thread()
                self.state.withLock { $0.unansweredSince = nil }
            }
            onEvents(events)
        }
    }

    /// Returns the timeout in milliseconds, or -1 for no limit. The timeout is rounded up, so that it never ends early.
    private func timeout(_ decoder: KeyDecoder, _ now: Duration) -> Int32 {
        guard let wakesAt = decoder.wakesAt else { return -1 }
        let (seconds, attoseconds) = max(wakesAt - now, .zero).components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private func add(_ keys: [Key], to events: inout [TerminalEvent]) {
        guard !keys.isEmpty else { return }
        if case .keys(let earlier)? = events.last {
            events[events.count - 1] = .keys(earlier + keys)
        } else {
            events.append(.keys(keys))
        }
    }

    private func signals() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        if cn_take_signal(SIGCONT) { events.append(.continued) }
        if cn_take_signal(SIGWINCH) { events.append(.resized(Terminal.size(of: output))) }
        if cn_take_signal(SIGTSTP) { events.append(.keys([.control("z")])) }
        for signal in [SIGHUP, SIGTERM, SIGQUIT, SIGINT] where cn_take_signal(signal) { events.append(.quit(signal: signal)) }
        return events
    }

    /// Ends the process on another request to quit if the main actor has not answered a request that is more than one second old.
    private func watch(_ events: [TerminalEvent], _ now: ContinuousClock.Instant) {
        let isAsking = events.contains { event in
            switch event {
            case .quit: true
            case .keys(let keys): keys.contains(.control("c"))
            default: false
            }
        }
        guard isAsking else { return }
        let isStuck = state.withLock { state in
            guard let since = state.unansweredSince else {
                state.unansweredSince = now
                return false
            }
            return now - since > .seconds(1)
        }
        if isStuck { cn_exit_now(130) }
    }
}
