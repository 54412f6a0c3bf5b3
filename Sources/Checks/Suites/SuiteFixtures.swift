package import AppLinks
package import Deciding
import LinkLayers
package import Projects

/// The device and the files of a suite, read and parsed.
package struct SuiteFixtures: Sendable {
    package struct File<Content: Sendable>: Sendable {
        /// The path as the suite writes it.
        package var path: String
        package var content: Content

        package init(path: String, _ content: Content) {
            self.path = path
            self.content = content
        }
    }

    /// The files that a site serves to devices.
    package struct ServedSite: Sendable {
        package var aasa: File<AASAFile>?
        /// First the site's own file, then those that it includes. Empty if the site serves none.
        package var assetLinks: [File<AssetLinksFile>] = []
        /// The reasons why the site gives no file to devices.
        package var absences: [AppPlatform: String] = [:]

        package init() {}
    }

    package var device: SimulatedDevice
    /// The suite's own files by host. They decide about all ports of the host.
    package var aasa: [String: File<AASAFile>] = [:]
    package var assetLinks: [String: File<AssetLinksFile>] = [:]
    /// The sites that were asked, because the suite has no file of their host.
    package var served: [WebSite: ServedSite] = [:]
    package var pages: [LinkURL: File<PageResolution>] = [:]

    /// The user's own project, whose apps are on the device; nil if there is none.
    package let project: UserProject?

    /// - Parameter project: The project whose apps are put on the device.
    package init(device: SimulatedDevice, project: UserProject? = nil) {
        self.device = device
        self.project = project
        project?.install(on: &self.device)
    }

    /// Returns the apple-app-site-association file of a link's host.
    func appleFile(for url: LinkURL) -> File<AASAFile>? {
        WebSite.host(of: url).flatMap { aasa[$0] } ?? site(of: url)?.aasa
    }

    /// Returns the assetlinks.json file of a link's host and the fetched files that it includes. Empty if there is no file.
    func androidFiles(for url: LinkURL) -> [File<AssetLinksFile>] {
        WebSite.host(of: url).flatMap { assetLinks[$0] }.map { [$0] } ?? site(of: url)?.assetLinks ?? []
    }

    /// Returns the site of a link, if it was asked.
    func site(of url: LinkURL) -> ServedSite? { WebSite(of: url).flatMap { served[$0] } }

    /// Returns the page of a link. Servers do not see fragments, so a page without a fragment is the page of a link with one.
    func page(of url: LinkURL) -> File<PageResolution>? {
        pages.isEmpty ? nil : pages[url] ?? pages[url.withoutFragment]
    }

    // MARK: The files of a site as they are served

    /// Adds the files that devices get from a site: on Apple devices Apple's copy or, without a copy, the site's own file; on Android the
    /// site's file with those that it includes.
    package mutating func add(_ verdict: Verdict) {
        let site = verdict.files.site
        var served = ServedSite()
        if let apple = verdict.apple {
            if let decider = apple.decider, let file = apple.file {
                let copy = verdict.files.all.last { $0.kind == decider }
                served.aasa = File(path: copy?.url ?? site.host, file)
            } else {
                served.absences[.ios] = Self.reason(verdict, .ios)
            }
        }
        if let android = verdict.android {
            if let file = android.file {
                let own = File(path: verdict.files.assetLinks?.url ?? site.host, file)
                let included = verdict.files.includes.compactMap { include in
                    include.content.map { File(path: include.url, AssetLinksFile($0)) }
                }
                served.assetLinks = [own] + included
            } else {
                served.absences[.android] = Self.reason(verdict, .android)
            }
        }
        self.served[site] = served
    }

    private static func reason(_ verdict: Verdict, _ platform: AppPlatform) -> String? {
        verdict.causes.first { $0.platform == platform && $0.severity == .error }?.message.withoutFinalPeriod
    }
}

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
