/// Which program opens links with a scheme.
package struct HandlerStatus: Sendable, Hashable {
    package var scheme: String
    /// Whether linkscope is registered for the scheme.
    package var isRegistered: Bool
    /// The ID of the desktop entry of the default program; nil if no list names one. A program may still open the links, because its own
    /// desktop entry names the scheme.
    package var handler: String?
    /// The list that names the default program.
    package var list: String?
    /// The default program before linkscope was registered; nil if that is not known or not asked.
    package var former: String?

    /// Whether linkscope opens the links.
    package var isDefault: Bool { handler == DesktopEntry.id }
}
