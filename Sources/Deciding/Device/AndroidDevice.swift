/// An Android device, as far as it decides about links: its version, its apps with their filters, and what the user chose.
package struct AndroidDevice: Sendable, Hashable {
    package var version: AndroidVersion
    /// The ID of the default browser; nil if the user chose none.
    package var defaultBrowser: String?
    package var apps: [App] = []
    /// The app that the user chose "always" for a scheme.
    package var preferred: [String: String] = [:]

    package init(version: AndroidVersion, defaultBrowser: String? = nil) { (self.version, self.defaultBrowser) = (version, defaultBrowser) }

    package struct App: Sendable, Hashable {
        /// What the device knows about an app and a host.
        package enum Domain: String, Sendable, Hashable, CaseIterable {
            case verified, selected, none
            /// Nobody knows whether the site names the app; linkscope assumes that it does.
            case assumed

            var isVerified: Bool { self == .verified || self == .assumed }
        }

        /// What the user set for the links of an app before Android 12.
        package enum Legacy: String, Sendable, Hashable, CaseIterable {
            case always, ask, never
            case alwaysAsk = "always_ask"
        }

        package var id: String
        package var targetSDK: Int?
        package var filters: [Declared] = []
        package var isStore = false
        package var isSystem = false
        package var isEnabled = true
        /// The order in which the apps were first installed; before Android 12, in which their links were allowed.
        package var installedAt = 0
        /// By host, which may begin with `*.`.
        package var domains: [String: Domain] = [:]
        /// The switch "Open supported links".
        package var linksAllowed = true
        package var legacy: Legacy?

        package init(_ id: String) { self.id = id }

        /// A filter, the activity that has it, and where it is declared: `app/src/main/AndroidManifest.xml:41`.
        package struct Declared: Sendable, Hashable {
            package var activity: String?
            package var filter: AndroidFilter
            package var place: String?

            package init(_ filter: AndroidFilter, activity: String? = nil) { (self.filter, self.activity) = (filter, activity) }
        }

        /// The state of a host: its own, or that of a `*.` entry whose rest ends it. The best one counts.
        func state(of host: String) -> Domain {
            var best = Domain.none
            for (name, state) in domains where best != .verified && state != .none && !(best == .assumed && state == .selected) {
                let isWide = name.hasPrefix("*.") && host.utf8.reversed().starts(with: name.utf8.dropFirst(2).reversed())
                if isWide || name == host { best = state }
            }
            return best
        }

        /// Whether a filter asks for verification and all hosts of all web filters are verified, as Android before 12 demands.
        var isVerifiedWholly: Bool {
            let web = filters.lazy.map(\.filter).filter { $0.isForWebLinks && !$0.authorities.isEmpty }
            guard web.contains(where: \.isVerifiedAutomatically) else { return false }
            return web.flatMap(\.authorities).map(\.host).allSatisfy { host in
                domains[host]?.isVerified == true || state(of: host.lowercased()).isVerified
            }
        }
    }
}

/// A version of Android, with the API level that decides which rules hold.
package struct AndroidVersion: Sendable, Hashable {
    package var api: Int

    /// The version of a device that does not say which one it has.
    package static let usual = AndroidVersion(api: 35)

    package init(api: Int) { self.api = api }

    /// The version as people say it.
    package var text: String { Self.levels.filter { $0.value == api }.keys.min() ?? "\(api - 20)" }

    /// - Parameter text: The version as people say it, such as `9`, `8.1` or `12L`.
    package init?(_ text: String) {
        guard let level = Self.levels[text] ?? Self.levels[String(text.prefix { $0 != "." })] ?? Self.future(text) else { return nil }
        api = level
    }

    private static func future(_ text: String) -> Int? { Int(text).flatMap { (17...99).contains($0) ? $0 + 20 : nil } }

    private static let levels = [
        "4": 19, "5": 21, "5.1": 22, "6": 23, "7": 24, "7.1": 25, "8": 26, "8.1": 27, "9": 28, "10": 29, "11": 30, "12": 31, "12L": 32,
        "12.1": 32, "13": 33, "14": 34, "15": 35, "16": 36,
    ]
}
