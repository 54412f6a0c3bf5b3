/// Opens URLs on behalf of an app. On Apple systems, `UIApplication` does this; in tests, a list of schemes.
public protocol AppOpening: Sendable {
    /// Returns whether some app would open `url`, without opening it.
    func canOpen(_ url: LinkURL) -> Bool

    /// Opens `url`. Returns whether the URL was opened.
    func open(_ url: LinkURL) -> Bool
}
