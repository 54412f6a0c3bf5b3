// The state machine of a future: one machine word.
//
//     ┌────────────────────────────────────────────┬──────────┬─────────┬─────────┐
//     │ address of the newest observer (0 = none)  │ sweeping │ claimed │ settled │
//     └────────────────────────────────────────────┴──────────┴─────────┴─────────┘
//
//     pending ──claim()──► claimed ──settle()──► settled
//        │ observe() adds to the pile              ▲
//        └── settle(), if only one thread can ─────┘
//
// Objects are 16-byte aligned, so the lower bits of an address are free. Observers form a pile, newest first, each linked to
// the next older one. The thread that settles the future reverses the pile, so the observers run in the order they were
// added. A settled future has no pile; the bits of the address then tell how it ended.
//
// This file is pure: each event is a method that changes the value and returns what the caller must do. `FutureCell` stores the new word
// with a compare-and-swap, and does what the method returned. So a plain test can check any order of events.
//
// Claiming and settling are two steps because the outcome is written between them: only the thread that claimed writes,
// and only a settled future is read. The claiming thread takes the pile at once, so settling is a plain store. A thread that
// arrives between the two steps waits; they are two stores apart. A future that only one thread can settle is settled in
// one step. During a sweep, which removes spent observers from the pile, no other thread may change the pile; `waitForSweep`
// tells it to wait.

/// How a future ended, and what its payload holds. The raw value is stored in the state word.
@usableFromInline
@frozen
enum FutureEnding: UInt, Sendable {
    case cancelled = 0
    /// A success with a value that holds no references.
    case plainSuccess = 1
    case success = 2
    case failure = 3

    /// Whether the payload holds references that must be released.
    @inlinable var holdsReferences: Bool { rawValue & 2 != 0 }
    @inlinable var isSuccess: Bool { self == .success || self == .plainSuccess }
}

/// The state of one future, as a value. The methods for its events return what the caller must do.
@usableFromInline
@frozen
struct FutureState: Equatable, Sendable {
    @usableFromInline var word: UInt

    @inlinable static var settledBit: UInt { 1 }
    @inlinable static var claimedBit: UInt { 2 }
    @inlinable static var sweepingBit: UInt { 4 }
    @inlinable static var flags: UInt { 7 }

    @inlinable
    init(word: UInt) {
        self.word = word
    }

    @inlinable static var pending: FutureState { FutureState(word: 0) }

    @inlinable
    static func settled(_ ending: FutureEnding) -> FutureState {
        FutureState(word: settledBit | claimedBit | ending.rawValue << endingShift)
    }

    @inlinable static var endingShift: UInt { 3 }

    @inlinable var isSettled: Bool { word & Self.settledBit != 0 }
    @inlinable var isClaimed: Bool { word & Self.claimedBit != 0 }
    @inlinable var isSweeping: Bool { word & Self.sweepingBit != 0 }
    /// The address of the newest observer; 0 if there is none or the future has settled.
    @inlinable var newest: UInt { isSettled ? 0 : word & ~Self.flags }

    /// How the future ended; `nil` while it is pending.
    @inlinable var ending: FutureEnding? { isSettled ? FutureEnding(rawValue: word >> Self.endingShift) : nil }

    @usableFromInline
    enum ClaimAnswer: Equatable {
        /// The caller has won: it writes the outcome, settles the future and runs these observers, oldest first.
        case write(newest: UInt)
        /// Another thread has won, and the outcome can be read.
        case refused
        /// Another thread has won and is still writing the outcome.
        case refusedWhileWriting
        case waitForSweep
    }

    /// Claims the right to decide the outcome. The first caller wins.
    @inlinable
    mutating func claim() -> ClaimAnswer {
        if isSettled { return .refused }
        if isClaimed { return .refusedWhileWriting }
        if isSweeping { return .waitForSweep }
        let newest = self.newest
        word = Self.claimedBit
        return .write(newest: newest)
    }

    @usableFromInline
    enum SettleAnswer: Equatable {
        /// The pile of observers now belongs to the caller, which runs them oldest first.
        case run(newest: UInt)
        case waitForSweep
    }

    /// Marks the outcome as written; from now on any thread may read it.
    @inlinable
    mutating func settle(_ ending: FutureEnding) -> SettleAnswer {
        if isSweeping { return .waitForSweep }
        let newest = self.newest
        self = .settled(ending)
        return .run(newest: newest)
    }

    @usableFromInline
    enum ObserveAnswer: Equatable {
        /// The observer is on the pile, on top of this older one (0 if it is the first).
        case piled(onto: UInt)
        /// Not added: the future has settled.
        case settled
        /// Not added: another thread is still writing the outcome.
        case waitForWriter
        case waitForSweep
    }

    @inlinable
    mutating func observe(_ observer: UInt) -> ObserveAnswer {
        if isSettled { return .settled }
        if isClaimed { return .waitForWriter }
        if isSweeping { return .waitForSweep }
        let older = newest
        word = observer
        return .piled(onto: older)
    }

    /// Starts a sweep. Returns the pile, or `nil` if there is nothing to sweep.
    mutating func beginSweep() -> UInt? {
        if isSettled || isClaimed || newest == 0 { return nil }
        word |= Self.sweepingBit
        return newest
    }

    /// Ends a sweep with the new top of the pile.
    mutating func endSweep(newest: UInt) {
        word = newest | (word & Self.flags & ~Self.sweepingBit)
    }
}
