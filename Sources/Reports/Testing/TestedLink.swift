import Secrets
package import Suites

/// A link of a suite with the result of its test.
package struct TestedLink: Sendable {
    package var link: Suite.Link
    /// The expectations that the link does not meet.
    package var failures: [TestFailure]

    /// The expectations that a real device cannot decide.
    package var notChecked: [ExpectationKey]
    /// Whether any expectation was checked.
    package var isChecked: Bool

    package init(_ link: Suite.Link, failures: [TestFailure], notChecked: [ExpectationKey] = [], isChecked: Bool = true) {
        self.link = link
        self.failures = failures
        self.notChecked = notChecked
        self.isChecked = isChecked
    }

    package var isPassed: Bool { failures.isEmpty }
}

/// The numbers of links that were tested.
package struct TestTally: Sendable, Equatable {
    package var passed = 0
    package var failed = 0
    /// The links whose expectations could not be checked on a device.
    package var notChecked = 0
    /// The links that `--filter` left out.
    package var leftOut = 0
    /// The links after the first failure, with `--fail-fast`.
    package var notRun = 0

    package init() {}

    package mutating func add(_ tested: TestedLink) {
        switch (tested.isPassed, tested.isChecked) {
        case (false, _): failed += 1
        case (true, true): passed += 1
        case (true, false): notChecked += 1
        }
    }

    /// Returns the numbers of the links that were tested since an earlier moment.
    package func since(_ earlier: TestTally) -> TestTally {
        var tally = TestTally()
        (tally.passed, tally.failed) = (passed - earlier.passed, failed - earlier.failed)
        tally.notChecked = notChecked - earlier.notChecked
        return tally
    }

    /// The links that were tested so far.
    package var tested: Int { passed + failed + notChecked }

    /// The numbers in one line, such as `3 links: 2 passed, 1 failed`.
    package var words: String {
        let count = tested
        var parts = ["\(passed) passed", "\(failed) failed"]
        if notChecked > 0 { parts.append("\(notChecked) not checked") }
        if notRun > 0 { parts.append("\(notRun) not run") }
        if leftOut > 0 { parts.append("\(leftOut) left out") }
        return "\(count) \(count == 1 ? "link" : "links"): \(parts.joined(separator: ", "))"
    }
}

extension TestFailure {
    /// The failure in one line, for lists of problems.
    var sentence: QuotingText {
        let reason: QuotingText = why.map { ": \($0)" } ?? ""
        return "expected \(expected), got \(got)\(reason) (decided by \(decision))"
    }

    /// What decided, with the place in it.
    var decision: QuotingText { rule.map { "\($0) of \(decider)" } ?? QuotingText(quoting: decider) }
}
