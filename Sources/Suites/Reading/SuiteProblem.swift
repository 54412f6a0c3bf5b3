package import YAMLText

/// A mistake in a suite, and where it is.
package struct SuiteProblem: Error, Sendable, Hashable {
    package var place: YAMLPlace
    /// What is wrong, and what to write.
    package var message: String

    package init(_ place: YAMLPlace, _ message: String) {
        self.place = place
        self.message = message
    }
}
