package import Secrets
package import YAMLText

/// An expectation that a link does not meet.
package struct TestFailure: Sendable, Hashable {
    package var key: ExpectationKey
    /// The place of the expectation in the suite.
    package var place: YAMLPlace
    package var expected: QuotingText
    package var got: QuotingText
    /// The reason for the actual value, without a final period. Nil if the values say enough.
    package var why: QuotingText?
    /// What decided: a file of the suite, the device or the link.
    package var decider: String
    /// The place in the file that decided.
    package var rule: String?

    package init(
        _ expectation: Expectation, expected: QuotingText, got: QuotingText, why: QuotingText? = nil, decider: String, rule: String? = nil
    ) {
        key = expectation.key
        place = expectation.place
        self.expected = expected
        self.got = got
        self.why = why
        self.decider = decider
        self.rule = rule
    }
}
