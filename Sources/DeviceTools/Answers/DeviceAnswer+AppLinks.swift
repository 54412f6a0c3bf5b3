internal import AppLinks

extension DeviceAnswer {
    /// The host of a web link; nil for any other link.
    package var host: String? { request.link.isWeb ? LinkURL(request.link.text)?.host : nil }

    /// What the device knows about the link's host and the app; nil if it was not asked or knows nothing.
    package var domain: AppLinkStates.Domain? { host.flatMap { appLinks?.states.domain(for: $0) } }

    /// Sentences about what the device knows about the app's hosts; empty if it was not asked. A sentence may quote the device.
    package var appLinkSentences: [String] { appLinks?.sentences(about: host) ?? [] }
}
