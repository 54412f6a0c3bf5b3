package import AppLinks
package import LinkLayers

/// A summary of an arriving link, created outside the main actor: what the device needs to receive it, and the severity of its findings.
package struct LinkArrival: Sendable, Hashable {
    /// Nil if the text is not a URL.
    package var url: LinkURL?
    package var sourceApplication: String?
    package var severity: Finding.Severity?

    package init(_ content: RecordContent) {
        guard case .link(let inspection) = content else {
            severity = .error
            return
        }
        url = inspection.link?.inputURL
        sourceApplication = inspection.sourceApplication
        severity = inspection.severity
    }
}
