import CAllocationCounter
import Contests

/// Prints the table and reports the rows that are over budget. See Package.swift for the commands.
@main
enum Ratios {
    static let rounds = 101

    static func main() async {
        let wanted = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
        func isWanted(_ contest: Contest) -> Bool {
            wanted.isEmpty || wanted.contains { contest.name.contains($0) }
        }
        if CommandLine.arguments.contains("--ours") { return await runOurs(Contest.timed.filter(isWanted)) }
        if CommandLine.arguments.contains("--counts") {
            return await count(Contest.timed.filter(isWanted), weighing: Contest.weighed.filter(isWanted))
        }
        var complaints: [String] = []
        print("nanoseconds per operation, medians of \(rounds) interleaved runs; allocations per operation behind the dot\n")
        print(line("", "ours", "NIO", "ours/NIO", "budget", "Task", "ours/Task", "bare", "ours/bare"))
        for contest in Contest.timed where isWanted(contest) {
            let (text, broken) = await time(contest)
            print(text)
            complaints += broken
        }
        print("\nbytes (blocks) of one that is kept\n")
        print(line("", "ours", "NIO", "", "budget", "", "", "", ""))
        for contest in Contest.weighed where isWanted(contest) {
            let (text, broken) = await weigh(contest)
            print(text)
            complaints += broken
        }
        judge(complaints)
    }

    static func judge(_ complaints: [String]) {
        print("")
        for complaint in complaints { print("over budget: \(complaint)") }
        if complaints.isEmpty { print("all within budget") } else { exitWithFailure() }
    }

    /// Repeats only our part, for a profiler.
    static func runOurs(_ contests: [Contest]) async {
        for contest in contests {
            for _ in 0..<20_000_000 / contest.operations { _ = await contest.ours.run(false) }
        }
    }

    static func time(_ contest: Contest) async -> (String, [String]) {
        var times: [[Double]] = [[], [], [], []]
        let contestants = [contest.ours, contest.nio, contest.native, contest.bare]
        for round in 0...rounds {
            for (index, contestant) in contestants.enumerated() {
                guard let contestant else { continue }
                let sample = await contestant.run(false)
                // The first round is a warm-up.
                if round > 0 { times[index].append(sample.nanoseconds / Double(contest.operations)) }
            }
        }
        let medians = times.map { $0.isEmpty ? nil : $0.sorted()[$0.count / 2] }
        var allocations: [Double?] = []
        for contestant in contestants {
            guard let contestant else {
                allocations.append(nil)
                continue
            }
            allocations.append(Double(await contestant.run(true).allocations) / Double(contest.operations))
        }
        // `ours` always has a value.
        let ours = medians[0] ?? 0
        let ratios = medians.map { median in median.map { ours / $0 } }
        let budget = contest.budget
        var broken: [String] = []
        for (name, ratio, limit) in [
            ("NIO", ratios[1], budget.ofNIO), ("Task", ratios[2], budget.ofNative), ("bare", ratios[3], budget.ofBare),
        ] {
            if let ratio, let limit, ratio > limit { broken.append("\(contest.name): \(fixed(ratio, 3)) of \(name)'s, not \(limit)") }
        }
        if let count = allocations[0], allocation_counter_works() != 0 { broken += tooMany(count, in: contest) }
        func cell(_ index: Int) -> String {
            guard let median = medians[index] else { return "–" }
            return "\(fixed(median, median < 10 ? 1 : 0)) · \(fixed(allocations[index] ?? 0, 1))"
        }
        func ratio(_ index: Int) -> String { ratios[index].map { fixed($0, 3) } ?? "–" }
        let limit = budget.ofNIO.map { fixed($0, 2) } ?? "–"
        let text = line(contest.name, cell(0), cell(1), ratio(1), limit, cell(2), ratio(2), cell(3), ratio(3))
        return (text, broken)
    }

    static func weigh(_ contest: Contest) async -> (String, [String]) {
        func cell(_ contestant: Contestant?) async -> (text: String, bytes: Double) {
            guard let contestant else { return ("–", 0) }
            // The heap sometimes gives a block more than it needs, from the rest of a freed one, so the least of ten counts.
            var sample = await contestant.run(true)
            for _ in 1...9 {
                let next = await contestant.run(true)
                if next.bytes < sample.bytes { sample = next }
            }
            let bytes = Double(sample.bytes) / Double(contest.operations)
            return ("\(fixed(bytes, 0)) (\(fixed(Double(sample.blocks) / Double(contest.operations), 1)))", bytes)
        }
        let ours = await cell(contest.ours)
        let nio = await cell(contest.nio)
        let limit = contest.budget.bytes ?? .infinity
        let broken = ours.bytes > limit + 0.5 ? ["\(contest.name): \(fixed(ours.bytes, 0)) bytes, not \(fixed(limit, 0))"] : []
        return (line(contest.name, ours.text, nio.text, "", fixed(limit, 0), "", "", "", ""), broken)
    }

    static func tooMany(_ count: Double, in contest: Contest) -> [String] {
        guard let limit = contest.budget.allocations, count > limit + 0.05 else { return [] }
        return ["\(contest.name): \(fixed(count, 2)) allocations, not \(limit)"]
    }

    static func line(_ cells: String...) -> String {
        let widths = [38, 14, 14, 9, 7, 14, 10, 12, 9]
        return zip(cells, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + padding : padding + cell.0
        }.joined()
    }

    static func fixed(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
        let scaled = Int((value * Double(scale)).rounded())
        if digits == 0 { return "\(scaled)" }
        let fraction = "\(scaled % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
