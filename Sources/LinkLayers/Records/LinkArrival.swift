/// The summary of a link that arrived, made off the main actor.
package struct LinkArrival: Sendable, Hashable {
    package init(_ bytes: [UInt8]) {}
}
