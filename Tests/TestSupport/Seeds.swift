import Foundation
package import Testing

/// The seeds and the samples of a daily run: different ones each day. A long run takes all of them.
///
///     @Test(.daily, arguments: Seeds.among(1...12)) func repairsAreFinal(seed: UInt64) { … }
///     for size in [smallest, largest] + Seeds.share(of: sizesBetween, in: 7) { … }
///
/// Cases at a boundary run every day, so they are not part of what a sample is taken from. A failure of a test with the trait `.daily`
/// names the command that repeats it on any day: `LINKSCOPE_DAY=20785 swift test --filter …`. `LINKSCOPE_SEED=7` repeats one seed.
package enum Seeds {
    package static func among(_ all: ClosedRange<UInt64>) -> [UInt64] {
        if let asked { return [asked] }
        return Effort.isLong ? Array(all) : [all.lowerBound + day % UInt64(all.count)]
    }

    /// Returns every `parts`th example, starting at a different one each day, so that all examples run within `parts` days. In a long run,
    /// returns all examples. If the examples are rows of the same length, let `parts` be a number that does not divide the length:
    /// otherwise a day has only some of the columns.
    ///
    /// - Parameter turn: Tests that share the same examples begin at different ones on the same day if their turns differ.
    package static func share<Example>(of all: [Example], in parts: Int, turn: Int = 0) -> [Example] {
        guard !Effort.isLong else { return all }
        return stride(from: (Int(day % UInt64(parts)) + turn) % parts, to: all.count, by: parts).map { all[$0] }
    }

    /// The seed of `LINKSCOPE_SEED`.
    package static let asked = number("LINKSCOPE_SEED")
    /// A number that is different each day, or that of `LINKSCOPE_DAY`.
    package static let day = number("LINKSCOPE_DAY") ?? UInt64(max(0, Date().timeIntervalSince1970) / 86_400)

    private static func number(_ variable: String) -> UInt64? { ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) }

    /// The command that repeats the current test with the seeds and samples of this run.
    fileprivate static var command: String {
        let variables =
            ["LINKSCOPE_DAY=\(day)"] + (asked.map { ["LINKSCOPE_SEED=\($0)"] } ?? []) + (Effort.isLong ? ["LINKSCOPE_TESTS=long"] : [])
        // The filter is a regular expression, in which the parentheses of a function would be a group.
        let name = Test.current.map { ($0.id.nameComponents.map { String($0.prefix { $0 != "(" }) }).joined(separator: "/") } ?? ""
        return "\(variables.joined(separator: " ")) swift test --filter '\(name)'"
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// A trait for tests whose cases are different ones each day. Their failures name the command that repeats them.
    package static var daily: Self {
        .compactMapIssues { issue in
            var issue = issue
            issue.comments.append("To repeat it on any day: \(Seeds.command)")
            return issue
        }
    }
}
