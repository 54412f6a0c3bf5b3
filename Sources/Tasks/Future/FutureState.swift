// The state machine of a future: one machine word.
//
//     ┌────────────────────────────────────────────┬──────────┬─────────┬─────────┐
//     │ address of the newest observer (0 = none)  │ sweeping │ claimed │ settled │
//     └────────────────────────────────────────────┴──────────┴─────────┴─────────┘
//
//     pending ──claim()──► claimed ──settle()──► settled
//        │ observe() adds to the pile              ▲
//        └────────── settle(), if only one can ────┘
//
// Objects lie on 16-byte boundaries, so the lower bits of an address are free. Observers form a pile, newest on top,
// each knowing the next older one; whoever settles turns the pile over and so runs them in the order they came. A settled
// future has no pile; the bits of the address then tell how it ended.
//
// This file is pure: every input is a method that changes the value and answers what has to be done. `FutureStorage`
// does it, and installs the new word with a compare-and-swap. That makes every order of events a plain test.
//
// Claiming and settling are two steps because the outcome is written between them: only the one who claimed writes,
// and only what was settled is read. Whoever claims takes the pile at once, so that settling is a plain store; who comes
// in between, which is two stores long, waits for it. A future that only one can settle is settled in one step. While the pile is being swept (spent observers taken out) nobody else may change
// it; `waitForSweep` says so.

/// How a future ended, and what that left in its payload. The number is what the state word has of it.
@usableFromInline
@frozen
enum FutureEnding: UInt, Sendable {
    case cancelled = 0
    /// With a value that takes nothing to let go of.
    case plainSuccess = 1
    case success = 2
    case failure = 3

    /// Whether there is something in the payload to let go of.
    @inlinable var holdsReferences: Bool { rawValue & 2 != 0 }
    @inlinable var isSuccess: Bool { self == .success || self == .plainSuccess }
}

/// The state of one future, as a value that answers each event with what is to be done.
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

    /// Settled, in that way.
    @inlinable
    static func settled(_ ending: FutureEnding) -> FutureState {
        FutureState(word: settledBit | claimedBit | ending.rawValue << endingShift)
    }

    @inlinable static var endingShift: UInt { 3 }

    @inlinable var isSettled: Bool { word & Self.settledBit != 0 }
    @inlinable var isClaimed: Bool { word & Self.claimedBit != 0 }
    @inlinable var isSweeping: Bool { word & Self.sweepingBit != 0 }
    /// The address of the newest observer; 0 when there is none, as in a settled one.
    @inlinable var newest: UInt { isSettled ? 0 : word & ~Self.flags }

    /// How it ended; `nil` while it is pending.
    @inlinable var ending: FutureEnding? { isSettled ? FutureEnding(rawValue: word >> Self.endingShift) : nil }

    @usableFromInline
    enum ClaimAnswer: Equatable {
        /// The caller has won: it writes the outcome, settles, and runs these observers, oldest first.
        case write(newest: UInt)
        /// Somebody else has won and the outcome is there.
        case refused
        /// Somebody else has won and is writing the outcome this very moment.
        case refusedWhileWriting
        case waitForSweep
    }

    /// Somebody wants to decide the outcome. The first one wins.
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
        /// The pile of observers now belongs to the caller, who runs them, oldest first.
        case run(newest: UInt)
        case waitForSweep
    }

    /// The outcome is written; from here on everybody may read it.
    @inlinable
    mutating func settle(_ ending: FutureEnding) -> SettleAnswer {
        if isSweeping { return .waitForSweep }
        let newest = self.newest
        self = .settled(ending)
        return .run(newest: newest)
    }

    @usableFromInline
    enum ObserveAnswer: Equatable {
        /// The observer is on the pile, on top of this older one (0 = it is the first).
        case piled(onto: UInt)
        /// Too late to wait: the outcome is there.
        case settled
        /// Too late to wait: the outcome is being written this very moment.
        case waitForWriter
        case waitForSweep
    }

    /// Somebody wants to be told.
    @inlinable
    mutating func observe(_ observer: UInt) -> ObserveAnswer {
        if isSettled { return .settled }
        if isClaimed { return .waitForWriter }
        if isSweeping { return .waitForSweep }
        let older = newest
        word = observer
        return .piled(onto: older)
    }

    /// Somebody wants to take spent observers out. Answers the pile, or `nil` when there is nothing to sweep any more.
    mutating func beginSweep() -> UInt? {
        if isSettled || isClaimed || newest == 0 { return nil }
        word |= Self.sweepingBit
        return newest
    }

    /// The pile is whole again.
    mutating func endSweep(newest: UInt) {
        word = newest | (word & Self.flags & ~Self.sweepingBit)
    }
}
