import AppLinks
import Bytes
import Secrets

/// A scheme that linkscope may handle: the scheme of one app.
package struct HandledScheme: Sendable, Hashable {
    /// The scheme in lowercase, as desktops look it up.
    package let name: String

    /// The reason why linkscope does not become the handler of a scheme.
    package struct Problem: Error, Sendable, Hashable {
        package var message: String
    }

    /// - Parameter text: The scheme as the user wrote it, in any case, with or without `:` or `://` at its end.
    /// - Throws: The problem that this is not a scheme, or that it does not belong to one app.
    package init(_ text: String) throws(Problem) {
        let name = Self.name(text)
        guard !Self.isShared(name) else {
            let owner = "belongs to the web, the system or many apps, not to one app"
            throw Problem(message: "\"\(name)\" \(owner): choose the scheme of your app, such as myapp")
        }
        try self.init(anyOwner: name)
    }

    /// Creates a scheme of any owner, so that its registration can be undone.
    package init(anyOwner text: String) throws(Problem) {
        let name = Self.name(text)
        if let problem = LinkURL.problem(asScheme: name) { throw Problem(message: problem) }
        self.name = name
    }

    private static func name(_ text: String) -> String {
        (text.hasSuffix("://") ? text.dropLast(3) : text.hasSuffix(":") ? text.dropLast() : text[...]).lowercased()
    }

    /// Whether registering a scheme would keep its links from opening in the browser, the system or an app that the user chose. The table
    /// lists such schemes. It also lists schemes of single companies, which are accepted, because a company may test its own app.
    private static func isShared(_ name: String) -> Bool {
        if ofDesktops.contains(name) { return true }
        return name.withBytes { KnownSchemes.embedded.facts($0, 0..<$0.count) }.map { $0.owner != .vendor } ?? false
    }

    /// Schemes of Linux desktops, from memory. The table does not list them, because links do not have them: places in the file managers of
    /// GNOME and KDE, their help, and `unknown`, under which programs look for the handler of a scheme that has no handler of its own.
    private static let ofDesktops: Set = [
        "admin", "afc", "afp", "archive", "burn", "cdda", "computer", "dav", "davs", "dns-sd", "fish", "fonts", "ghelp", "google-drive",
        "gphoto2", "help", "info", "man", "mtp", "network", "nfs", "recent", "recentlyused", "remote", "smb", "starred", "tags", "timeline",
        "trash", "unknown",
    ]

    /// The type that stands for links with this scheme.
    package var type: String { DesktopEntry.type(ofScheme: name) }

    /// Whether `xdg-open` takes a link with this scheme for a file name if no desktop environment is known. Its older versions do so if the
    /// scheme has a digit (seen in 1.1.3).
    package var isFileNameForXDGOpen: Bool { name.contains(where: \.isNumber) }
}
