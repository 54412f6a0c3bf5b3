package import Suites

/// A link of a suite with the result of its test.
package struct TestedLink: Sendable {
    package var link: Suite.Link
    /// The expectations that the link does not meet.
    package var failures: [TestFailure]

    package init(_ link: Suite.Link, failures: [TestFailure]) {
        self.link = link
        self.failures = failures
    }

    package var isPassed: Bool { failures.isEmpty }
}

/// The numbers of links that were tested.
package struct TestTally: Sendable, Equatable {
    package var passed = 0
    package var failed = 0
    /// The links that `--filter` left out.
    package var leftOut = 0
    /// The links after the first failure, with `--fail-fast`.
    package var notRun = 0

    package init() {}

    package mutating func add(_ tested: TestedLink) {
        if tested.isPassed { passed += 1 } else { failed += 1 }
    }

    /// The numbers in one line, such as `3 links: 2 passed, 1 failed`.
    package var words: String {
        let count = passed + failed
        var parts = ["\(passed) passed", "\(failed) failed"]
        if notRun > 0 { parts.append("\(notRun) not run") }
        if leftOut > 0 { parts.append("\(leftOut) left out") }
        return "\(count) \(count == 1 ? "link" : "links"): \(parts.joined(separator: ", "))"
    }
}

extension TestFailure {
    /// The failure in one line, for lists of problems.
    var sentence: String {
        let reason = why.map { ": \($0)" } ?? ""
        return "expected \(expected), got \(got)\(reason) (decided by \(decision))"
    }

    /// What decided, with the place in it.
    var decision: String { rule.map { "\($0) of \(decider)" } ?? decider }
}
