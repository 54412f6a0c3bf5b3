internal import AppLinks

extension DeviceAnswer {
    /// The host of a web link; nil for any other link.
    package var host: String? { request.link.isWeb ? LinkURL(request.link.text)?.host : nil }

    /// What the device knows about the link's host and the app; nil if it was not asked or knows nothing.
    package var domain: AppLinkStates.Domain? { host.flatMap { appLinks?.states.domain(for: $0) } }

    /// Sentences about what the device knows about the app's hosts; empty if it was not asked. A sentence may quote the device.
    package var appLinkSentences: [String] {
        guard let appLinks else { return [] }
        var sentences: [String] = []
        if let domain {
            sentences.append("\(domain.host) is \(domain.words)")
        } else {
            let hosts = appLinks.states.domains.prefix(5).map(\.host).joined(separator: ", ")
            let declared = hosts.isEmpty ? "it declares no hosts" : "it declares \(hosts)"
            sentences.append("\(appLinks.package) does not declare \(host ?? "the host") with autoVerify; \(declared)")
        }
        if appLinks.states.isAllowed == false {
            sentences.append("the user has switched off \"Open supported links\" for \(appLinks.package)")
        }
        return sentences
    }
}
