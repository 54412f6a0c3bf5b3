/// Something that reads bytes of strangers, and what must hold whatever the bytes.
///
/// libFuzzer makes up the bytes (`Tests/Fuzzers/run`), and ordinary tests read the files in `Tests/Fuzzers/Corpora`: both ask the same function.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case link, json, intent, paste, sanitiser, keys, proxy

    /// What is broken about how these bytes are read, in one line; nil when nothing is.
    package func problem(in bytes: [UInt8]) -> String? {
        switch self {
        case .link: Self.linkProblem(bytes)
        case .json: Self.jsonProblem(bytes)
        case .intent: Self.intentProblem(bytes)
        case .paste: Self.pasteProblem(bytes)
        case .sanitiser: Self.sanitiserProblem(bytes)
        case .keys: Self.keysProblem(bytes)
        case .proxy: Self.proxyProblem(bytes)
        }
    }
}

extension Range<Int> {
    /// Whether it is a part of so many bytes.
    func lies(within count: Int) -> Bool { lies(within: 0..<count) }

    func lies(within outer: Range<Int>) -> Bool { lowerBound >= outer.lowerBound && upperBound <= outer.upperBound }
}

extension Collection<Range<Int>> {
    /// Whether they follow each other without one byte that is in two of them.
    var areInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound } }
}
