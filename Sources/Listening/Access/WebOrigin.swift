/// The origin of a web page, in the form of an `Origin` field: a scheme and a host, and a port if it is not the usual one.
package struct WebOrigin: Sendable, Hashable {
    package let text: String

    /// Parses an origin. Accepts `null`, which browsers send for pages without an origin, such as local files. Returns nil for anything else
    /// that is not exactly an origin, such as `*` or a URL with a path.
    package init?(_ text: String) {
        let lowered = text.lowercased()
        if lowered == "null" {
            self.text = lowered
            return
        }
        guard let separator = lowered.firstRange(of: "://") else { return nil }
        let (scheme, host) = (lowered[..<separator.lowerBound], lowered[separator.upperBound...])
        guard let first = scheme.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z"), !host.isEmpty else { return nil }
        let isPlain = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && !"/?#@*\\\"<>,".utf8.contains(byte) }
        guard scheme.utf8.allSatisfy(isPlain), host.utf8.allSatisfy(isPlain) else { return nil }
        self.text = lowered
    }
}
