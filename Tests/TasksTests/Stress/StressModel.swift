import Tasks

/// What the network did, node by node.
struct StressRecord: Sendable {
    /// How each future ended.
    var endings: [Ending]
    /// How often the closures of each node were called.
    var runs: [Int]
    /// The endings with which each source was settled: one at most.
    var wins: [[Ending]]
}

/// A simple model of futures: how a node may end, given how its inputs ended. Only races leave more than one possibility.
struct StressModel: Sendable {
    struct Possibility: Equatable, Sendable {
        var ending: Ending
        var runs: ClosedRange<Int>

        init(_ ending: Ending, _ runs: ClosedRange<Int> = 0...0) {
            self.ending = ending
            self.runs = runs
        }
    }

    let plan: StressPlan
    let record: StressRecord

    /// Returns a sentence for each node that ended in a way that is not possible.
    func mistakes() -> [String] {
        plan.nodes.indices.compactMap { node in
            let (ending, runs) = (record.endings[node], record.runs[node])
            let possible = possibilities(of: node)
            if possible.contains(where: { $0.ending == ending && $0.runs.contains(runs) }) { return nil }
            return
                "node \(node), \(plan.nodes[node]), ended with \(ending) after \(runs) runs; possible: \(possible); inputs: \(inputs(of: node)); wins: \(record.wins[node]); tokens: \(plan.tokens)"
        }
    }

    private func inputs(of node: Int) -> String {
        let inputs: [Int] =
            switch plan.nodes[node] {
            case .source, .delay, .retry: []
            case .link(let link):
                switch link.answer {
                case .future(let inner), .cancelAndFuture(let inner): [link.input, inner]
                case .value, .fault, .cancel, .chain: [link.input]
                }
            case .all(let inputs), .any(let inputs), .race(let inputs): inputs
            case .loop(let first, _, let turn, _, _): [first] + (turn.map { [$0] } ?? [])
            case .async(let input, _), .timeout(let input, _): [input]
            }
        return inputs.map { "\($0): \(record.endings[$0])" }.joined(separator: ", ")
    }

    private func fate(_ token: Int?) -> StressPlan.Fate {
        token.map { plan.tokens[$0].fate } ?? .never
    }

    private func possibilities(of node: Int) -> [Possibility] {
        let mine = UInt64(node)
        switch plan.nodes[node] {
        case .source(let source): return sourcePossibilities(source, record.wins[node])
        case .link(let link): return linkPossibilities(link, Self.value(mine, record.endings[link.input]))
        case .all(let inputs): return [Possibility(Self.all(inputs.map { record.endings[$0] }, mine))]
        case .any(let inputs):
            let endings = inputs.map { record.endings[$0] }
            if endings.contains(where: \.isSuccess) { return endings.filter(\.isSuccess).map { Possibility($0) } }
            if endings.contains(.cancelled) { return [Possibility(.cancelled)] }
            return [Possibility(Self.failure(of: endings) ?? .cancelled)]
        case .race(let inputs): return inputs.map { Possibility(record.endings[$0]) }
        case .delay(let token, let isLost):
            let end = Possibility(isLost ? .broken(.promiseDropped) : .value(mine))
            return withCancellation([end], token)
        case .loop(_, let turns, let turn, let place, let token): return loopPossibilities(node, turns, turn, place, token)
        case .async(let input, let token):
            let ending = record.endings[input]
            return withCancellation([Possibility(ending.isSuccess ? .value(Self.value(mine, ending)) : ending)], token)
        case .timeout(let input, let isEndless):
            return [Possibility(record.endings[input])] + (isEndless ? [] : [Possibility(.late)])
        case .retry(let failures, let times, let place):
            // A lost job is a failure like any other, so it is retried.
            if place.loses { return [Possibility(.broken(Self.reason(place)))] }
            return [Possibility(failures <= times ? .value(mine) : .fault(mine), (min(failures, times) + 1)...(min(failures, times) + 1))]
        }
    }

    private func sourcePossibilities(_ source: StressPlan.Source, _ wins: [Ending]) -> [Possibility] {
        if wins.count > 1 { return [] }
        if let win = wins.first { return fate(source.token) == .before ? [] : [Possibility(win)] }
        switch fate(source.token) {
        case .before: return [Possibility(.cancelled)]
        case .during:
            return [Possibility(.cancelled)] + (source.settlers.contains(where: \.isSure) ? [] : [Possibility(.broken(.promiseDropped))])
        case .never: return source.settlers.contains(where: \.isSure) ? [] : [Possibility(.broken(.promiseDropped))]
        }
    }

    private func linkPossibilities(_ link: StressPlan.Link, _ value: UInt64) -> [Possibility] {
        let input = record.endings[link.input]
        let fate = fate(link.token)
        let isEager = link.form == .onSuccess
        let cancelled = Possibility(.cancelled)
        if !link.form.applies(to: input) { return withCancellation([Possibility(input)], link.token) }
        if link.place.loses {
            // The token is asked before the executor only if the form does so when it is added.
            let lost = Possibility(.broken(Self.reason(link.place)))
            return isEager ? withCancellation([lost], link.token) : [lost]
        }
        if fate == .before { return [cancelled] }
        let end: Ending =
            switch link.answer {
            case .value, .chain: .value(value)
            case .fault: .fault(value)
            case .cancel, .cancelAndFuture: .cancelled
            case .future(let inner): record.endings[inner]
            }
        let afterwards =
            switch link.answer {
            case .future, .chain: [Possibility(end, 1...1), Possibility(.cancelled, 1...1)]
            case .value, .fault, .cancel, .cancelAndFuture: [Possibility(end, 1...1)]
            }
        return fate == .during ? afterwards + [cancelled] : [afterwards[0]]
    }

    private func loopPossibilities(_ node: Int, _ turns: Int, _ turn: Int?, _ place: StressPlan.Place, _ token: Int?) -> [Possibility] {
        if place.loses { return [Possibility(.broken(Self.reason(place)))] }
        if fate(token) == .before { return [Possibility(.cancelled)] }
        let inner = turn.map { record.endings[$0] }
        let end =
            if turns > 0, let inner, !inner.isSuccess { Possibility(inner, 1...1) } else {
                Possibility(.value(UInt64(node)), turns...turns)
            }
        return fate(token) == .during ? [end, Possibility(.cancelled, 0...turns)] : [end]
    }

    private func withCancellation(_ possible: [Possibility], _ token: Int?) -> [Possibility] {
        switch fate(token) {
        case .never: possible
        case .during: possible + [Possibility(.cancelled)]
        case .before: [Possibility(.cancelled)]
        }
    }

    // MARK: What closures compute, in the network and in the model

    static func value(_ node: UInt64, _ input: Ending) -> UInt64 { Ending.mixed(node, input.number) }

    static func value(_ node: UInt64, _ inputs: [UInt64]) -> UInt64 { inputs.reduce(node) { Ending.mixed($0, $1) } }

    /// The name of the executor in the error of a lost job.
    static func reason(_ place: StressPlan.Place) -> BrokenPromise.Reason { .jobDropped(executor: "\(place)") }

    private static func all(_ inputs: [Ending], _ node: UInt64) -> Ending {
        if let failure = failure(of: inputs) { return failure }
        return inputs.contains(.cancelled) ? .cancelled : .value(value(node, inputs.map(\.number)))
    }

    private static func failure(of inputs: [Ending]) -> Ending? {
        let failures = inputs.filter(\.isFailure)
        return failures.count > 1 ? .several(failures) : failures.first
    }
}
