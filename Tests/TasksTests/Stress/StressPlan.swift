import TestSupport

/// A random network of futures and what happens to it, as a value. The same seed gives the same plan.
struct StressPlan: Sendable {
    /// Where a continuation runs.
    enum Place: Hashable, Sendable {
        case direct, immediate, global, serial, thread, actor
        /// A user-supplied executor that runs its job at once, later, at once and later again, or later on two threads.
        case inline, late, twice, twiceLate
        /// A user-supplied executor that loses its job at once or later.
        case dropping, droppingLate

        var loses: Bool { self == .dropping || self == .droppingLate }
        /// The places where continuations of one future run in the order in which they were added.
        static let inOrder: [Place] = [.direct, .immediate, .serial, .thread, .actor, .inline]
    }

    /// Whether a token is cancelled.
    enum Fate: Int, Comparable, Sendable {
        case never, during, before

        static func < (left: Fate, right: Fate) -> Bool { left.rawValue < right.rawValue }
    }

    struct Token: Sendable {
        /// What is done to this token itself.
        var own: Fate
        /// The fate of the token, which includes the fates of the tokens it is linked to.
        var fate: Fate
        var links: [Int]
        /// Whether this token or one of its links may be disposed before it is cancelled, so that its observers may not run.
        var isDisposed: Bool
        /// Whether the token is cancelled by a timer, which may come late.
        var isTimed: Bool
    }

    /// What the closure of a continuation does.
    enum Answer: Sendable {
        case value, fault, cancel
        /// Returns another future of the network.
        case future(Int)
        /// Cancels the token of the continuation, and returns another future, which is then of no account.
        case cancelAndFuture(Int)
        /// Returns the end of a new chain.
        case chain(Int)
    }

    enum Form: Sendable {
        case always, onSuccess, onError

        func applies(to input: Ending) -> Bool {
            switch self {
            case .always: true
            case .onSuccess: input.isSuccess
            case .onError: input.isFailure
            }
        }
    }

    struct Link: Sendable {
        var input: Int
        var form: Form
        var place: Place
        var token: Int?
        var answer: Answer
    }

    /// One of those who settle a source. The first one wins.
    struct Settler: Sendable {
        enum Way: Sendable { case value, fault, cancel }
        enum Actor: Sendable {
            case thread(Int)
            /// A continuation of this future.
            case node(Int, Place)
            /// A Swift task.
            case task
        }

        var way: Way
        var actor: Actor

        var isSure: Bool { if case .node(_, let place) = actor { !place.loses } else { true } }
    }

    struct Source: Sendable {
        var settlers: [Settler]
        var token: Int?
    }

    enum Node: Sendable {
        case source(Source)
        case link(Link)
        case all([Int])
        case any([Int])
        case race([Int])
        case delay(token: Int?, isLost: Bool)
        case loop(after: Int, turns: Int, turn: Int?, Place, token: Int?)
        case async(Int, token: Int?)
        /// Fails if the other future is late. An endless limit leaves it all the time it needs.
        case timeout(Int, isEndless: Bool)
        case retry(failures: Int, times: Int, Place)
    }

    /// What a thread does.
    enum Step: Sendable {
        case build(Int)
        case settle(source: Int, settler: Int)
        case cancel(Int)
        /// Cancels a token by a timer, several times: each one replaces the one before.
        case cancelLater(Int)
        case dispose(Int)
        case watch(token: Int, isRemoved: Bool)
        case observe(Int, Place)
        /// Adds observers that are spent at once, so that the others are swept.
        case sweep(Int)
        /// Waits for no time.
        case giveUp(Int)
        case await(Int, isCancelled: Bool)
        /// Waits for this future or for one that never settles.
        case raceForever(Int)
    }

    let seed: UInt64
    var tokens: [Token] = []
    var nodes: [Node] = []
    /// How many nodes are built before the threads start.
    var earlyCount = 0
    var scripts: [[Step]] = []
    /// The futures for which each thread waits at the end.
    var waits: [[Int]] = []
}

// MARK: Making a plan

extension StressPlan {
    init(seed: UInt64) {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        makeTokens(&random)
        let threadCount = Int.random(in: 2...5, using: &random)
        let count = Int.random(in: 4...40, using: &random)
        earlyCount = Int.random(in: 2...count, using: &random)
        for number in 0..<count { nodes.append(node(number, threadCount, &random)) }
        makeScripts(threadCount, &random)
        waits = (0..<threadCount).map { _ in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
        }
    }

    private mutating func makeTokens(_ random: inout SeededRandom) {
        for number in 0..<Int.random(in: 1...5, using: &random) {
            let own = [Fate.never, .during, .during, .before].randomElement(using: &random) ?? .never
            let links = (0..<number).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let isDisposed = own == .never && Int.random(in: 0..<3, using: &random) == 0
            tokens.append(
                Token(
                    own: own,
                    fate: links.reduce(own) { max($0, tokens[$1].fate) },
                    links: links,
                    isDisposed: links.reduce(isDisposed) { $0 || tokens[$1].isDisposed },
                    isTimed: links.reduce(Int.random(in: 0..<3, using: &random) == 0) { $0 || tokens[$1].isTimed }
                ))
        }
    }

    private func token(_ random: inout SeededRandom) -> Int? {
        Int.random(in: 0..<3, using: &random) == 0 ? tokens.indices.randomElement(using: &random) : nil
    }

