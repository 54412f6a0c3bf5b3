/// Opens URLs: the system, seen from an application. On Apple systems `UIApplication`, in tests a list of schemes.
public protocol AppOpening: Sendable {
    /// Whether some application would open `url`. Asking opens nothing.
    func canOpen(_ url: LinkURL) -> Bool

    /// Opens `url`, and tells whether that worked.
    func open(_ url: LinkURL) -> Bool
}
