/// The permissions and options of lookups.
package struct LookupRules: Sendable {
    /// Whether to connect to addresses that are not on the public Internet.
    package var allowsPrivate = false
    /// Whether to ignore the fetcher's cache.
    package var isFresh = false
    /// Whether to ask the host of each https hop which apps claim the hop's link.
    package var asksForClaims = true
    /// The time after which lookups end if no server, browser or name service answers. The time limits of single requests are shorter.
    package var patience: Duration = .seconds(40)

    package init(allowsPrivate: Bool = false, isFresh: Bool = false, asksForClaims: Bool = true) {
        self.allowsPrivate = allowsPrivate
        self.isFresh = isFresh
        self.asksForClaims = asksForClaims
    }
}
