// Takes back what the user did to a device, but keeps what links that arrived since then did to it.
extension SimulatedDevice {
    /// Adds what arriving links changed on another device: the apps that it assumed, their names, and the banners. If the links brought an
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
            change(id) { app in
                if old.name != new.name, app.name == old.name { app.name = new.name }
                guard old.banner != new.banner else { return }
                let isClosed = old.banner.isClosed == new.banner.isClosed ? app.banner.isClosed : new.banner.isClosed
                app.banner = new.banner
                if app.banner.isClosed != isClosed { app.banner.isClosed = isClosed }
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
