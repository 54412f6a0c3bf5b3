/// What the listener has done so far.
package struct ListenerCounts: Sendable, Hashable {
    /// The records that were stored.
    package var accepted = 0
    /// The requests that were refused or failed.
    package var refused = 0
    /// Why the last of them was refused; nil if records were stored after it. It quotes nothing that a client sent.
    package var error: String?
    /// Why the last of them was refused, even if records were stored after it.
    package var lastRefusal: String?

    package init() {}
}
