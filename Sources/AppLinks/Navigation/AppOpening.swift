/// Opens URLs on behalf of an app. On Apple systems, an implementation can use `UIApplication`. In tests, a list of schemes is enough.
public protocol AppOpening: Sendable {
    /// Returns whether some app would open `url`, without opening it.
    func canOpen(_ url: LinkURL) -> Bool

    /// Opens `url`. Returns whether the URL was opened.
    func open(_ url: LinkURL) -> Bool
}
