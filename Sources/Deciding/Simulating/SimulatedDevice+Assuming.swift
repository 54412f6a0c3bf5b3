package import AppLinks
import LinkLayers

// A device that assumes apps adds the apps that links mention, so every link has a receiver and a way back:
//
// - A link with a custom scheme that no app claims adds an app, which is named after the scheme until a referer gives its name.
// - A referer adds an app with its name and with the scheme of its URL.
//
// An assumed app is installed when it is added. It can be removed and installed again like any other app.
extension SimulatedDevice {
    /// The most apps that a device assumes. A stream of links with ever new schemes thus cannot fill the memory.
    package static let mostAssumedApps = 100

    /// Adds the app that receives this link and the app of its referer, unless other apps claim their schemes.
    mutating func assumeApps(of link: IncomingLink) {
        assumeApp(for: link.inputURL)
        if let text = link.refererURL, let url = LinkURL(text) { assumeApp(for: url, named: link.refererAppName) }
    }

    /// Adds an app for the scheme of a URL if no app claims it and the device assumes apps. If the app was assumed before and has no name of
    /// its own yet, gives it this name.
    mutating func assumeApp(for url: LinkURL, named name: String? = nil) {
        guard assumesApps, let scheme = url.scheme?.lowercased(), canBeClaimed(url) else { return }
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        if let known = app(claiming: scheme) {
            if let name, known.isAssumed, known.name == scheme { rename(known.id, to: name) }
            return
        }
        guard !hasAssumedMostApps, case .nobody = receiver(of: url).receiver else { return }
        var app = App(
            id: Self.idPrefix + scheme, name: name ?? scheme, schemes: [scheme],
            returnURL: name == nil ? LinkURL(scheme + "://") : url)
        app.isAssumed = true
        changeApps { $0.append(app) }
    }

    /// Whether the device would assume another app, but has assumed as many as it may.
    package var hasAssumedMostApps: Bool { assumesApps && apps.count(where: \.isAssumed) >= Self.mostAssumedApps }

    /// Resets the names of the assumed apps that have this name to their schemes.
    package mutating func forgetAssumedName(_ name: String) {
        for app in apps where app.isAssumed && app.name == name { rename(app.id, to: app.schemes.first ?? app.id) }
    }

    /// Adds apps that another device assumed, unless apps of this device claim their schemes.
    package mutating func assume(_ others: [App]) {
        if assumesApps { add(others) }
    }

    /// Adds apps, unless apps of this device claim their schemes.
    mutating func add(_ others: [App]) {
        for app in others where !app.schemes.contains(where: { self.app(claiming: $0) != nil }) { changeApps { $0.append(app) } }
    }

    /// Gives an iPhone an assumed association file for each of the hosts without one. The file names the apps that claim the host.
    mutating func assumeSites(_ hosts: [String]) {
        guard case .ios(var system) = system else { return }
        for host in hosts where system.files[host] == nil {
            let appIDs = apps.compactMap { app in
                if case .ios(let declared)? = app.declared, app.declared?.hosts.contains(host) == true { declared.appID } else { nil }
            }
            system.files[host] = AASAFile(assumedFor: appIDs)
        }
        self.system = .ios(system)
    }

    /// Returns the installed app that claims the scheme of a URL in a referer; nil for a web link or if there is no such app.
    package func app(of refererURL: String?) -> App? {
        guard let text = refererURL, let url = LinkURL(text), !url.isWeb, let scheme = url.scheme else { return nil }
        return app(claiming: scheme).flatMap { $0.isInstalled ? $0 : nil }
    }

    /// Returns how every place calls the referer of a link; nil if the link has none.
    ///
    /// - Parameters:
    ///   - given: The name that the link gives.
    ///   - scheme: The scheme of the referer's URL.
    ///   - label: Returns the name of an app as the place writes it.
    package func referer(_ given: String?, scheme: String?, _ label: (App) -> String = { $0.name }) -> Referer? {
        let given = given.flatMap { $0.isEmpty ? nil : $0 }
        let app = scheme.flatMap { self.app(claiming: $0) }
        guard let name = given ?? app?.name ?? scheme else { return nil }
        guard let app else { return Referer(name: name) }
        return name == app.name ? Referer(name: label(app), app: app.id) : Referer(name: name, appName: label(app), app: app.id)
    }

    /// Returns how every place calls the referer to which a return leads.
    package func referer(_ link: AppLink?, _ label: (App) -> String = { $0.name }) -> Referer? {
        link?.targets.first.flatMap { referer($0.appName, scheme: $0.url?.scheme, label) }
    }

    /// The beginning of the IDs of assumed apps. The rest is the scheme. No profile needs an ID like this.
    private static let idPrefix = "assumed."

    /// Returns whether an app of this device can claim the scheme of a URL.
    package func canBeClaimed(_ url: LinkURL) -> Bool {
        guard let scheme = url.scheme?.lowercased() else { return false }
        return !url.isWeb && !Self.ofAndroidItself.contains(scheme) && !Self.ofBrowsers.contains(scheme) && refusal(of: url) == nil
    }

    /// Returns the rule that keeps a link from all apps of this device: it is the text of a code, which cameras read, or only the other
    /// system opens it. Returns nil if there is no such rule.
    func refusal(of url: LinkURL) -> Decision.Step? {
        if url.components.host == nil, SchemeName.isPayload(Array(url.text.utf8), url.components) { return Decision.Step(rule: .codeText) }
        guard let scheme = url.scheme?.lowercased() else { return nil }
        let rule: Decision.Rule
        switch platform {
        case .android where Self.ofApple.contains(scheme): rule = .onlyIOS
        case .ios where Self.ofAndroidItself.contains(scheme): rule = .onlyAndroid
        case .ios where Self.ofAndroid.contains(scheme) && app(claiming: scheme) == nil: rule = .notOfIOS
        default: return nil
        }
        return Decision.Step(rule: rule, subject: "\(scheme):")
    }

    /// Schemes that belong to a part of the other system. On iOS, an app may claim them.
    private static let ofAndroid: Set = ["market", "smsto", "mmsto", "geo", "google.navigation"]
    private static let ofApple: Set = ["itms", "itms-apps", "itms-appss", "itmss", "app-prefs", "prefs", "app-settings", "telprompt"]

    /// Schemes that Android resolves itself. The link inside an intent: URI is the one that an app receives.
    private static let ofAndroidItself: Set = ["intent", "android-app", "android.resource", "content", "package"]
    /// Schemes that the browser handles itself, so no app can claim them.
    private static let ofBrowsers: Set = [
        "about", "blob", "brave", "chrome", "chrome-extension", "data", "devtools", "edge", "file", "javascript", "moz-extension", "opera",
        "view-source",
    ]
}

/// The name of a link's referer: the one that the link gives and, where it differs, that of the app that the referer's URL opens, such as
/// `Heldnews (Nieuws)`.
package struct Referer: Sendable, Hashable {
    package var name: String
    /// The name of the app; nil if it is the same.
    package var appName: String?
    /// The ID of the app; nil if no app claims the URL.
    package var app: String?

    package init(name: String, appName: String? = nil, app: String? = nil) { (self.name, self.appName, self.app) = (name, appName, app) }

    package var text: String { appName.map { "\(name) (\($0))" } ?? name }

    /// Returns the name with a text that follows in the same parentheses: `Heldnews (Nieuws, news://back/9)`.
    package func text(with more: String) -> String { "\(name) (\(appName.map { "\($0), " } ?? "")\(more))" }
}
