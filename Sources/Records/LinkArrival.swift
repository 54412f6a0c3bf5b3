package import AppLinks
package import LinkLayers

/// A summary of an arriving link, created outside the main actor: what the device needs to receive it, and the severity of its findings.
package struct LinkArrival: Sendable {
    package enum Destination: Sendable {
        /// The device gives the link to the app that claims it.
        case app(IncomingLink)
        /// The link is a web link. No app receives it on its arrival.
        case webPage
        /// The text is not a URL, or the record has no link.
        case nowhere
    }

    package let destination: Destination
    package let severity: Finding.Severity?
    /// A hash of the bytes of the link, which tells links apart without keeping them. It is zero for a record without a link.
    package let contentHash: UInt64

    package init(_ content: RecordContent) {
        guard case .link(let inspection) = content else {
            destination = .nowhere
            severity = .error
            contentHash = 0
            return
        }
        destination = inspection.link.map { $0.inputURL.isWeb ? .webPage : .app($0) } ?? .nowhere
        severity = inspection.severity
        contentHash = ContentHash.of(inspection.bytes.span)
    }
}
