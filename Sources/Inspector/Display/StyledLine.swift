package import Screen

/// A row of texts in several roles. The texts may come from outside the program, so they are sanitized before they are drawn.
package struct StyledLine: Sendable, Equatable {
    package struct Span: Sendable, Equatable {
        package var text: String
        package var role: Role
    }

    package var spans: [Span] = []

    package init(_ spans: (String, Role)...) {
        self.spans = spans.map { Span(text: $0.0, role: $0.1) }
    }

    /// The texts, one after the other.
    var text: String { spans.map(\.text).joined() }

    package mutating func append(_ text: String, _ role: Role) {
        spans.append(Span(text: text, role: role))
    }
}
