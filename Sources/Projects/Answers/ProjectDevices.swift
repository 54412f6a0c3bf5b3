import Bytes
package import Deciding

/// Which claims of a project a device has.
package enum ClaimScope: Sendable, CaseIterable {
    /// Those that are certain.
    case certain
    /// Also those with values that are not known, and those of activities that code may switch on.
    case possible
    /// Also those of activities that other apps cannot start. Such a device shows whether nothing else keeps a link from the app.
    case unexported
}

/// A device with the apps of a project, each as one of its builds, and a browser. Nothing else is installed.
///
/// The tree's association files decide which apps are approved for which hosts; where it keeps none, all are.
package struct ProjectDevice<Device: Sendable>: Sendable {
    package private(set) var device: Device
    /// The claims of each app, by the app's ID on the device. On Android they are those of the app's filters, in their order.
    package private(set) var claims: [String: [Claim]] = [:]
    /// The keys of the apps by their IDs on the device.
    package private(set) var keys: [String: String] = [:]

    /// Returns the ID under which an app is installed: its own or, if that is not known or taken, its key.
    private mutating func install(_ app: ProjectApp, _ id: String?, with claims: [Claim]) -> String {
        var name = id ?? app.key
        if keys[name] != nil { name = app.key }
        while keys[name] != nil { name += "'" }
        keys[name] = app.key
        self.claims[name] = claims
        return name
    }
}

extension ProjectDevice where Device == AndroidDevice {
    /// - Parameter keys: The apps that are installed; nil for all.
    package init(_ project: Project, variant: String, scope: ClaimScope = .possible, only keys: Set<String>? = nil) {
        device = AndroidDevice(version: AndroidVersion(api: 35), defaultBrowser: AndroidDevice.App.chrome.id)
        let (sites, owned) = (SiteFiles(project), Dictionary(grouping: project.claims, by: \.app))
        // A watch and a car have an app of their own with the ID of the one for phones.
        let phones = Set(project.apps.filter { $0.platform == .android && $0.isForPhone }.flatMap(\.possibleIDs))
        for app in project.apps where app.platform == .android && keys?.contains(app.key) ?? true {
            if !app.isForPhone, !phones.isDisjoint(with: app.possibleIDs) { continue }
            let build = app.build(variant)
            let claims = (owned[app.key] ?? []).filter { $0.filter?.isViewed == true && $0.isIn(build.variant) && $0.isIn(scope) }
            var installed = AndroidDevice.App(install(app, build.id.known, with: claims))
            installed.targetSDK = app.targetSDK
            let filters = claims.compactMap(\.filter)
            installed.filters = filters.map { .init($0.filter, activity: $0.component) }
            for host in Self.verifiedHosts(of: filters, targetSDK: app.targetSDK) {
                installed.domains[host] =
                    switch sites.approval(of: build.id, on: host) {
                    case .approved: .verified
                    case .unclear: scope == .certain ? AndroidDevice.App.Domain.none : .assumed
                    case .unknown: .assumed
                    case .refused: AndroidDevice.App.Domain.none
                    }
            }
            device.apps.append(installed)
        }
        device.apps.append(.chrome)
    }

    /// Returns the hosts for which Android asks the sites. Apps for Android before 12 ask for all their hosts if one filter asks.
    private static func verifiedHosts(of filters: [FilterClaim], targetSDK: Int?) -> Set<String> {
        let asking = filters.filter(\.isVerifiable)
        let isOld = targetSDK.map { $0 < 31 } ?? false
        let counted = isOld && !asking.isEmpty ? filters.filter(\.hasWebScheme) : asking
        return Set(counted.flatMap { $0.filter.authorities.map { $0.host.lowercased() } }.filter { !SiteFiles.site(of: $0).contains("*") })
    }

    /// Returns the claim that a filter of the device came from.
    package func claim(at place: Decision.FilterPlace) -> Claim? {
        guard let own = claims[place.app], own.indices.contains(place.index) else { return nil }
        return own[place.index]
    }
}

extension ProjectDevice where Device == AppleDevice {
    /// - Parameters:
    ///   - keys: The apps that are installed; nil for all.
    ///   - clips: Whether the App Clips are installed in place of the apps. An App Clip opens where no app takes the link, so it is another
    ///     device that tells.
    package init(
        _ project: Project, variant: String, scope: ClaimScope = .possible, only keys: Set<String>? = nil, clips: Bool = false
    ) {
        device = AppleDevice(version: AppleVersion(17))
        let (sites, owned) = (SiteFiles(project), Dictionary(grouping: project.claims, by: \.app))
        for app in project.apps where app.platform == .ios && (app.appClipOf != nil) == clips && keys?.contains(app.key) ?? true {
            let build = app.build(variant)
            let appID = sites.appID(of: app, build.id, guesses: scope != .certain)
            let claims = (owned[app.key] ?? []).filter { claim in
                guard claim.isIn(build.variant), claim.isIn(scope) else { return false }
                if case .domain("appclips", let host, _) = claim.kind {
                    let files = sites.appleFiles(for: host)
                    return clips && (files.isEmpty || files.contains { $0.file.appClips.contains(appID) })
                }
                return !clips && claim.declaration != nil
            }
            var installed = AppleDevice.App(install(app, build.id.known, with: claims), appID: appID)
            for claim in claims {
                if case .urlScheme(let scheme) = claim.kind {
                    installed.schemes.append(scheme)
                } else if let declaration = claim.declaration {
                    installed.domains.append(declaration)
                }
            }
            device.apps.append(installed)
        }
        let appIDs = device.apps.map(\.appID)
        for host in device.apps.flatMap({ AppDeclaration.ios($0).hosts }).map(SiteFiles.site) where device.files[host] == nil {
            device.files[host] =
                clips
                ? AASAFile(assumedFor: appIDs) : sites.deviceFile(for: host, of: appIDs, assumesUnread: scope != .certain)
        }
    }

    /// Returns the claim whose declaration a step of a decision is about.
    package func claim(of step: Decision.Step) -> Claim? {
        claims[step.subject]?.first { $0.declaration == step.declaration }
    }
}

extension Claim {
    /// The intent filter; nil for a claim on iOS.
    package var filter: FilterClaim? { if case .filter(let filter) = kind { filter } else { nil } }

    /// What opens links on iOS, as a device declares it: `applinks:shop.example?mode=developer`, also for an App Clip, or the scheme in
    /// lowercase. Nil if the claim opens none.
    var declaration: String? {
        switch kind {
        case .domain("applinks", let host, let mode), .domain("appclips", let host, let mode):
            "applinks:\(host)" + (mode.map { "?mode=\($0)" } ?? "")
        case .urlScheme(let scheme): scheme.lowercased()
        case .domain, .queriesScheme, .filter: nil
        }
    }

    fileprivate func isIn(_ scope: ClaimScope) -> Bool {
        let isReachable = filter?.isExported != false
        return switch scope {
        case .certain: isCertain && isReachable && filter?.isEnabled != false
        case .possible: isReachable
        case .unexported: true
        }
    }
}
