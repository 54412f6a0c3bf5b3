import Dispatch
import Platform
import Synchronization

@testable import Tasks

/// One network of a stress run, from its seed to the release of everything.
struct StressRound {
    /// How long a future may take to settle, and an object to be released. Usually it takes no time; but while hundreds of other tests run, a
    /// Swift task waits for minutes until it gets a thread.
    static let patience = Duration.seconds(900)

    private let plan: StressPlan
    private let forever: StressForever
    private let objects = LiveObjects()
    /// The objects that errors hold.
    private let errors = LiveObjects()

    init(seed: UInt64, _ forever: StressForever) {
        plan = StressPlan(seed: seed)
        self.forever = forever
    }

    /// Runs the network. Returns a sentence for each mistake.
    func mistakes() throws -> [String] {
        let postman = try StressPostman(seed: plan.seed)
        let (mistakes, leftovers) = try runNetwork(postman)
        if !mistakes.isEmpty { return mistakes }
        let isStopped = Self.eventually { postman.endlessCount == 0 }
        if !isStopped { return ["\(postman.endlessCount) timers were not stopped"] }
        let isReleased = Self.eventually { leftovers.allSatisfy { $0.object == nil } && objectCount == 0 }
        postman.close()
        var left: [String] = []
        if !isReleased {
            let names = leftovers.filter { $0.object != nil }.map(\.name)
            left.append("\(objectCount) objects are left, and these futures: \(names.joined(separator: "; "))")
        }
        if forever.objects.count > StressForever.limit {
            left.append("\(forever.objects.count) spent observers are left at a future that is pending")
        }
        return left
    }

    /// How many objects are left. If another test has turned reports on, they may keep errors.
    private var objectCount: Int { objects.count + (FutureReports.isOn ? 0 : errors.count) }

    /// A reference that does not keep its object alive.
    private struct Leftover: Sendable {
        let name: String
        weak let object: (any AnyObject & Sendable)?
    }

    private func runNetwork(_ postman: StressPostman) throws -> (mistakes: [String], leftovers: [Leftover]) {
        let network = StressNetwork(plan, objects, errors: errors, postman, forever)
        for node in 0..<plan.earlyCount { network.build(node) }
        try runScripts(of: network)
        network.dropPromises()
        let threads = plan.waits.map { _ in WorkerThread("waits \(plan.seed)") }
        for (thread, nodes) in zip(threads, plan.waits) {
            try thread.run { for node in nodes { network.future(node).wait(atMost: Self.patience) } }
        }
        for thread in threads { thread.join() }
        let pending = plan.nodes.indices.filter { !network.future($0).wait(atMost: Self.patience) }
        if !pending.isEmpty { return (pending.map { "node \($0), \(plan.nodes[$0]), does not settle" }, []) }
        let witnesses = network.witnesses.entries
        let ends = witnesses.compactMap { witness in witness.future.withLock { $0 } }
        if let lost = ends.firstIndex(where: { !$0.wait(atMost: Self.patience) }) {
            return (["a continuation of node \(witnesses[lost].node) in \(witnesses[lost].place) never ends"], [])
        }
        if !network.others.entries.allSatisfy({ $0.wait(atMost: Self.patience) }) {
            return (["a loop or a continuation that settles a source never ends"], [])
        }
        if network.swiftTasks.wait(timeout: .now() + .seconds(900)) == .timedOut { return (["a Swift task still waits"], []) }
        var leftovers = plan.nodes.indices.map { Leftover(name: "node \($0), \(plan.nodes[$0])", object: network.future($0).storage) }
        leftovers += zip(witnesses, ends).map { Leftover(name: "a continuation of node \($0.node) in \($0.place)", object: $1.storage) }
        return (StressFindings(network).mistakes(), leftovers + [Leftover(name: "the network", object: network)])
    }

    /// Runs all scripts at the same time, each on a thread. A trap or a report of a sanitizer shows the seed in the name of the thread.
    private func runScripts(of network: StressNetwork) throws {
        let gate = Gate(plan.scripts.count)
        let threads = plan.scripts.map { _ in WorkerThread("seed \(plan.seed)") }
        for (thread, script) in zip(threads, plan.scripts) {
            try thread.run {
                gate.pass()
                for step in script { network.carryOut(step) }
            }
        }
        for thread in threads { thread.join() }
    }

    /// Lets threads go on when all have come.
    private final class Gate: Sendable {
        private let missing: Atomic<Int>

        init(_ count: Int) { missing = Atomic(count) }

        func pass() {
            missing.subtract(1, ordering: .acquiringAndReleasing)
            while missing.load(ordering: .acquiring) > 0 { sched_yield() }
        }
    }

    static func eventually(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + patience
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            sched_yield()
        }
        return true
    }
}
