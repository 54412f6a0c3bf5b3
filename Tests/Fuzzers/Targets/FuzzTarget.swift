/// Code that reads untrusted bytes, and the properties that must hold for any bytes.
///
/// libFuzzer generates bytes (`Tests/Fuzzers/run`), and ordinary tests use the files in `Tests/Fuzzers/Corpora`. Both call the same
/// function.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case link, report, json, intent, paste, log, post, lint, project, sanitiser, keys

    /// Returns a one-line description of what is wrong with the result for these bytes, or nil if nothing is wrong.
    package func problem(in bytes: [UInt8]) -> String? {
        switch self {
        case .link: Self.linkProblem(bytes)
        case .report: Self.reportProblem(bytes)
        case .json: Self.jsonProblem(bytes)
        case .intent: Self.intentProblem(bytes)
        case .paste: Self.pasteProblem(bytes)
        case .log: Self.logProblem(bytes)
        case .post: Self.postProblem(bytes)
        case .lint: Self.lintProblem(bytes)
        case .project: Self.projectProblem(bytes)
        case .sanitiser: Self.sanitiserProblem(bytes)
        case .keys: Self.keysProblem(bytes)
        }
    }
}

extension Range<Int> {
    /// Returns whether the range is within `0..<count`.
    func lies(within count: Int) -> Bool { lies(within: 0..<count) }

    func lies(within outer: Range<Int>) -> Bool { lowerBound >= outer.lowerBound && upperBound <= outer.upperBound }
}

extension Collection<Range<Int>> {
    /// Whether the ranges follow each other without overlaps.
    var areInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound } }
}
