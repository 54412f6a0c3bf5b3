/// A phone that is not there: some applications, the URL schemes they claim, and which of them is in front.
///
/// A value. Asking changes nothing; ``receive(_:from:)``, ``open(_:extras:)`` and ``returnToReferer()`` do what the device would do and
/// tell all of it, so "what if that app were not installed" is a copy with one switch thrown.
package struct SimulatedDevice: Sendable, Hashable {
    package enum Platform: String, Sendable, Hashable, CaseIterable { case ios, android }

    package enum Idiom: String, Sendable, Hashable, CaseIterable { case phone, pad, other }

    /// What the user looks at.
    package enum Front: Sendable, Hashable {
        case home
        case app(String)
        case browser
    }

    package struct App: Sendable, Hashable {
        /// The bundle identifier, or the package.
        package var id: String
        package var name: String
        /// In the case they were written in; claiming does not depend on it.
        package var schemes: [String]
        package var isInstalled = true
        /// Where others are to send the user back to; an application without one names no referer.
        package var returnURL: LinkURL?
        /// What the application shows of where it was called from. Each has its own, and closing it lasts.
        package var banner = ReturnToRefererBanner()

        package init(id: String, name: String, schemes: [String], isInstalled: Bool = true, returnURL: LinkURL? = nil) {
            self.id = id
            self.name = name
            self.schemes = schemes
            self.isInstalled = isInstalled
            self.returnURL = returnURL
        }

        /// Schemes compare without regard to case, RFC 3986 section 3.1.
        package func claims(_ scheme: String) -> Bool {
            let lowered = scheme.lowercased()
            return schemes.contains { $0.lowercased() == lowered }
        }
    }

    package var name: String
    package var platform: Platform
    package var idiom: Idiom
    package var browserName: String
    package internal(set) var apps: [App]
    package internal(set) var front: Front

    package init(
        name: String, platform: Platform, idiom: Idiom, browserName: String = "Browser", apps: [App] = [], front: Front = .home
    ) {
        self.name = name
        self.platform = platform
        self.idiom = idiom
        self.browserName = browserName
        self.apps = apps
        self.front = front
    }
}

/// Asking
extension SimulatedDevice {
    package func app(_ id: String) -> App? {
        apps.first { $0.id == id }
    }

    /// The application in front; nil at home and in the browser.
    package var frontApp: App? {
        if case .app(let id) = front { app(id) } else { nil }
    }

    /// The application that gets URLs of `scheme`: the first installed one that claims it, else the first that would if it were installed.
    package func app(claiming scheme: String) -> App? {
        let claiming = apps.filter { $0.claims(scheme) }
        return claiming.first(where: \.isInstalled) ?? claiming.first
    }

    package func installed(claiming scheme: String) -> App? {
        app(claiming: scheme).flatMap { $0.isInstalled ? $0 : nil }
    }

    /// What the device would do with `url`.
    package func open(_ url: LinkURL) -> OpenAnswer {
        if url.isWeb { return .openedInBrowser(browserName) }
        guard let scheme = url.scheme, let app = app(claiming: scheme) else { return .noAppClaims }
        return app.isInstalled ? .opened(by: app.id) : .notInstalled(app.id)
    }
}

/// Switching
extension SimulatedDevice {
    /// Installs or removes an application; false when the device does not know it.
    ///
    /// Removing the one in front leaves nobody there, and with the application goes what its banner remembered.
    @discardableResult
    package mutating func setInstalled(_ isInstalled: Bool, app id: String) -> Bool {
        guard let place = apps.firstIndex(where: { $0.id == id }) else { return false }
        apps[place].isInstalled = isInstalled
        if !isInstalled {
            apps[place].banner = ReturnToRefererBanner()
            if front == .app(id) { front = .home }
        }
        return true
    }

    /// Brings an installed application to the front, or nobody; false when it is not there to come.
    @discardableResult
    package mutating func bringToFront(_ newFront: Front) -> Bool {
        if case .app(let id) = newFront, app(id)?.isInstalled != true { return false }
        front = newFront
        return true
    }

    /// The close button of the banner in front; false when none is to be seen.
    @discardableResult
    package mutating func closeBanner() -> Bool {
        guard let app = frontApp, app.banner.isVisible else { return false }
        change(app.id) { $0.banner.close() }
        return true
    }

    /// Lets the banner of an application show again after it was closed; of the one in front unless another is named.
    package mutating func reopenBanner(of id: String? = nil) {
        guard let id = id ?? frontApp?.id else { return }
        change(id) { $0.banner.isClosed = false }
    }

    mutating func change(_ id: String, _ body: (inout App) -> Void) {
        guard let place = apps.firstIndex(where: { $0.id == id }) else { return }
        body(&apps[place])
    }
}
