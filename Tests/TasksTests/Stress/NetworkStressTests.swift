import Dispatch
import Foundation
import Tasks
import TestSupport
import Testing

/// Random networks of futures, settled and observed by several threads at once, compared with a simple model. Now and then, much deeper and
/// wider ones.
///
/// A failure names its seed. The seed fixes the network but not the order of the threads, so a run with a given seed repeats its network again
/// and again. A trap or a report of a sanitizer shows the seed in the names of the threads.
@Suite(.waits) struct `Random networks of futures` {
    /// How long to go on in a run that does nothing else; `.ci/run --long` sets it.
    private static let seconds = ProcessInfo.processInfo.environment["LINKSCOPE_STRESS_SECONDS"].flatMap(Int.init)
    /// How long a network may take, whatever else the machine does. The jobs for its actor come after those of all tests that wait for the
    /// same threads, which takes minutes on a busy machine.
    private static let hangs = DispatchTimeInterval.seconds(1000)
    private static let rounds = Effort.size(80, long: 2000)

    @Test func `do what the model says, and leave nothing behind`() throws {
        let first = Self.seconds == nil ? Seeds.day * 10_000 : UInt64.random(in: 1...1_000_000_000)
        let forever = StressForever()
        let start = ContinuousClock.now
        var round = 0
        var memory = StressMemory()
        while true {
            let seed = Seeds.asked ?? first + UInt64(round)
            let mistakes = try Self.mistakes(seed, forever)
            #expect(
                mistakes.isEmpty,
                "\(mistakes.joined(separator: "\n"))\nround \(round); again: LINKSCOPE_SEED=\(seed) swift test --filter NetworkStress")
            round += 1
            guard mistakes.isEmpty else { break }
            guard let seconds = Self.seconds else {
                if round < Self.rounds { continue } else { break }
            }
            let elapsed = ContinuousClock.now - start
            // The allocator keeps more and more memory for its threads in the first half minute.
            memory.look(isWarm: elapsed > .seconds(max(30, seconds / 2)))
            if elapsed > .seconds(seconds) { break }
        }
        guard Self.seconds != nil else { return }
        print("Stress: \(round) networks from seed \(Seeds.asked ?? first) in \(ContinuousClock.now - start); \(memory)")
        #expect(memory.growth < StressMemory.limit, "memory grows: \(memory)")
    }

    /// Runs one network. If it hangs, its threads are left behind.
    private static func mistakes(_ seed: UInt64, _ forever: StressForever) throws -> [String] {
        let found = Recorder<[String]>()
        let end = DispatchSemaphore(value: 0)
        try WorkerThread("round \(seed)").run {
            // One of many seeds stands for a deep and wide network.
            let mistakes = seed % 100 == 0 ? StressShapes(seed: seed, size: 20_000).mistakes : StressRound(seed: seed, forever).mistakes
            do { found.note(try mistakes()) } catch { found.note(["\(error)"]) }
            end.signal()
        }
        return end.wait(timeout: .now() + hangs) == .success ? found.entries.flatMap(\.self) : ["the network hangs"]
    }
}
