import Testing

@testable import Tasks

/// The state machine by itself: every order of three events, without threads.
@Suite struct `The state machine` {
    /// The indivisible steps that can happen to a future.
    enum Step: Hashable {
        case claim(Int)
        case settle(Int)
        case observe(UInt)
        case beginSweep
        case endSweep
    }

    /// Returns all interleavings of several sequences of steps.
    static func interleavings(_ sequences: [[Step]]) -> [[Step]] {
        if sequences.allSatisfy(\.isEmpty) { return [[]] }
        return sequences.indices.flatMap { index -> [[Step]] in
            guard let first = sequences[index].first else { return [] }
            var rest = sequences
            rest[index].removeFirst()
            return interleavings(rest).map { [first] + $0 }
        }
    }

    @Test func `lets exactly one of two threads win and notifies every observer once, in every order`() {
        let orders = Self.interleavings([
            [.claim(1), .settle(1)], [.claim(2), .settle(2)], [.observe(16)], [.observe(32)],
        ])
        #expect(orders.count == 180)
        for order in orders {
            var state = FutureState.pending
            var winner: Int?
            var below: [UInt: UInt] = [:]
            var told: [UInt] = []
            var pile: [UInt] = []
            var waiting: [UInt] = []
            for step in order {
                switch step {
                case .claim(let who):
                    let wasSettled = state.isSettled
                    switch state.claim() {
                    case .write(var newest):
                        #expect(winner == nil)
                        winner = who
                        while newest != 0 {
                            pile.append(newest)
                            newest = below[newest] ?? 0
                        }
                    case .refused: #expect(wasSettled)
                    case .refusedWhileWriting: #expect(!wasSettled && winner != nil)
                    case .waitForSweep: Issue.record("nobody sweeps in \(order)")
                    }
                case .settle(let who) where who == winner:
                    // The pile of continuations has been taken, and nothing was added since.
                    #expect(state.settle(.success) == .run(newest: 0))
                    told += pile.reversed() + waiting
                case .observe(let who):
                    switch state.observe(who) {
                    case .piled(let older): below[who] = older
                    case .settled: told.append(who)
                    case .waitForWriter: waiting.append(who)
                    case .waitForSweep: Issue.record("nobody sweeps in \(order)")
                    }
                case .settle, .beginSweep, .endSweep: break
                }
            }
            #expect(state == .settled(.success))
            let observed = order.compactMap { if case .observe(let who) = $0 { who } else { nil } }
            #expect(told == observed, "\(order)")
        }
    }

    @Test func `notifies every observer once when only one thread can settle it, in every order`() {
        for order in Self.interleavings([[.settle(1)], [.observe(16)], [.observe(32)]]) {
            var state = FutureState.pending
            var below: [UInt: UInt] = [:]
            var told: [UInt] = []
            for step in order {
                switch step {
                case .settle:
                    guard case .run(var newest) = state.settle(.success) else {
                        Issue.record("nobody sweeps in \(order)")
                        return
                    }
                    var pile: [UInt] = []
                    while newest != 0 {
                        pile.append(newest)
                        newest = below[newest] ?? 0
                    }
                    told += pile.reversed()
                case .observe(let who):
                    if case .piled(let older) = state.observe(who) { below[who] = older } else { told.append(who) }
                case .claim, .beginSweep, .endSweep: break
                }
            }
            #expect(state == .settled(.success))
            #expect(told == order.compactMap { if case .observe(let who) = $0 { who } else { nil } })
        }
    }

    @Test func `keeps all threads from the pile during a sweep`() {
        for order in Self.interleavings([[.beginSweep, .endSweep], [.claim(1)], [.settle(2)], [.observe(32)]]) {
            var state = FutureState.pending
            _ = state.observe(16)
            var isSwept = false
            for step in order {
                switch step {
                case .beginSweep: isSwept = state.beginSweep() != nil
                case .endSweep:
                    if isSwept { state.endSweep(newest: state.newest) }
                    isSwept = false
                case .claim: #expect((state.claim() == .waitForSweep) == isSwept)
                case .settle: #expect((state.settle(.success) == .waitForSweep) == isSwept)
                case .observe(let who): #expect((state.observe(who) == .waitForSweep) == isSwept)
                }
            }
            #expect(!state.isSweeping)
        }
    }
}