    private static func place(_ random: inout SeededRandom) -> Place {
        let places: [Place] = [
            .direct, .direct, .direct, .direct, .immediate, .immediate, .global, .global, .serial, .thread, .actor, .inline, .late, .late,
            .twice,
            .twiceLate, .dropping, .droppingLate,
        ]
        return places.randomElement(using: &random) ?? .direct
    }

    private func node(_ number: Int, _ threadCount: Int, _ random: inout SeededRandom) -> Node {
        let kind = number == 0 ? 0 : Int.random(in: 0..<32, using: &random)
        func earlier(_ random: inout SeededRandom) -> Int { Int.random(in: 0..<max(1, number), using: &random) }
        // Neighbors are likelier, so that chains become long.
        func near(_ random: inout SeededRandom) -> Int {
            Bool.random(using: &random) ? max(0, number - 1) : earlier(&random)
        }
        func several(_ random: inout SeededRandom) -> [Int] {
            (0..<Int.random(in: 1...6, using: &random)).map { _ in earlier(&random) }
        }
        switch kind {
        case 0...6: return .source(source(number, threadCount, &random))
        case 7...19: return .link(link(near(&random), earlier(&random), &random))
        case 20, 21: return .all(several(&random))
        case 22, 23: return .any(several(&random))
        case 24, 25: return .race(several(&random))
        case 26: return .delay(token: token(&random), isLost: Int.random(in: 0..<4, using: &random) == 0)
        case 27:
            let turn = Bool.random(using: &random) ? earlier(&random) : nil
            return .loop(
                after: near(&random), turns: Int.random(in: 0...30, using: &random), turn: turn, Self.place(&random), token: token(&random))
        case 28, 29: return .async(near(&random), token: token(&random))
        case 30: return .timeout(near(&random), isEndless: Bool.random(using: &random))
        default:
            return .retry(
                failures: Int.random(in: 0...4, using: &random), times: Int.random(in: 0...4, using: &random), Self.place(&random))
        }
    }

    private func source(_ number: Int, _ threadCount: Int, _ random: inout SeededRandom) -> Source {
        let ways: [Settler.Way] = [.value, .value, .value, .fault, .cancel]
        let settlers = (0..<Int.random(in: 0...3, using: &random)).map { _ -> Settler in
            let actor: Settler.Actor =
                switch Int.random(in: 0..<6, using: &random) {
                case 0 where number > 0: .node(Int.random(in: 0..<number, using: &random), Self.place(&random))
                case 1: .task
                // Only the thread that builds a late source knows it.
                default: .thread(number < earlyCount ? Int.random(in: 0..<threadCount, using: &random) : 0)
                }
            return Settler(way: ways.randomElement(using: &random) ?? .value, actor: actor)
        }
        return Source(settlers: settlers, token: token(&random))
    }

    private func link(_ input: Int, _ other: Int, _ random: inout SeededRandom) -> Link {
        let token = token(&random)
        let cancels = token.map { tokens[$0].own == .during && !tokens[$0].isDisposed } ?? false
        let answer: Answer =
            switch Int.random(in: 0..<10, using: &random) {
            case 0: .fault
            case 1: .cancel
            case 2, 3: cancels ? .cancelAndFuture(other) : .future(other)
            case 4: .chain(Int.random(in: 0...40, using: &random))
            default: .value
            }
        return Link(
            input: input, form: [.always, .onSuccess, .onError].randomElement(using: &random) ?? .always,
            place: Self.place(&random), token: token, answer: answer
        )
    }

    private mutating func makeScripts(_ threadCount: Int, _ random: inout SeededRandom) {
        scripts = Array(repeating: [], count: threadCount)
        for (number, node) in nodes.enumerated() {
            if number >= earlyCount { scripts[0].append(.build(number)) }
            guard case .source(let source) = node else { continue }
            for (index, settler) in source.settlers.enumerated() {
                if case .thread(let thread) = settler.actor { insert(.settle(source: number, settler: index), number, thread, &random) }
            }
        }
        for (number, token) in tokens.enumerated() {
            if token.own == .during {
                insert(token.isTimed ? .cancelLater(number) : .cancel(number), 0, Int.random(in: 0..<threadCount, using: &random), &random)
            }
            if token.isDisposed, token.own == .never {
                insert(.dispose(number), 0, Int.random(in: 0..<threadCount, using: &random), &random)
            }
        }
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            let node = Int.random(in: 0..<earlyCount, using: &random)
            let token = Int.random(in: 0..<tokens.count, using: &random)
            let step: Step =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: .watch(token: token, isRemoved: Bool.random(using: &random))
                case 1, 2: .sweep(node)
                case 3: .giveUp(node)
                case 4: .await(node, isCancelled: Bool.random(using: &random))
                case 5: .raceForever(node)
                default: .observe(node, Self.place(&random))
                }
            insert(step, 0, Int.random(in: 0..<threadCount, using: &random), &random)
        }
    }

    /// Inserts a step somewhere in a thread's script, after the step that builds the node if this thread builds it.
    private mutating func insert(_ step: Step, _ node: Int, _ thread: Int, _ random: inout SeededRandom) {
        let built = scripts[thread].firstIndex { if case .build(node) = $0 { true } else { false } }
        scripts[thread].insert(step, at: Int.random(in: (built.map { $0 + 1 } ?? 0)...scripts[thread].count, using: &random))
    }
}
