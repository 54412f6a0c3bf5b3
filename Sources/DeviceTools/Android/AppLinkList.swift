import AppLinks

// Reads what `pm get-app-links` prints since Android 12, for one app or, without a package, for each app with web links:
//
//      com.example.shop:
//        ID: 01234567-89ab-cdef-0123-456789abcdef
//        Signatures: [AB:CD:…]                       one fingerprint for each certificate, separated by commas
//        Domain verification state:
//          shop.example: verified
//          www.shop.example: 1024
//        User 0:                                     only if it is asked with --user
//          Verification link handling allowed: true
//          Selection state:
//            Disabled:
//              shop.example
//
// The form is from memory of Android's sources and documentation, so a line in another form is skipped.

/// What an Android device knows about the web links of its apps.
package enum AppLinkList {
    /// - Parameter package: The app. Nil asks for all apps.
    package static func command(_ shell: AndroidShell, package: String? = nil) -> ToolCommand {
        shell.question(["pm", "get-app-links", "--user", "0"] + (package.map { [$0] } ?? []))
    }

    /// Returns the apps in the order of the device. If the answer tells nothing about an app, the app is left out.
    package static func apps(_ run: ToolRun) -> [AndroidApp] {
        var reader = Reader()
        for line in run.lines { reader.read(line) }
        reader.endApp()
        return reader.apps
    }

    /// Returns whether the device does not know the command, because its Android is older than 12.
    package static func isUnknown(to run: ToolRun) -> Bool { run.complaint?.lowercased().contains("unknown command") == true }

    /// Returns whether the device says that it has no such app. The words are from memory.
    package static func isNotInstalled(_ run: ToolRun) -> Bool {
        guard !run.isSuccess, let complaint = run.complaint?.lowercased() else { return false }
        return complaint.contains("package") && (complaint.contains("unavailable") || complaint.contains("not found"))
    }

    static let mostApps = 2000

    private struct Reader {
        private enum Part { case none, domains, enabled, disabled }

        private(set) var apps: [AndroidApp] = []
        private var app = AndroidApp(package: "", states: AppLinkStates())
        private var part = Part.none
        /// Whether a line told something about the web links of the app.
        private var isAnswer = false

        mutating func read(_ line: Substring) {
            switch line {
            case "Domain verification state:": begin(.domains)
            case "Selection state:": begin(.none)
            case "Enabled:": begin(.enabled)
            case "Disabled:": begin(.disabled)
            default:
                if line.hasPrefix("User ") {
                    part = .none
                } else if line.hasPrefix("Verification link handling allowed:") {
                    begin(.none)
                    app.states.isAllowed = line.hasSuffix("true")
                } else if line.hasPrefix("Signatures:") {
                    app.states.signatures = Self.fingerprints(line.dropFirst("Signatures:".count))
                } else if let package = Self.package(line) {
                    endApp()
                    app.package = package
                } else {
                    readHost(line)
                }
            }
        }

        private mutating func begin(_ part: Part) {
            self.part = part
            isAnswer = true
        }

        private mutating func readHost(_ line: Substring) {
            switch part {
            case .none: break
            case .domains:
                guard let colon = line.lastIndex(of: ":"), app.states.domains.count < AppLinkStates.mostDomains else { return }
                let state = line[line.index(after: colon)...].trimmingBlanks
                app.states.domains.append(AppLinkStates.Domain(host: String(line[..<colon]), state: state))
            case .enabled: if app.states.selected.count < AppLinkStates.mostDomains { app.states.selected.append(String(line)) }
            case .disabled: if app.states.offered.count < AppLinkStates.mostDomains { app.states.offered.append(String(line)) }
            }
        }

        mutating func endApp() {
            if isAnswer, apps.count < AppLinkList.mostApps { apps.append(app) }
            app = AndroidApp(package: "", states: AppLinkStates())
            part = .none
            isAnswer = false
        }

        /// Returns the package that begins the part of an app, such as `com.example.shop:`.
        private static func package(_ line: Substring) -> String? {
            guard line.last == ":" else { return nil }
            let name = String(line.dropLast())
            return name.contains(".") && AppID.isValid(name) ? name : nil
        }

        private static func fingerprints(_ list: Substring) -> [String] {
            let words = list.split { "[], ".contains($0) }.filter { $0.utf8.count <= Self.longestFingerprint }
            return words.prefix(mostCertificates).map(String.init)
        }

        private static let longestFingerprint = 200
        private static let mostCertificates = 16
    }
}
