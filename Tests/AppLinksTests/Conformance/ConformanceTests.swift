import TestSupport
import Testing

/// Runs every vector of a supported kind. The vectors come from the folder in `LINKSCOPE_VECTORS`, or else from the copy next to these
/// tests.
///
/// A violated `must` makes the test fail. A violated `should` or `may` is printed. Unsupported kinds are listed. Anything that the runner
/// does not know (a verb, a key, a matcher) makes the test fail at every level, so that no expectation is silently skipped.
@Suite("Conformance") struct Conformance {
    @Test func everyVectorHolds() throws {
        let folder = try VectorFolder.chosen()
        let counts = try run(folder)
        let summary = VectorKind.allCases.map { "\(counts[$0, default: 0]) \($0.rawValue)" }.joined(separator: ", ")
        print("Conformance: " + summary)
        let others = try folder.filesNotBuilt()
        if !others.isEmpty { print("not run: " + others.joined(separator: ", ")) }
    }

    /// Runs linkscope's own cases. They cover what the samples leave out: more inputs, and other notations that the format allows.
    @Test func everyVectorOfOurOwnHolds() throws {
        _ = try run(VectorFolder(resource: "OurVectors"))
    }

    private func run(_ folder: VectorFolder) throws -> [VectorKind: Int] {
        var counts: [VectorKind: Int] = [:]
        for vector in try folder.vectors() {
            counts[vector.kind, default: 0] += 1
            var check = vector.check()
            vector.run(&check)
            for problem in check.unknown + check.failures { Issue.record("\(vector.id): \(problem)") }
            for remark in check.remarks { print("not required: \(vector.id): \(remark)") }
        }
        for kind in VectorKind.allCases where counts[kind, default: 0] == 0 {
            Issue.record("\(folder.path) has no \(kind.rawValue): a run that checks nothing shows nothing")
        }
        return counts
    }
}
