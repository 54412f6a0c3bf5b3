/// An iPhone or iPad, as far as it decides about links: its version, its apps with their domains and schemes, the association files that it
/// has, and what the user chose.
package struct AppleDevice: Sendable, Hashable {
    package var version: AppleVersion
    package var defaultBrowser: String?
    package var defaultMail: String?
    package var apps: [App] = []
    /// The association files that the device got, by host.
    package var files: [String: AASAFile] = [:]
    /// The files on the web servers, by host; nil if they are the same.
    package var origin: [String: AASAFile]?
    /// The switch "Associated Domains Development" for developers.
    package var allowsDeveloperMode = false
    /// The hosts for which the user chose the browser.
    package var browserHosts: Set<String> = []

    package init(version: AppleVersion) { self.version = version }

    package struct App: Sendable, Hashable {
        package var id: String
        /// The team and the bundle identifier, as association files name the app.
        package var appID: String
        /// As in the entitlements: `applinks:*.shop.example`.
        package var domains: [String] = []
        package var schemes: [String] = []
        package var isDevelopmentSigned = false
        package var isBrowser = false
        /// Where domains and schemes are declared, by their texts: `ios/Shop.entitlements:7`.
        package var places: [String: String] = [:]

        package init(_ id: String, appID: String) { (self.id, self.appID) = (id, appID) }
    }
}

/// A version of iOS: `17.5`.
package struct AppleVersion: Sendable, Hashable, Comparable {
    package var major: Int
    package var minor: Int

    /// The version of a device that does not say which one it has.
    package static let usual = AppleVersion(18)

    package init(_ major: Int, _ minor: Int = 0) { (self.major, self.minor) = (major, minor) }

    package init?(_ text: String) {
        let numbers = text.split(separator: ".").map { Int($0) }
        guard let first = numbers.first, let major = first else { return nil }
        self.init(major, numbers.count > 1 ? numbers[1] ?? 0 : 0)
    }

    package static func < (one: Self, other: Self) -> Bool { (one.major, one.minor) < (other.major, other.minor) }

    package var text: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
