import AppLinks

// What a device knows of a site once its association files have been fetched.

extension SimulatedDevice {
    /// Returns the device as it is if it has the files of a verdict: an iPhone has the association file, and an Android device has verified
    /// the apps that the site names.
    package func knowing(_ verdict: Verdict) -> SimulatedDevice {
        var device = self
        guard let link = verdict.question.link, let host = link.host?.lowercased(), !verdict.isUnknown else { return device }
        switch device.system {
        case .ios(var system):
            system.files[host] = HostNames.areSame(link, verdict.files.site.host) ? verdict.apple?.deviceFile : nil
            device.system = .ios(system)
        case .android:
            device.changeApps { apps in
                for index in apps.indices {
                    guard case .android(var app)? = apps[index].declared else { continue }
                    guard app.filters.contains(where: { $0.filter.authorities.contains { $0.host.lowercased() == host } }) else { continue }
                    let isNamed = verdict.android?.apps.contains { $0.package == app.id && $0.getsLink } ?? false
                    if app.domains[host] != .selected { app.domains[host] = isNamed ? .verified : AndroidDevice.App.Domain.none }
                    apps[index].declared = .android(app)
                }
            }
        }
        return device
    }

    /// Takes the declarations, the names and the files of another device with the same apps, such as the one of a project whose files have
    /// changed. What happened to the apps stays.
    package mutating func update(from other: SimulatedDevice) {
        for app in other.apps where !app.isAssumed && self.app(app.id)?.hasSameProfile(as: app) != true {
            var app = app
            app.isInstalled = self.app(app.id)?.isInstalled ?? app.isInstalled
            declare(app)
        }
        system = other.system
    }

    /// Returns the device with an app that the association files of a link's site name: one that gets the link, if there is one.
    package func withApps(namedBy verdict: Verdict) -> SimulatedDevice {
        var device = self
        guard let host = verdict.question.link?.host?.lowercased(), !verdict.isUnknown else { return device }
        let named: (id: String, state: AndroidDevice.App.Domain)?
        switch platform {
        case .ios:
            let apps = verdict.apple?.apps ?? []
            named = (apps.first { $0.decision?.outcome == .match } ?? apps.first).map { ($0.appID, .assumed) }
        case .android:
            let apps = verdict.android?.apps.filter(\.isPossible) ?? []
            named = (apps.first(where: \.getsLink) ?? apps.first).map { ($0.package, $0.getsLink ? .verified : .none) }
        }
        if let (id, state) = named, device.app(id) == nil {
            var own = App(id: id, name: id, schemes: [])
            own.declared = AppDeclaration(webLinksOf: [host], by: id, on: platform, state)
            device.install([own])
        }
        return device
    }

    /// The device with a version whose rules about web links were others: Android 11 asks, where Android 12 opens the browser.
    package var older: SimulatedDevice? {
        guard case .android(var system) = system, system.version.api > 30 else { return nil }
        system.version = AndroidVersion(api: 30)
        var device = self
        device.system = .android(system)
        device.name = device.system.systemName
        return device
    }
}
