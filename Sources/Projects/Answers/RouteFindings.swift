import Deciding
import LinkLayers

// What is wrong between claims and routes.

extension ProjectComparison {
    /// What the apps of a router claim, and the routes to which it leads.
    private struct Reach {
        var links: [ClaimedLinks]
        /// By the places of the links, whether they lead to a route.
        var isHandled: [Bool]
        /// By the places of the routes, the links that lead to them.
        var claims: [[ClaimedLinks]]
    }

    mutating func compareRoutes() {
        let owned = Dictionary(grouping: links, by: \.claim.app)
        for router in project.routers where router.kind != .code {
            let own = router.apps.flatMap { owned[$0] ?? [] }
            comparePrefixes(of: router, own)
            guard router.isCertain, !router.routes.isEmpty, !own.isEmpty, let reach = reach(of: router, own) else { continue }
            if !router.apps.contains(where: project.mayClaimMore) { reportRoutes(of: router, reach) }
            reportClaims(of: router, reach)
        }
    }

    /// Returns nil if it takes too long.
    private mutating func reach(of router: Router, _ own: [ClaimedLinks]) -> Reach? {
        let targets = router.routes.map { (platforms: $0.platforms, shapes: router.shapes(of: $0)) }
        var reach = Reach(links: own, isHandled: own.map { _ in false }, claims: targets.map { _ in [] })
        for (place, links) in own.enumerated() {
            let shapes = router.shapes(of: links)
            for (index, target) in targets.enumerated() where target.platforms.contains(links.platform) {
                guard shapes.contains(where: { shape in target.shapes.contains { $0.meets(shape, effort: &effort) } }) else { continue }
                reach.claims[index].append(links)
                reach.isHandled[place] = true
            }
            guard effort > 0 else { return nil }
        }
        return reach
    }

    // MARK: Routes

    /// Routes to which no claim leads: at all, on one platform, or in some builds.
    private mutating func reportRoutes(of router: Router, _ reach: Reach) {
        guard reach.links.allSatisfy(\.claim.isCertain) else { return }
        let used = Set(reach.links.map(\.platform))
        // Two patterns of one annotation lead to one screen.
        let places = Dictionary(grouping: router.routes.indices) { router.routes[$0].place.words }
        for group in places.values.sorted(by: { $0[0] < $1[0] }) {
            let route = router.routes[group[0]]
            // Users come to the start without a link, and a route for the rest is not meant for a link.
            if group.contains(where: { ["", "/"].contains(router.routes[$0].pattern) || router.routes[$0].isCatchAll }) { continue }
            // Only a build knows the value of a placeholder.
            if route.pattern.contains("${") { continue }
            let claims = group.flatMap { reach.claims[$0] }
            guard let first = claims.first else {
                // With a scheme that the app claims nowhere, the screens of the app find each other.
                let scheme = router.kind == .navigation ? LinkParts(route.pattern).scheme?.lowercased() : nil
                let isInternal = scheme.map { scheme in !reach.links.contains { $0.scheme.lowercased() == scheme } } ?? false
                add(
                    .routeUnreachable, isInternal ? .note : .warning,
                    "No app claims a link to the route \(route.pattern), so no link leads to it.",
                    repair: "Claim its links, or remove the route from the links that the app handles.", at: route.place)
                continue
            }
            if used.intersection(route.platforms).count > 1, claims.allSatisfy({ $0.platform == first.platform }) {
                add(
                    .routePlatformOnly, .note,
                    "Links lead to the route \(route.pattern) on \(first.platform.name) only: the other app claims none of them.",
                    repair: "Claim its links on the other platform too.", at: route.place)
            }
            for (key, own) in Dictionary(grouping: claims, by: \.claim.app).sorted(by: { $0.key < $1.key }) {
                if let app = apps[key] { reportVariants(of: route, own, app) }
            }
        }
    }

    private mutating func reportVariants(of route: Route, _ claims: [ClaimedLinks], _ app: ProjectApp) {
        let reaching = Set(variants(of: claims.map(\.claim), in: app).map(\.variant))
        let missing = app.builds.filter { !reaching.contains($0.variant) }
        guard !missing.isEmpty else { return }
        add(
            .routeMissingInVariant, missing.contains(where: \.isRelease) ? .warning : .note,
            "In \(missing.map(\.variant).joined(separator: ", ")), no link leads to the route \(route.pattern): these builds claim other links.",
            repair: "Claim its links in these builds too, or declare the route for the links that they claim.",
            variants: missing.map(\.variant), at: route.place)
    }

    // MARK: Claims

    /// Paths that are claimed by name, and that no route handles.
    private mutating func reportClaims(of router: Router, _ reach: Reach) {
        let caught = Set(router.routes.filter(\.isCatchAll).flatMap(\.platforms)).union(router.disabled.keys)
        // Another router of the app may handle its links.
        let shared = Set(project.routers.filter { $0 != router }.flatMap(\.apps))
        let open = reach.links.indices.filter { !caught.contains(reach.links[$0].platform) && !shared.contains(reach.links[$0].claim.app) }
        let places = Dictionary(grouping: open) { reach.links[$0].place.words }
        for group in places.values.sorted(by: { $0[0] < $1[0] }) {
            let links = reach.links[group[0]]
            let isUnhandled = group.allSatisfy {
                !reach.isHandled[$0] && reach.links[$0].pathText != nil && reach.links[$0].claim.isCertain
            }
            guard isUnhandled, !router.shapes(of: links).isEmpty else { continue }
            let start = links.isFromFile ? "The association file gives \(links.words) to the app" : "\(links.words) is claimed"
            add(
                .claimWithoutRoute, .warning, "\(start), but no route handles it: the link opens the app without its page.",
                repair: "Add a route for it, or do not claim it.", at: links.place)
        }
    }

    /// Hosts and schemes that React Navigation ignores, and prefixes that nothing claims.
    private mutating func comparePrefixes(of router: Router, _ own: [ClaimedLinks]) {
        guard router.kind == .reactNavigation, (1...Router.mostPrefixes).contains(router.prefixes.count) else { return }
        // A prefix that is missing is one mistake, on however many platforms and lines its links are claimed.
        let kinds = Dictionary(grouping: own.sorted { $0.hostPlace < $1.hostPlace }) {
            [$0.isWeb ? "" : $0.scheme.lowercased(), $0.host?.lowercased()]
        }
        for all in kinds.values.sorted(by: { $0[0].hostPlace < $1[0].hostPlace }) where router.isCertain {
            guard all.allSatisfy({ links in links.claim.isCertain && !router.prefixes.contains { $0.covers(links) } }) else { continue }
            let name = all[0].host ?? "\(all[0].scheme)://"
            add(
                .claimHostNotInPrefixes, .warning,
                "The app claims \(name), but no prefix of React Navigation begins with it: its links open the app on the start screen.",
                repair: "Add it to the prefixes.", at: all[0].hostPlace)
        }
        let isUnread =
            project.findings.contains { $0.code == .fileUnreadable } || own.contains { !$0.claim.isCertain }
            || router.apps.contains(where: project.mayClaimMore)
        for prefix in router.prefixes where !isUnread && !prefix.isForDevelopment && !own.contains(where: prefix.covers) {
            add(
                .prefixNotClaimed, .warning, "The prefix \(prefix.value) is never used, because no app claims such links.",
                repair: "Claim them on both platforms, or remove the prefix.", at: prefix.place)
        }
    }
}
