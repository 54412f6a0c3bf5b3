package import Screen

/// How text for people is laid out.
package struct TextLayout: Sendable {
    /// The width of the terminal. Nil if the output goes elsewhere; then lines are not wrapped, so that `grep` finds whole values.
    package var columns: Int?
    /// Nil for text without colors.
    package var colors: TextColors?
    /// Whether each finding has an excerpt of the link, its code and an explanation.
    package var isVerbose: Bool

    /// The layout for files and pipes.
    package static let plain = TextLayout()

    package init(columns: Int? = nil, colors: TextColors? = nil, isVerbose: Bool = false) {
        (self.columns, self.colors, self.isVerbose) = (columns, colors, isVerbose)
    }
}

/// The escape sequence that begins each role, and the one that ends all of them.
package struct TextColors: Sendable {
    private let begins: [[UInt8]]
    let end: [UInt8]

    /// - Parameter sequence: Returns the sequence that begins a role; empty if text of the role looks like any other.
    package init(end: String, _ sequence: (Role) -> String) {
        self.end = Array(end.utf8)
        begins = Role.allCases.map { Array(sequence($0).utf8) }
    }

    func begin(_ role: Role) -> [UInt8] { begins[Int(role.rawValue)] }
}
