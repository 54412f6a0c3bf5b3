// Reads what `pm get-app-links PACKAGE` prints since Android 12:
//
//      com.example.shop:
//        ID: 01234567-89ab-cdef-0123-456789abcdef
//        Signatures: [AB:CD:…]
//        Domain verification state:
//          shop.example: verified
//          www.shop.example: 1024
//        User 0:
//          Verification link handling allowed: true
//          Selection state:
//            Disabled:
//              shop.example

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

    package var domains: [Domain] = []
    /// The hosts whose links the user has chosen to open in the app.
    package var selected: [String] = []
    /// Whether the user lets the app open verified links; nil if the device does not tell.
    package var isAllowed: Bool?

    package init() {}

    package static func command(_ shell: AndroidShell, package: String) -> ToolCommand {
        ToolCommand(shell.arguments(["pm", "get-app-links", "--user", "0", package]), seconds: 20)
    }

    /// Asks the device to verify the hosts of the app again. The result comes later.
    package static func verifyingAgain(_ shell: AndroidShell, package: String) -> ToolCommand {
        ToolCommand(shell.arguments(["pm", "verify-app-links", "--re-verify", package]), seconds: 20)
    }

    private enum Part { case none, domains, enabled, disabled }

    /// Returns nil if the device did not answer with states, for example because its Android is older than 12.
    package init?(_ run: ToolRun) {
        var part = Part.none
        var isAnswer = false
        for line in run.lines {
            switch line {
            case "Domain verification state:": (part, isAnswer) = (.domains, true)
            case "Enabled:": part = .enabled
            case "Disabled:": part = .disabled
            case "Selection state:": part = .none
            default:
                if line.hasPrefix("User ") {
                    part = .none
                } else if line.hasPrefix("Verification link handling allowed:") {
                    isAllowed = line.hasSuffix("true")
                } else if part == .domains, let colon = line.lastIndex(of: ":") {
                    guard domains.count < Self.mostDomains else { continue }
                    let state = line[line.index(after: colon)...].trimmingBlanks
                    domains.append(Domain(host: String(line[..<colon]), state: String(state)))
                } else if part == .enabled, selected.count < Self.mostDomains {
                    selected.append(String(line))
                }
            }
        }
        guard isAnswer else { return nil }
    }

    /// The most domains of an app that are read.
    static let mostDomains = 1000

    /// Returns the state for a host. An entry such as `*.shop.example` is for all hosts below it.
    package func domain(for host: String) -> Domain? {
        let host = host.lowercased()
        return domains.first { $0.host.lowercased() == host }
            ?? domains.first { entry in
                let pattern = entry.host.lowercased()
                return pattern.hasPrefix("*.") && host.hasSuffix(pattern.dropFirst())
            }
    }
}
