import AppLinks

/// A scheme that linkscope may handle.
package struct HandledScheme: Sendable, Hashable {
    /// The scheme in lowercase, as desktops look it up.
    package let name: String

    /// The reason why linkscope does not become the handler of a scheme.
    package struct Problem: Error, Sendable, Hashable {
        package var message: String
    }

    /// Schemes that belong to the parts of a desktop, apart from those of the web.
    private static let owners = [
        "about": "the browser", "blob": "the browser", "data": "the browser", "javascript": "the browser", "file": "the file manager",
        "mailto": "the mail program",
    ]

    /// - Parameter text: The scheme as the user wrote it, in any case, with or without `:` or `://` at its end.
    package init(_ text: String) throws(Problem) {
        let name = (text.hasSuffix("://") ? text.dropLast(3) : text.hasSuffix(":") ? text.dropLast() : text[...]).lowercased()
        if let problem = SimulatedDevice.problem(inScheme: name) { throw Problem(message: problem) }
        if let owner = Self.owners[name] { throw Problem(message: "\"\(name)\" belongs to \(owner)") }
        self.name = name
    }

    /// The type that stands for links with this scheme.
    package var type: String { DesktopEntry.type(ofScheme: name) }

    /// Whether `xdg-open` takes a link with this scheme for a file name if no desktop environment is known. Its older versions do so if the
    /// scheme has a digit (seen in 1.1.3).
    package var isFileNameForXDGOpen: Bool { name.contains(where: \.isNumber) }
}
