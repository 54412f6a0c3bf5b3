/// The result of asking a system to open a URL.
public enum OpenAnswer: Sendable, Hashable {
    /// An app opened the URL. The value is the app's ID, if known.
    case opened(by: String?)
    /// A browser opened the URL. The value is the browser's name, if known.
    case openedInBrowser(String?)
    /// Nothing opened the URL, because the app with this ID, which claims the scheme, is not installed.
    case notInstalled(String)
    /// Nothing opened the URL, because no app claims the scheme.
    case noAppClaims
    /// Nothing opened the URL, because an installed app claims the scheme but refused, or for a reason that the system does not give. The
    /// value is the app's ID, if known.
    case refused(by: String?)

    /// Whether the URL was opened.
    public var isOpened: Bool {
        switch self {
        case .opened, .openedInBrowser: true
        case .notInstalled, .noAppClaims, .refused: false
        }
    }
}
