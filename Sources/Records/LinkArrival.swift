package import AppLinks
package import LinkLayers

/// The summary of a link that arrived, made off the main actor: what receiving it needs, and how bad its findings are.
package struct LinkArrival: Sendable, Hashable {
    /// Nil when it is no URL.
    package var url: LinkURL?
    package var sourceApplication: String?
    package var severity: Finding.Severity?

    package init(_ bytes: [UInt8]) {
        guard case .link(let inspection) = RecordContent(bytes) else {
            severity = .error
            return
        }
        url = inspection.link?.inputURL
        sourceApplication = inspection.sourceApplication
        severity = inspection.severity
    }
}
