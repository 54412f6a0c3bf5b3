/// The window in which the user saves links as a suite: which links, and the name of the file.
package struct SuiteWindow: Sendable, Equatable {
    /// The links to record.
    package enum Scope: Sendable, Equatable {
        case selected, marked
        /// All links that the list shows.
        case shown
    }

    /// The choices, with the number of links of each. At least one link can be recorded.
    package var scopes: [(scope: Scope, words: String)]
    package var cursor: ListCursor
    package var line = TextLine(SuiteWindow.usualName)

    /// The name of the file that is offered.
    static let usualName = "links.yaml"

    var scope: Scope { scopes.indices.contains(cursor.selected) ? scopes[cursor.selected].scope : .selected }

    package static func == (one: Self, other: Self) -> Bool {
        one.cursor == other.cursor && one.line == other.line && one.scopes.elementsEqual(other.scopes, by: ==)
    }
}
