/// The result of asking a system to open a URL.
public enum OpenAnswer: Sendable, Hashable {
    /// An app opened it; the value is its ID, if known.
    case opened(by: String?)
    /// A browser opened it; the value is its name, if known.
    case openedInBrowser(String?)
    /// Not opened: the app that claims the scheme, with this ID, is not installed.
    case notInstalled(String)
    /// Not opened: no app claims the scheme.
    case noAppClaims
    /// An installed app claims the scheme but did not open it, or the system does not say why nothing opened.
    case refused(by: String?)

    /// Whether the URL was opened.
    public var isOpened: Bool {
        switch self {
        case .opened, .openedInBrowser: true
        case .notInstalled, .noAppClaims, .refused: false
        }
    }
}
