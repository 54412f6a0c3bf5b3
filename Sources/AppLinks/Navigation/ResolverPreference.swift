/// The resolver to use if a call names none. Each owner keeps its own; there is no shared default.
public struct ResolverPreference: Sendable {
    /// The preferred resolver; nil means the built-in one.
    public var preferred: (any AppLinkResolving)?

    private let builtIn: any AppLinkResolving

    /// Creates a preference for `preferred`, with a built-in resolver as the fallback.
    public init(_ preferred: (any AppLinkResolving)? = nil, builtIn: any AppLinkResolving = DirectAppLinkResolver()) {
        self.preferred = preferred
        self.builtIn = builtIn
    }

    /// Returns the resolver to use: `named` if given, otherwise the preferred one, otherwise the built-in one.
    public func resolver(naming named: (any AppLinkResolving)? = nil) -> any AppLinkResolving {
        named ?? preferred ?? builtIn
    }
}
