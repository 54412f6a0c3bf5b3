/// A receiver of the findings about a link.
///
/// Code that reports findings is generic over its sink, so that the compiler can remove the checks if the sink is ``IgnoredFindings``.
package protocol FindingSink {
    /// Whether findings are kept. If not, work that only serves findings can be skipped.
    var isListening: Bool { get }
    mutating func found(_ finding: Finding)
}

/// Keeps all findings in the order in which they were found.
package struct FindingList: FindingSink {
    package private(set) var all: [Finding] = []
    package var isListening: Bool { true }

    package init() {}

    package mutating func found(_ finding: Finding) {
        all.append(finding)
    }
}

/// Ignores all findings.
package struct IgnoredFindings: FindingSink {
    package var isListening: Bool { false }

    package init() {}

    package mutating func found(_ finding: Finding) {}
}
