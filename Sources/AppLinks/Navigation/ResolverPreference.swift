/// Which resolver to use where a call names none. A value its owner keeps: there is no default that all share.
public struct ResolverPreference: Sendable {
    /// The resolver preferred to the built-in one; nil restores that.
    public var preferred: (any AppLinkResolving)?

    private let builtIn: any AppLinkResolving

    /// A preference for `preferred`, with a built-in one behind it.
    public init(_ preferred: (any AppLinkResolving)? = nil, builtIn: any AppLinkResolving = DirectAppLinkResolver()) {
        self.preferred = preferred
        self.builtIn = builtIn
    }

    /// The resolver to use: the one a call names, else the preferred one, else the built-in one.
    public func resolver(naming named: (any AppLinkResolving)? = nil) -> any AppLinkResolving {
        named ?? preferred ?? builtIn
    }
}
