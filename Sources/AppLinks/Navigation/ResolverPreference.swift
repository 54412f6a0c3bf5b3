/// The resolver to use for a call that does not name a resolver. Each owner keeps its own preference; there is no shared default.
public struct ResolverPreference: Sendable {
    /// The preferred resolver; nil means the built-in one.
    public var preferred: (any AppLinkResolving)?

    private let builtIn: any AppLinkResolving

    /// Creates a preference for `preferred`. If `preferred` is nil, `builtIn` is used.
    public init(_ preferred: (any AppLinkResolving)? = nil, builtIn: any AppLinkResolving = DirectAppLinkResolver()) {
        self.preferred = preferred
        self.builtIn = builtIn
    }

    /// Returns the resolver to use: `named` if it is given, otherwise the preferred resolver, otherwise the built-in one.
    public func resolver(naming named: (any AppLinkResolving)? = nil) -> any AppLinkResolving {
        named ?? preferred ?? builtIn
    }
}
