package import AppLinks
import Bytes

/// A phone that exists only in memory: its apps, the URL schemes they claim, and the app in front.
///
/// The device is a value. Queries do not change it. ``receive(_:)``, ``open(_:extras:returnURL:)`` and ``returnToReferer()`` do what
/// a real device would do, and return everything that happened. To find out what happens if an app is not installed, change a copy.
///
/// A strict device has only the apps of its profile. A device that assumes apps adds the apps that links mention; see
/// `SimulatedDevice+Assuming.swift`.
package struct SimulatedDevice: Sendable, Hashable {
    package enum Idiom: String, Sendable, Hashable, CaseIterable { case phone, pad, other }

    /// What is on the screen.
    package enum Front: Sendable, Hashable {
        case home
        case app(String)
        case browser
    }

    package struct App: Sendable, Hashable {
        /// The bundle identifier, or the package on Android.
        package var id: String
        package var name: String
        /// The schemes as written in the profile. Their case does not matter for claiming links.
        package var schemes: [String]
        /// What the app declares about links beside the schemes; nil if the profile has only schemes.
        package var declared: AppDeclaration?
        package var isInstalled = true
        /// Whether the app is not in the profile. The device assumed it, because a link has its scheme.
        package var isAssumed = false
        /// The URL that leads back to the app. If it is nil, the app does not name itself as the referer.
        package var returnURL: LinkURL?
        /// The app's return-to-referer banner. Each app has its own banner. A closed banner stays closed until ``reopenBanner(of:)`` is
        /// called or the app is removed.
        package var banner = ReturnToRefererBanner()
        /// The IDs of the apps that this app has replaced, such as the assumed app for its scheme. The device also finds this app by these
        /// IDs.
        package var formerIDs: [String] = []

        package init(id: String, name: String, schemes: [String], isInstalled: Bool = true, returnURL: LinkURL? = nil) {
            self.id = id
            self.name = name
            self.schemes = schemes
            self.isInstalled = isInstalled
            self.returnURL = returnURL
        }

        /// The custom schemes that the app claims, in the profile's list or by its declarations.
        package var claimedSchemes: [String] {
            guard let declared else { return schemes }
            return (schemes + declared.schemes).unique
        }

        /// Returns whether the app claims `scheme`. Schemes are case-insensitive (RFC 3986, section 3.1).
        package func claims(_ scheme: String) -> Bool {
            let lowered = scheme.lowercased()
            return claimedSchemes.contains { $0.lowercased() == lowered }
        }

        /// Whether the profile of the app is the same. What happened to the app on the device does not matter.
        package func hasSameProfile(as other: SimulatedDevice.App) -> Bool {
            (id, name, schemes, returnURL, isAssumed) == (other.id, other.name, other.schemes, other.returnURL, other.isAssumed)
                && declared == other.declared
        }
    }

    package var name: String
    package var platform: AppPlatform
    package var idiom: Idiom
    package var browserName: String
    /// The translations of the banners' text. An app uses them from the next link that it receives.
    package var bannerTranslations = BannerTranslations()
    /// The version, the choices of the user, and the association files of sites. It has no apps: they are ``apps``.
    package var system: AskedDevice { didSet { engine = AskedDevice(system, apps.filter(\.isInstalled)) } }
    package private(set) var apps: [App]
    /// The system with the installed apps, as the decision engine is asked about it. Only ``changeApps(_:)`` and `system` change what it
    /// is made of, and both make it anew.
    private(set) var engine: AskedDevice
    package internal(set) var front: Front
    /// Whether the device adds an app for each scheme that it sees in a link and that no app claims.
    package var assumesApps = false

    package init(
        name: String, platform: AppPlatform, idiom: Idiom, browserName: String = "Browser", apps: [App] = [], front: Front = .home
    ) {
        self.name = name
        self.platform = platform
        self.idiom = idiom
        self.browserName = browserName
        system = platform == .android ? .android(AndroidDevice(version: .usual)) : .ios(AppleDevice(version: .usual))
        engine = AskedDevice(system, apps.filter(\.isInstalled))
        self.apps = apps
        self.front = front
    }

    // MARK: Queries

    /// Returns the app with this ID, or the app that has replaced the app with this ID.
    package func app(_ id: String) -> App? {
        place(of: id).map { apps[$0] } ?? Self.systemApps(platform).first { $0.id == id }
    }

    func place(of id: String) -> Int? {
        apps.firstIndex { $0.id == id } ?? apps.firstIndex { $0.formerIDs.contains(id) }
    }

    /// The app in front; nil on the home screen and in the browser.
    package var frontApp: App? {
        if case .app(let id) = front { app(id) } else { nil }
    }

    /// Returns the app for URLs of `scheme`: the first installed app that claims `scheme`, or otherwise the first app that claims it but is
    /// not installed.
    package func app(claiming scheme: String) -> App? {
        let claiming = apps.filter { $0.claims(scheme) }
        return claiming.first(where: \.isInstalled) ?? claiming.first
    }

    // MARK: Changes

    /// Installs or removes an app; returns false if the device has no such app in its list.
    ///
    /// Removing the app in front brings the home screen to the front. Removing an app also resets its banner.
    @discardableResult
    package mutating func setInstalled(_ isInstalled: Bool, app id: String) -> Bool {
        guard let place = place(of: id) else { return false }
        changeApps { apps in
            apps[place].isInstalled = isInstalled
            if !isInstalled { apps[place].banner = ReturnToRefererBanner() }
        }
        if !isInstalled, front == .app(apps[place].id) { front = .home }
        return true
    }

    /// Brings an installed app, the browser or the home screen to the front; returns false if the app is not installed.
    @discardableResult
    package mutating func bringToFront(_ newFront: Front) -> Bool {
        guard case .app(let id) = newFront else {
            front = newFront
            return true
        }
        guard let app = app(id), app.isInstalled else { return false }
        front = .app(app.id)
        return true
    }

    /// Closes the banner of the app in front; returns false if no banner is visible.
    @discardableResult
    package mutating func closeBanner() -> Bool {
        guard let app = frontApp, app.banner.isVisible else { return false }
        closeBanner(of: app.id)
        return true
    }

    /// Closes the banner of an app, also for links that the app receives later.
    package mutating func closeBanner(of id: String) { changeBanner(of: id) { $0.close() } }

    /// Allows the closed banner of an app to appear again. The default is the app in front.
    package mutating func reopenBanner(of id: String? = nil) {
        guard let id = id ?? frontApp?.id else { return }
        changeBanner(of: id) { $0.isClosed = false }
    }

    /// Changes what the device has of apps.
    mutating func changeApps(_ body: (inout [App]) -> Void) {
        body(&apps)
        engine = AskedDevice(system, apps.filter(\.isInstalled))
    }

    // Banners and names change with every link, and do not matter to the engine.

    mutating func changeBanner(of id: String, _ body: (inout ReturnToRefererBanner) -> Void) {
        if let place = place(of: id) { body(&apps[place].banner) }
    }

    mutating func rename(_ id: String, to name: String) {
        if let place = place(of: id) { apps[place].name = name }
    }

    // MARK: Declaring an app: the user tells the device about an app that its profile does not have

    /// Adds an installed or removed app, or changes the app that it replaces: the app with the same ID, the apps in its `formerIDs`, and the
    /// assumed apps for its schemes.
    ///
    /// The app keeps the banner and the place of the app that it replaces. Links that the replaced app received belong to the new app.
    package mutating func declare(_ app: App) {
        let replaced = apps.filter { other in
            other.id == app.id || app.formerIDs.contains(other.id) || (other.isAssumed && other.schemes.contains(where: app.claims))
        }
        var app = app
        app.isAssumed = false
        let former = app.formerIDs + replaced.flatMap { [$0.id] + $0.formerIDs }.filter { $0 != app.id }
        app.formerIDs = former.unique
        if let banner = replaced.first?.banner { app.banner = banner }
        let place = replaced.first.flatMap { first in apps.firstIndex { $0.id == first.id } } ?? apps.count
        let isInFront = replaced.contains { front == .app($0.id) }
        changeApps { apps in
            apps.removeAll { other in replaced.contains { $0.id == other.id } }
            apps.insert(app, at: min(place, apps.count))
        }
        assumeSites(app.declared?.hosts ?? [])
        if isInFront { front = app.isInstalled ? .app(app.id) : .home }
    }

    /// Adds apps before the others, or changes those that are there.
    package mutating func install(_ own: [App]) {
        for app in own.reversed() {
            if self.app(app.id) == nil { changeApps { $0.insert(app, at: 0) } } else { declare(app) }
        }
    }

    /// Removes an app from the list of apps. If it was in front, the home screen comes to the front.
    package mutating func forget(_ id: String) {
        changeApps { $0.removeAll { $0.id == id } }
        if front == .app(id) { front = .home }
    }

    /// Returns why a text cannot be the URL that leads back to an app; nil if it can.
    package static func problem(inReturnURL text: String) -> String? {
        LinkURL(text)?.scheme == nil ? "\"\(text)\" is not an absolute URL. Write one such as shop://back" : nil
    }

    /// The kind of device whose tags of a page apply to this device.
    package var pageIdiom: PageTags.Idiom {
        switch (platform, idiom) {
        case (.android, _): .android
        case (.ios, .phone): .phone
        case (.ios, .pad): .pad
        case (.ios, .other): .other
        }
    }

    // MARK: Taking back what the user did to a device, but keeping the changes by links that have arrived since

    /// Adds to this device what arriving links changed on another one: the apps that it assumed, their names, and the banners. If the links brought an
    /// app to the front, it comes to the front here too, or the home screen if this device has no such app.
    ///
    /// - Parameters:
    ///   - later: The device after the links arrived.
    ///   - earlier: The same device before they arrived.
    ///   - movesFront: Whether an app received one of the links.
    package mutating func addArrivals(of later: SimulatedDevice, since earlier: SimulatedDevice, movesFront: Bool) {
        add(later.apps.filter { $0.isAssumed && earlier.app($0.id) == nil })
        for new in later.apps {
            guard let old = earlier.app(new.id), let id = app(replacedBy: new)?.id else { continue }
            if old.name != new.name, app(id)?.name == old.name { rename(id, to: new.name) }
            guard old.banner != new.banner else { continue }
            changeBanner(of: id) { banner in
                let isClosed = old.banner.isClosed == new.banner.isClosed ? banner.isClosed : new.banner.isClosed
                banner = new.banner
                if banner.isClosed != isClosed { banner.isClosed = isClosed }
            }
        }
        guard movesFront else { return }
        switch later.front {
        case .home, .browser: front = later.front
        case .app(let id):
            let app = later.app(id).flatMap(app(replacedBy:))
            front = app.flatMap { $0.isInstalled ? .app($0.id) : nil } ?? .home
        }
    }

    /// Returns the app of this device that another device has under the same ID, or has replaced.
    private func app(replacedBy other: App) -> App? {
        app(other.id) ?? other.formerIDs.lazy.compactMap { app($0) }.first
    }
}
