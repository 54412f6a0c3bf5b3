/// Opens URLs on behalf of an app: `UIApplication` on Apple systems, a list of schemes in tests.
public protocol AppOpening: Sendable {
    /// Returns whether some app would open `url`, without opening it.
    func canOpen(_ url: LinkURL) -> Bool

    /// Opens `url`; returns whether that worked.
    func open(_ url: LinkURL) -> Bool
}
