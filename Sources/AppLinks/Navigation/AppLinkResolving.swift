public import Tasks

/// Finds the ``AppLink`` of a URL, for example by reading the page, by asking an index, or from a table.
public protocol AppLinkResolving: Sendable {
    /// Returns a future with the App Link of `url`. The future fails if the link cannot be found.
    func appLink(for url: LinkURL) -> Future<AppLink>
}

/// The built-in resolver. It uses no network and returns ``AppLink/direct(for:)`` for every URL.
public struct DirectAppLinkResolver: AppLinkResolving {
    /// Creates the resolver.
    public init() {}

    /// Returns the direct link of `url`, in a settled future.
    public func appLink(for url: LinkURL) -> Future<AppLink> {
        Future(AppLink.direct(for: IncomingLink(url)))
    }
}
