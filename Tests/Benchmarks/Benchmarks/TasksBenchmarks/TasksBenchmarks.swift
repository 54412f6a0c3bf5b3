import Benchmark
import Contests

/// The rows of the table for a profiler's eyes: each contestant on its own, with what ordo-one/benchmark measures.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock, .instructions, .throughput], maxDuration: .seconds(1))
    for contest in Contest.timed {
        for (who, contestant) in [("ours", contest.ours), ("NIO", contest.nio), ("Task", contest.native)] {
            guard let contestant else { continue }
            Benchmark("\(contest.name): \(who)") { benchmark in
                for _ in benchmark.scaledIterations { _ = await contestant.run(false) }
            }
        }
    }
}
