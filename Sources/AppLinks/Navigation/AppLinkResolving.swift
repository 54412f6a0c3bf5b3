public import Tasks

/// Finds out which ``AppLink`` belongs to an URL: by reading the page, asking an index, or from a table.
public protocol AppLinkResolving: Sendable {
    /// The link of `url`, later; an error when it cannot be found out.
    func appLink(for url: LinkURL) -> Future<AppLink>
}

/// The built-in resolver: asks nobody, and takes every URL for what it says itself, see ``AppLink/direct(for:)``.
public struct DirectAppLinkResolver: AppLinkResolving {
    /// The built-in resolver.
    public init() {}

    /// The direct link of `url`, at once.
    public func appLink(for url: LinkURL) -> Future<AppLink> {
        Future(AppLink.direct(for: IncomingLink(url)))
    }
}
