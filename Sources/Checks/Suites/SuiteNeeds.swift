package import AppLinks
package import Deciding

/// What the links of a suite need from the network, because the suite has no files for it.
package struct SuiteNeeds: Sendable {
    package struct Page: Sendable, Hashable {
        package var url: LinkURL
        /// The place of the first link that needs the page.
        package var place: YAMLPlace
    }

    package struct Site: Sendable, Hashable {
        package var site: WebSite
        /// The platforms whose association files are needed.
        package var platforms: Set<AppPlatform>
        /// The place of the first expectation that needs a file.
        package var place: YAMLPlace
    }

    package private(set) var pages: [Page] = []
    package private(set) var sites: [Site] = []

    package var isEmpty: Bool { pages.isEmpty && sites.isEmpty }

    /// - Parameters:
    ///   - links: The links that are tested.
    ///   - device: The device of the suite. A web link that one of its apps gets needs no page.
    package init(of links: [Suite.Link], in suite: Suite, on device: SimulatedDevice? = nil) {
        var knownPages = Set(suite.pages.map(\.key))
        let (aasa, assetLinks) = (Set(suite.aasa.map(\.key)), Set(suite.assetLinks.map(\.key)))
        var places: [WebSite: Int] = [:]
        for link in links {
            guard let url = LinkURL(link.link), url.isWeb, url.host?.isEmpty == false, let host = WebSite.host(of: url) else { continue }
            let isOfApp = link.from == nil && device?.hasApp(for: url) == true
            if link.expectations.contains(where: { $0.key == .resolves || $0.key.needsPage && !isOfApp }),
                !knownPages.contains(url.withoutFragment),
                knownPages.insert(url).inserted
            {
                pages.append(Page(url: url, place: link.place))
            }
            for expectation in link.expectations {
                let platform: AppPlatform
                switch expectation.key {
                case .aasa where !aasa.contains(host): platform = .ios
                case .assetlinks where !assetLinks.contains(host): platform = .android
                default: continue
                }
                // Other links are not decided by association files.
                guard LinkObstacle(url) == nil, let site = WebSite(of: url) else { continue }
                if let place = places[site] {
                    sites[place].platforms.insert(platform)
                } else {
                    places[site] = sites.count
                    sites.append(Site(site: site, platforms: [platform], place: expectation.place))
                }
            }
        }
    }
}

extension ExpectationKey {
    /// Whether the page of a web link decides about the expectation.
    var needsPage: Bool {
        switch self {
        case .opens, .app, .route, .target, .extras, .referer, .events, .trail, .resolves: true
        case .findings, .aasa, .assetlinks: false
        }
    }
}
