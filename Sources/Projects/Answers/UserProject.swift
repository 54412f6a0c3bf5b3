package import AppLinks
import Bytes
package import Deciding

/// The user's own app: a project whose apps are on the simulated device, in one of their builds.
package struct UserProject: Sendable {
    package let project: Project
    /// The name that all apps have or, without one, that of the folder.
    package let name: String
    /// The build of each app that has it; nil for the one that users get.
    package let variant: String?
    /// The folder with its files, as an absolute path that ends with a slash; nil if it is not on this machine.
    package let folder: String?

    package init(_ project: Project, name: String, variant: String? = nil, in folder: String? = nil) {
        (self.project, self.variant, self.folder) = (project, variant, folder)
        let names = project.apps.filter { $0.appClipOf == nil && $0.name != $0.key }.compactMap(\.name).unique
        self.name = names.count == 1 ? names[0] : name
    }

    /// The name with the build, if the user chose one or if there are more than a debug and a release build: `Shop (demoRelease)`.
    package func words(on platform: AppPlatform) -> String {
        let variants = project.variants(on: platform)
        guard self.variant != nil || variants.count > 2, let variant = variant ?? project.defaultVariant(on: platform) else { return name }
        return "\(name) (\(variant))"
    }

    /// What the project knows of the site of a web link: the association file that counts for it or, without one, what is taken instead. Nil
    /// if no app claims the host.
    package func words(ofSiteOf link: LinkURL, on platform: AppPlatform) -> String? {
        guard link.isWeb, let host = link.host?.lowercased() else { return nil }
        let keys = Set(project.apps.filter { $0.platform == platform }.map(\.key))
        let claimed = project.claims.lazy.filter { keys.contains($0.app) }.flatMap(\.hostPatterns)
        guard let pattern = claimed.first(where: { FilterClaim.Datum.isSame($0, host) }) else { return nil }
        let files = project.associations.filter { $0.platform == platform }
        let own = files.filter { $0.host?.lowercased() == SiteFiles.site(of: pattern) }
        let counted = (own.isEmpty ? files.filter { $0.host == nil } : own).map(\.source.path)
        guard !counted.isEmpty else { return "no association file in the project, so the site is taken to name the app" }
        return "\(counted.joined(separator: ", ")); the site may serve another file"
    }

    /// The findings on files that cannot be read.
    package var unreadable: [ProjectFinding] { project.findings.filter { $0.code == .fileUnreadable } }

    package func hasApp(on platform: AppPlatform) -> Bool {
        project.apps.contains { $0.platform == platform && $0.appClipOf == nil }
    }

    /// Puts the apps of the device's platform on the device, before its other apps, with what they declare and the association files of the
    /// tree.
    package func install(on device: inout SimulatedDevice) {
        let platform = device.platform
        guard hasApp(on: device.platform) else { return }
        let variant = self.variant ?? project.defaultVariant(on: platform) ?? "*"
        var own: [SimulatedDevice.App] = []
        switch device.platform {
        case .android:
            let built = ProjectDevice<AndroidDevice>(project, variant: variant)
            for var declared in built.device.apps where built.keys[declared.id] != nil {
                // What is switched off, such as an alias with another icon, gets no links until code switches it on.
                declared.filters = zip(declared.filters, built.claims[declared.id] ?? []).compactMap { filter, claim in
                    guard claim.filter?.isEnabled == true else { return nil }
                    var filter = filter
                    filter.place = claim.place.words
                    return filter
                }
                own.append(app(declared.id, built.keys[declared.id], .android(declared)))
            }
        case .ios:
            let built = ProjectDevice<AppleDevice>(project, variant: variant)
            for var declared in built.device.apps {
                for claim in built.claims[declared.id] ?? [] {
                    if let declaration = claim.declaration { declared.places[declaration] = claim.place.words }
                }
                own.append(app(declared.id, built.keys[declared.id], .ios(declared)))
            }
            if case .ios(var system) = device.system {
                system.files.merge(built.device.files) { _, new in new }
                device.system = .ios(system)
            }
        }
        device.install(own)
    }

    private func app(_ id: String, _ key: String?, _ declared: AppDeclaration) -> SimulatedDevice.App {
        let known = project.apps.first { $0.key == key }
        var app = SimulatedDevice.App(id: id, name: known.flatMap { $0.name == $0.key ? nil : $0.name } ?? id, schemes: [])
        if let scheme = declared.schemes.first { app.returnURL = LinkURL(scheme + "://") }
        app.declared = declared
        if case .ios(var apple) = declared {
            // The list of a device has the schemes of an iPhone's apps.
            (app.schemes, apple.schemes) = (apple.schemes, [])
            app.declared = .ios(apple)
        }
        return app
    }

    /// The screen to which the code of an app leads a link.
    package struct Screen: Sendable, Hashable {
        /// The pattern of the route, such as `/product/:id`; nil if no route takes the link, or if that is not known.
        package var route: String?
        package var isKnown = true
        /// What to say about it: `route /product/:id with id = 9 (app/product/[id].tsx:1)`.
        package var words: String
    }

    /// Returns the screen to which an app on the device leads a link; nil if the project has no such app.
    package func screen(of link: String, in app: String, on platform: AppPlatform) -> Screen? {
        guard
            let own = project.apps.first(where: { $0.platform == platform && ($0.key == app || $0.builds.contains { $0.id.known == app }) })
        else { return nil }
        let routers = project.routers.filter { $0.apps.contains(own.key) }
        if let place = routers.lazy.compactMap({ $0.disabled[platform] }).first {
            return Screen(words: "no route: a setting turns links off (\(place.words))")
        }
        switch routers.match(link, on: platform) {
        case .route(let route, let parameters):
            let values = parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
            let with = values.isEmpty ? "" : " with \(values.joined(separator: ", "))"
            return Screen(route: route.pattern, words: "route \(route.pattern)\(with) (\(route.place.words))")
        case .unknown: return Screen(isKnown: false, words: "the route is not known: code decides")
        case .none, .ignored: return Screen(words: "no route takes it")
        }
    }
}
