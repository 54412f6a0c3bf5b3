import AppLinks
import Bytes
import Secrets

/// A scheme that linkscope may handle: the scheme of one app.
package struct HandledScheme: Sendable, Hashable {
    /// The scheme in lowercase, as desktops look it up.
    package let name: String

    /// - Parameters:
    ///   - text: The scheme as the user wrote it, in any case, with or without `:` or `://` at its end.
    ///   - ofAnyOwner: Whether the scheme need not belong to one app, so that its registration can be undone.
    /// - Throws: The problem that this is not a scheme, or that it does not belong to one app.
    package init(_ text: String, ofAnyOwner: Bool = false) throws(HandlerError) {
        name = (text.hasSuffix("://") ? text.dropLast(3) : text.hasSuffix(":") ? text.dropLast() : text[...]).lowercased()
        if !ofAnyOwner, Self.isShared(name) {
            let owner = "belongs to the web, the system or many apps, not to one app"
            throw HandlerError(path: nil, reason: "\"\(name)\" \(owner): choose the scheme of your app, such as myapp")
        }
        if let problem = LinkURL.problem(asScheme: name) { throw HandlerError(path: nil, reason: problem) }
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
