/// Code that forwards the events of an app to the listener, by its language.
package enum Snippet: String, Sendable, Hashable, CaseIterable {
    case swift, kotlin, javascript

    /// The path of the file below `Resources`.
    package var file: String {
        switch self {
        case .swift: "snippets/forward.swift"
        case .kotlin: "snippets/forward.kt"
        case .javascript: "snippets/forward.js"
        }
    }
}
