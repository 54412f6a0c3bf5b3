/// Is told what is found while a link is taken apart.
///
/// Everything that finds something is generic over its sink: with ``IgnoredFindings`` the compiler leaves the looking out.
package protocol FindingSink {
    /// False lets the finder leave out what only a listener would need.
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

/// Hears nothing.
package struct IgnoredFindings: FindingSink {
    package var isListening: Bool { false }

    package init() {}

    package mutating func found(_ finding: Finding) {}
}
