import CAllocationCounter
import Contests

// Allocations and memory, which a busy machine does not change and CI can therefore check.

extension Ratios {
    /// Prints our counts next to their budgets, without timing and without the other libraries. Exits with an error if a count is over
    /// budget.
    static func count(_ timed: [Contest], weighing weighed: [Contest]) async {
        guard allocation_counter_works() != 0 else {
            print("allocations cannot be counted on this system")
            exitWithFailure()
        }
        var complaints: [String] = []
        // The memory first: the rests of blocks that other contests have freed would make some blocks larger.
        print(line("", "ours", "NIO", "", "budget") + "  bytes (blocks) of one that is kept\n")
        for contest in weighed {
            let (text, broken) = await weigh(contest)
            print(text)
            complaints += broken
        }
        print("\n" + line("", "allocations", "budget"))
        for contest in timed {
            let count = await allocations(of: contest)
            complaints += tooMany(count, in: contest)
            print(line(contest.name, fixed(count, 2), contest.budget.allocations.map { fixed($0, 2) } ?? "–"))
        }
        judge(complaints)
    }

    /// Returns the lowest count of several runs, because the runtime may allocate on another thread at the same time.
    private static func allocations(of contest: Contest) async -> Double {
        _ = await contest.ours.run(false)
        var least = Int.max
        for _ in 0..<5 { least = min(least, await contest.ours.run(true).allocations) }
        return Double(least) / Double(contest.operations)
    }
}
