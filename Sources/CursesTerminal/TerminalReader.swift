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
    private let onStuck: @Sendable () -> Void
    private let state = Mutex(State())
    // On macOS, this may be the only thread that does not block signals.
    private let thread = WorkerThread("terminal", blocksSignals: false)

    init(
        input: Int32, output: Int32, decoder: KeyDecoder, hasRoom: @escaping @Sendable () -> Bool,
        onEvents: @escaping @Sendable ([TerminalEvent]) -> Void, onStuck: @escaping @Sendable () -> Void
    ) {
        self.input = input
        self.output = output
        self.decoder = decoder
        self.hasRoom = hasRoom
        self.onEvents = onEvents
        self.onStuck = onStuck
    }

    /// The time after a signal to end in which the program closes the terminal. Then the process ends at once.
    private static let patience = Duration.milliseconds(800)

    /// The number of keys from which a text that the terminal does not mark as a paste is passed on, although more of it may come.
    private static let mostKeys = 1 << 16

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
        var ending: (signal: Int32, deadline: ContinuousClock.Instant)?
        while !state.withLock({ $0.isStopping }) {
            let wasConnected = isConnected
            let reads = isConnected && hasRoom()
            let before = ContinuousClock.now
            let waits = [reads ? decoder.wakesAt.map { start + $0 } : nil, ending?.deadline].compactMap(\.self).map { $0 - before }
            let ready = cn_wait(reads ? input : -1, waits.min().map(Self.milliseconds) ?? -1)
            let now = ContinuousClock.now
            if let ending, now >= ending.deadline { exit(128 + ending.signal) }
            if !reads { start += now - before }
            var events: [TerminalEvent] = []
            var keys: [Key] = []
            if Int(ready) & Int(cn_input_ready) != 0 {
                let wasInPaste = decoder.isInPaste
                // The system hands over a long text in pieces. A last piece of a few characters would be read as keys if it came alone.
                repeat {
                    let count = unsafe cn_read(input, &buffer, buffer.count)
                    if count > 0 { keys += decoder.feed(buffer[..<count], at: ContinuousClock.now - start) }
                    isConnected = count > 0 || count == -2
                } while isConnected && ending == nil && keys[...].holdsPaste && keys.count < Self.mostKeys
                    && hasMore(within: decoder.escapeDelay, &events)
                if decoder.isInPaste, !wasInPaste { keys.append(.pasteBegun) }
            }
            // These may also have come while the keys were read.
            events += signals()
            if ending == nil, let signal = events.endingSignal { ending = (signal, now + Self.patience) }
            add(keys, to: &events)
            if !isConnected, wasConnected { events.append(.hangUp) }
            add(decoder.idle(at: now - start), to: &events)
            let isInText = ending != nil && keys[...].holdsPaste
            state.withLock { $0.leavesInput = decoder.isInPaste || isInText || !reads }
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

    /// Returns whether more arrives before a pause. Only a signal to end or a request to stop ends the wait. Otherwise, a window that changes
    /// its size during a paste would turn the rest of the text into keys.
    ///
    /// - Parameter events: Gets the signals that come during the wait.
    private func hasMore(within pause: Duration, _ events: inout [TerminalEvent]) -> Bool {
        let end = ContinuousClock.now + pause
        while true {
            events += signals()
            if events.endingSignal != nil || state.withLock({ $0.isStopping }) { return false }
            let ready = Int(cn_wait(input, Self.milliseconds(end - .now)))
            if ready != Int(cn_woken) { return ready & Int(cn_input_ready) != 0 }
        }
    }

    /// Rounds a time up, so that waiting never ends early.
    private static func milliseconds(_ time: Duration) -> Int32 {
        let (seconds, attoseconds) = max(time, .zero).components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Ends the process while the main actor is busy.
    private func exit(_ status: Int32) {
        onStuck()
        cn_exit_now(status)
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
        while case let signal = cn_take_ending(), signal != 0 { events.append(.quit(signal: signal)) }
        return events
    }

    /// Ends the process on another Ctrl-C if the main actor has not answered one that is more than one second old.
    private func watch(_ events: [TerminalEvent], _ now: ContinuousClock.Instant) {
        let isAsking = events.contains { event in
            if case .keys(let keys) = event { keys.contains(.control("c")) } else { false }
        }
        guard isAsking else { return }
        let isStuck = state.withLock { state in
            guard let since = state.unansweredSince else {
                state.unansweredSince = now
                return false
            }
            return now - since > .seconds(1)
        }
        if isStuck { exit(130) }
    }
}

extension [TerminalEvent] {
    nonisolated fileprivate var endingSignal: Int32? {
        for case .quit(let signal) in self { return signal }
        return nil
    }
}
