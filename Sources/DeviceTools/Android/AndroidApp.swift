/// An app of an Android device, with what the device knows about its web links.
package struct AndroidApp: Sendable, Hashable {
    /// The package. Each variant of an app, such as `com.example.shop.debug`, has its own.
    package var package: String
    package var states: AppLinkStates

    package init(package: String, states: AppLinkStates) {
        self.package = package
        self.states = states
    }

    /// Returns sentences about what the device knows about a host and the app. A sentence may quote the device.
    ///
    /// - Parameter host: The host; nil if the link has none.
    package func sentences(about host: String?) -> [String] {
        var sentences: [String] = []
        if let domain = host.flatMap({ states.domain(for: $0) }) {
            sentences.append("\(domain.host) is \(domain.words)")
        } else {
            let hosts = states.domains.prefix(5).map(\.host).joined(separator: ", ")
            let declared = hosts.isEmpty ? "it declares no hosts" : "it declares \(hosts)"
            sentences.append("\(package) does not declare \(host ?? "the host") with autoVerify; \(declared)")
        }
        if let host, states.isSelected(host) { sentences.append("the user has chosen \(package) for the links of \(host)") }
        if states.isAllowed == false { sentences.append("the user has switched off \"Open supported links\" for \(package)") }
        return sentences
    }
}
