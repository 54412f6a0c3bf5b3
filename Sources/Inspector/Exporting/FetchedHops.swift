package import Pages

/// The requests of a lookup and the answers to them.
package struct FetchedHops: Sendable {
    package var hops: [RedirectHop]
    /// The time at which the lookup ended, in milliseconds since 1970.
    package var time: Int64
}
