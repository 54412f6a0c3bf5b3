import Bytes
import Deciding
import LinkLayers

// What one platform's app claims and the other's does not.

extension ProjectComparison {
    mutating func comparePlatforms() {
        let owned = Dictionary(grouping: links, by: \.claim.app)
        for app in project.apps where app.platform == .android {
            guard let other = counterpart(of: app), let android = owned[app.key], let apple = owned[other.key] else { continue }
            let (isAndroidKnown, isAppleKnown) = (isKnown(app, android), isKnown(other, apple))
            if isAppleKnown { reportGaps(android, apple) }
            if isAndroidKnown { reportGaps(apple, android) }
            guard isAndroidKnown, isAppleKnown else { continue }
            comparePaths(android, apple)
            compareWithFiles(android, apple)
        }
    }

    /// Whether an app claims these links and certainly no others.
    private func isKnown(_ app: ProjectApp, _ links: [ClaimedLinks]) -> Bool {
        !project.mayClaimMore(app.key) && links.allSatisfy(\.claim.isCertain)
    }

    /// Returns the same app for iOS: that with the same router, name or ID, or the only one. An app for watches or cars, which has the ID of
    /// the one for phones, has none.
    private func counterpart(of app: ProjectApp) -> ProjectApp? {
        if hasTwin(app) { return nil }
        let others = project.apps.filter { $0.platform == .ios && $0.appClipOf == nil }
        let shared = Set(project.routers.filter { $0.apps.contains(app.key) }.flatMap(\.apps))
        if let other = others.first(where: { shared.contains($0.key) }) { return other }
        let ids = Set(app.builds.compactMap(\.id.known))
        let similar = others.first { other in
            other.name != nil && other.name == app.name || other.builds.contains { $0.id.known.map(ids.contains) ?? false }
        }
        return similar ?? (others.count == 1 && project.apps.count { $0.platform == .android && !hasTwin($0) } == 1 ? others[0] : nil)
    }

    /// Whether an earlier app for Android may have the same ID.
    private func hasTwin(_ app: ProjectApp) -> Bool {
        project.apps.prefix { $0.key != app.key }.contains { $0.platform == .android && $0.mayHaveID(of: app) }
    }

    /// Hosts and schemes that the other platform does not claim.
    private mutating func reportGaps(_ own: [ClaimedLinks], _ others: [ClaimedLinks]) {
        let platforms = own.first.map { $0.platform == .android ? ("Android", "iOS") : ("iOS", "Android") } ?? ("", "")
        let hosts = Set(others.filter(\.isWeb).compactMap { $0.host?.lowercased() })
        let wide = hosts.filter { $0.hasPrefix("*") }
        let isOpen = others.contains { $0.isWeb && $0.host.map { $0 == "*" } ?? true }
        var seen: Set<String> = []
        // What keeps taps from a filter is reported by itself.
        let own = own.filter { links in
            links.claim.filter.map { $0.isDefault && $0.isBrowsable && (!links.isWeb || $0.isVerifiable) } ?? true
        }
        let missing = own.filter { links in
            guard links.isWeb, !isOpen, links.claim.isCertain, let host = links.host?.lowercased(), host != "*", !hosts.contains(host),
                !Self.reserved.contains(host)
            else { return false }
            return seen.insert(host).inserted && !(host.hasPrefix("*") ? hosts : wide).contains { FilterClaim.Datum.isSame(host, $0) }
        }
        // Some apps have a host for each language. One finding says it.
        let listed = missing.count > Self.mostHosts ? missing.prefix(1) : missing[...]
        for links in listed {
            let others = missing.count > Self.mostHosts ? ", as \(missing.count - 1) others," : ""
            let same = own.filter { $0.isWeb && $0.host?.lowercased() == links.host?.lowercased() }
            addGap(.platformGapHost, "The host \(links.host ?? "")\(others)", platforms, same, at: links.hostPlace)
        }
        // Also those that an activity of a library takes.
        let claimed = project.claims.lazy.filter { $0.app == others.first?.claim.app }
        let schemes = Set(claimed.flatMap { $0.filter?.filter.schemes ?? [$0.declaration ?? ""] }.map { $0.lowercased() })
        for links in own where !links.isWeb && !schemes.contains(links.scheme.lowercased()) && links.claim.isCertain {
            guard seen.insert(links.scheme.lowercased() + ":").inserted else { continue }
            let place = links.claim.filter?.data.first { $0.name == "scheme" && $0.value == links.scheme }?.place
            let same = own.filter { $0.scheme.lowercased() == links.scheme.lowercased() }
            addGap(.platformGapScheme, "The scheme \(links.scheme)", platforms, same, at: place ?? links.place)
        }
    }

