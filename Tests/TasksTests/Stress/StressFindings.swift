import Tasks

/// Compares what a network did with what it had to do.
struct StressFindings {
    private let network: StressNetwork
    private let endings: [Ending]

    /// - Parameter network: A network whose futures have all settled.
    init(_ network: StressNetwork) {
        self.network = network
        endings = network.plan.nodes.indices.map { Ending(network.future($0).outcome) }
    }

    func mistakes() -> [String] {
        let record = StressRecord(
            endings: endings, runs: network.nodes.map { $0.runs.count }, wins: network.nodes.map(\.wins.entries)
        )
        return network.complaints.entries + StressModel(plan: network.plan, record: record).mistakes() + witnesses() + order() + watchers()
            + swiftTasks()
    }

    /// Each continuation runs once, and sees the outcome that stays.
    private func witnesses() -> [String] {
        network.witnesses.entries.compactMap { witness in
            let (seen, ending) = (witness.seen.entries, endings[witness.node])
            let outcome = witness.future.withLock { $0 }?.outcome
            let isRight =
                if witness.place.loses {
                    seen.isEmpty && (outcome?.error as? BrokenPromise)?.reason == StressModel.reason(witness.place)
                } else {
                    seen == [ending] && outcome?.value != nil
                }
            if isRight { return nil }
            return "a continuation of node \(witness.node) in \(witness.place) saw \(seen) of \(ending) and ended with \(outcome as Any)"
        }
    }

    /// Continuations run in the order in which they were added.
    private func order() -> [String] {
        network.plan.nodes.indices.compactMap { node in
            guard case .source = network.plan.nodes[node] else { return nil }
            let order = network.nodes[node].order.entries
            return order == Array(0..<StressNetwork.orderedWitnesses)
                ? nil : "the continuations of source \(node) ran in the order \(order)"
        }
    }

    /// The observers of a token run once if it is cancelled, and never otherwise.
    private func watchers() -> [String] {
        network.watchers.entries.compactMap { watcher in
            let token = network.plan.tokens[watcher.token]
            let runs = watcher.runs.count
            let removal = watcher.removal.withLock { $0 }
            let most = token.fate == .never || removal == .inTime ? 0 : 1
            // At a cancelled token, an observer runs before it can be removed.
            let least = token.fate != .before && (token.isDisposed || token.isTimed || removal != .none) ? 0 : most
            return (least...most).contains(runs) ? nil : "an observer of token \(watcher.token), \(token), ran \(runs) times"
        }
    }

    /// A Swift task that awaits a future gets its outcome, or is cancelled.
    private func swiftTasks() -> [String] {
        network.awaited.entries.compactMap { awaited in
            if awaited.ending == endings[awaited.node] || (awaited.isCancelled && awaited.ending == .cancelled) { return nil }
            return "a Swift task got \(awaited.ending) from node \(awaited.node), which ended with \(endings[awaited.node])"
        }
    }
}
