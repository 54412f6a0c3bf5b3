/// What an Android device knows about the web links of an app.
package struct AppLinkStates: Sendable, Hashable {
    package struct Domain: Sendable, Hashable {
        package var host: String
        /// The word that Android uses, such as `verified`, `none` or `1024`.
        package var state: String

        package init(host: String, state: String) {
            self.host = host
            self.state = state
        }

        /// Whether the app gets the links of the host without a question.
        package var isVerified: Bool { ["verified", "approved", "system_configured", "migrated", "restored"].contains(state) }

        /// What the state means.
        package var words: String {
            switch state {
            case "verified": "verified: the app gets the links of this host"
            case "approved": "approved by a command (pm set-app-links), not by the host's file"
            case "system_configured": "approved by the device's manufacturer"
            case "migrated": "verified by an earlier version of Android"
            case "restored": "verified on the device from which the app was restored"
            case "none": "not verified yet, or the app was installed while the device had no network"
            case "denied": "denied by a command (pm set-app-links)"
            case "legacy_failure": "not verified by an old verifier; the reason was not recorded"
            default:
                Int(state).map { $0 >= 1024 } == true
                    ? "not verified: the verifier ended with error \(state), usually because assetlinks.json could not be fetched or does not name the app and its certificate"
                    : "in the state \"\(state)\""
            }
        }
    }

    /// The SHA-256 fingerprints of the certificates that sign the app, such as `AB:CD:…`, as the device writes them.
    package var signatures: [String] = []
    /// The hosts that the device verifies for the app.
    package var domains: [Domain] = []
    /// The hosts whose links the user has chosen to open in the app.
    package var selected: [String] = []
    /// The hosts whose links the user could choose to open in the app.
    package var offered: [String] = []
    /// Whether the user lets the app open verified links; nil if the device does not tell.
    package var isAllowed: Bool?

    package init() {}

    /// Returns the command that asks the device to verify the hosts of the app again. The result comes after the command has ended.
    package static func verifyingAgain(_ shell: AndroidShell, package: String) -> ToolCommand {
        shell.question(["pm", "verify-app-links", "--re-verify", package])
    }

    static let mostDomains = 1000

    /// Returns the state for a host. An entry such as `*.shop.example` is for all hosts below it.
    package func domain(for host: String) -> Domain? {
        let host = host.lowercased()
        return domains.first { $0.host.lowercased() == host } ?? domains.first { Self.covers($0.host, host) }
    }

    /// Whether the user has chosen to open the links of a host in the app.
    package func isSelected(_ host: String) -> Bool { Self.contains(selected, host.lowercased()) }

    /// Whether the app declares a host, whether or not the device verifies it.
    package func declares(_ host: String) -> Bool {
        domain(for: host) != nil || isSelected(host) || Self.contains(offered, host.lowercased())
    }

    /// Whether the app gets the links of a host without a question.
    package func opensLinks(of host: String) -> Bool { isAllowed != false && (domain(for: host)?.isVerified == true || isSelected(host)) }

    private static func contains(_ entries: [String], _ host: String) -> Bool {
        entries.contains { $0.lowercased() == host || covers($0, host) }
    }

    /// - Parameter host: A host in lowercase.
    private static func covers(_ entry: String, _ host: String) -> Bool {
        entry.hasPrefix("*.") && host.hasSuffix(entry.lowercased().dropFirst())
    }
}

/// An app of an Android device, with what the device knows about its web links.
package struct AndroidApp: Sendable, Hashable {
    /// The package. Each variant of an app, such as `com.example.shop.debug`, has its own.
    package var package: String
    package var states: AppLinkStates
    /// Whether the device has verified a host again; nil if it was not asked to. False means that it had not finished in time.
    package var isVerifiedAgain: Bool?

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