    /// The names that nobody can own (RFC 2606), which templates have.
    private static let reserved = Set(["com", "net", "org"].flatMap { ["example.\($0)", "www.example.\($0)"] })

    /// The most hosts that are named each by its own finding.
    private static let mostHosts = 5

    private mutating func addGap(
        _ code: ProjectCode, _ what: String, _ platforms: (String, String), _ links: [ClaimedLinks], at place: SourcePlace
    ) {
        guard let app = links.first.flatMap({ apps[$0.claim.app] }) else { return }
        let builds = variants(of: links.map(\.claim), in: app)
        let isReleased = builds.count == app.builds.count || builds.contains(where: \.isRelease)
        add(
            code, isReleased ? .warning : .note,
            "\(what) is claimed on \(platforms.0) only. On \(platforms.1) its links do not open the app.",
            repair: "Claim it on \(platforms.1) too.", at: place)
    }

    /// Hosts of which Android takes some paths and iOS all, by the declarations. With an association file in the tree, its rules decide.
    private mutating func comparePaths(_ android: [ClaimedLinks], _ apple: [ClaimedLinks]) {
        let hosts = Dictionary(grouping: android.filter { $0.isWeb && $0.host != nil }) { $0.host?.lowercased() ?? "" }
        let appleHosts = Set(apple.filter(\.isWeb).compactMap { $0.host?.lowercased() })
        for (host, all) in hosts.sorted(by: { $0.key < $1.key }) where all.allSatisfy({ $0.pathText != nil }) {
            guard sites.appleFiles(for: host).isEmpty, appleHosts.contains(host) else {
                continue
            }
            let paths = all.compactMap(\.pathText).unique
            add(
                .platformGapPath, .note,
                "iOS claims every path of \(host), Android only \(paths.prefix(3).joined(separator: ", "))\(paths.count > 3 ? " and others" : "").",
                repair: "Claim the same paths: on iOS, the site's association file can leave some out.", at: all[0].claim.place)
        }
    }

    /// Paths that Android claims and that the association file for iOS does not give to the app.
    private mutating func compareWithFiles(_ android: [ClaimedLinks], _ apple: [ClaimedLinks]) {
        let owned = Dictionary(grouping: apple.filter(\.isWeb)) { $0.host?.lowercased() ?? "" }
        let places = Dictionary(grouping: android.filter { $0.isWeb && $0.host != nil && $0.pathText != nil }) { $0.place.words }
        for all in places.values.sorted(by: { $0[0].place < $1[0].place }) {
            let rules = all.map { owned[$0.host?.lowercased() ?? ""] ?? [] }
            let isLeftOut = zip(all, rules).allSatisfy { links, rules in
                !rules.isEmpty && rules.allSatisfy { $0.isFromFile && !$0.path.meets(links.path, effort: &effort) }
            }
            guard isLeftOut, let file = rules.first?.first?.place.file else { continue }
            add(
                .claimNotInAssociation, .warning,
                "\(all[0].words) is claimed on Android, but \(file) does not give it to the app on iOS: there it opens the browser.",
                repair: "Add the path to the association file, or do not claim it on Android.", at: all[0].place)
        }
    }
}
