import Benchmark
import Contests

/// The rows of the table for a profiler: each contestant separately, with the metrics of ordo-one/benchmark.
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
