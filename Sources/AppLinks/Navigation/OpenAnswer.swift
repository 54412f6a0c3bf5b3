/// What came of asking a system to open an URL.
public enum OpenAnswer: Sendable, Hashable {
    /// An application took it; its id, where that is known.
    case opened(by: String?)
    /// A browser took it; its name, where that is known.
    case openedInBrowser(String?)
    /// Nobody took it: the application that claims the scheme is not installed.
    case notInstalled(String)
    /// Nobody took it: no application claims the scheme.
    case noAppClaims
    /// An application claims the scheme and is there, but did not open it; or the system does not say why nothing opened.
    case refused(by: String?)

    /// Whether somebody took it.
    public var isOpened: Bool {
        switch self {
        case .opened, .openedInBrowser: true
        case .notInstalled, .noAppClaims, .refused: false
        }
    }
}
