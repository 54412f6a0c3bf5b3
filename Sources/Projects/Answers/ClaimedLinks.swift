import Deciding

/// Links that a claim opens: those of one scheme and one host, with the paths of one declaration. Claims are split into these, because each
/// has its own place in the files.
struct ClaimedLinks {
    var claim: Claim
    var platform: AppPlatform
    var scheme: String
    /// May begin with `*`; nil for any.
    var host: String?
    var path = TextPattern.anything
    /// What the declaration says about paths; nil if it takes all.
    var pathText: String?
    var hostPlace: SourcePlace
    /// The place of the path or, without one, of the host.
    var place: SourcePlace
    /// Whether the paths are those of an association file of the tree.
    var isFromFile = false

    var isWeb: Bool { scheme == "http" || scheme == "https" }

    /// As people write it: `https://shop.example/p/`.
    var words: String { "\(scheme)://\(host ?? "")\(pathText ?? "")" }

    /// Whole links, without query.
    var whole: TextPattern {
        let start = TextPattern().followed(by: scheme.lowercased() + ":")
        return host == nil && !isWeb ? start.followed(by: .rest) : start.followed(by: "//").followed(byHost: host).followed(by: path)
    }

    /// The most that the claims of a project are split into, and the most pieces of their paths. No app of people has as many.
    private static let (most, mostPieces) = (20_000, 1_000_000)

    /// Splits what the apps of a project claim; nil if it is too much to compare.
    static func all(of project: Project) -> [ClaimedLinks]? {
        let apps = Dictionary(project.apps.map { ($0.key, $0) }) { first, _ in first }
        var rules = SiteRules(sites: SiteFiles(project))
        var all: [ClaimedLinks] = []
        for claim in project.claims {
            guard let app = apps[claim.app] else { continue }
            switch claim.kind {
            case .filter(let filter):
                guard let links = of(filter, claim, most: most - all.count) else { return nil }
                if filter.isViewed { all += links }
            case .urlScheme(let scheme): all.append(ClaimedLinks(claim, .ios, scheme))
            case .domain("applinks", let host, _): all += of(host, claim, rules.of(app, host))
            case .domain, .queriesScheme: break
            }
            if all.count > most { return nil }
        }
        return all.reduce(0) { $0 + $1.path.size } > mostPieces ? nil : all
    }

    private init(_ claim: Claim, _ platform: AppPlatform, _ scheme: String, _ host: String? = nil, at place: SourcePlace? = nil) {
        (self.claim, self.platform, self.scheme, self.host) = (claim, platform, scheme, host)
        (hostPlace, self.place) = (place ?? claim.place, place ?? claim.place)
    }

    private static func of(_ filter: FilterClaim, _ claim: Claim, most: Int) -> [ClaimedLinks]? {
        let counts = (filter.filter.schemes.count, filter.filter.authorities.count, filter.filter.paths.count)
        guard max(counts.0, counts.1, counts.2) <= most, counts.0 * max(1, counts.1) * max(1, counts.2) <= most else { return nil }
        let place = { (names: (String) -> Bool, value: String) in filter.data.first { names($0.name) && $0.value == value }?.place }
        let patterns = filter.filter.paths.map { (pattern: TextPattern($0), text: $0.text, takesPaths: $0.takesPaths) }
        var all: [ClaimedLinks] = []
        for scheme in filter.filter.schemes {
            let hosts = filter.filter.authorities.map { Optional($0.host) }
            for host in hosts.isEmpty ? [nil] : hosts {
                let hostPlace = place({ $0 == (host == nil ? "scheme" : "host") }, host ?? scheme)
                let links = ClaimedLinks(claim, .android, scheme, host, at: hostPlace)
                let paths = host == nil || !filter.filter.groups.isEmpty ? [] : patterns
                if paths.isEmpty { all.append(links) }
                for (pattern, text, takesPaths) in paths where takesPaths {
                    var links = links
                    (links.path, links.pathText) = (pattern, text)
                    links.place = place({ $0.hasPrefix("path") }, text) ?? links.place
                    all.append(links)
                }
            }
        }
        return all
    }

    /// The links to an associated domain: all of the host or, if the tree has the site's file, those of the file's rules for the app.
    private static func of(_ host: String, _ claim: Claim, _ rules: [SiteRules.Rule]) -> [ClaimedLinks] {
        let links = ClaimedLinks(claim, .ios, "https", host)
        let named = rules.map { rule in
            var links = links
            (links.isFromFile, links.path, links.pathText, links.place) = (true, rule.path, rule.text, rule.place)
            return links
        }
        return named.isEmpty ? [links] : named
    }
}

/// The rules of the tree's association files by which an app gets links, each read once.
private struct SiteRules {
    /// The text is nil if the rule takes all paths.
    typealias Rule = (path: TextPattern, text: String?, place: SourcePlace)

    let sites: SiteFiles
    /// By the app and the host; files without a host are the same for all.
    var known: [[String?]: [Rule]] = [:]

    mutating func of(_ app: ProjectApp, _ host: String) -> [Rule] {
        let key = [app.key, sites.ownHost(of: host)]
        if let rules = known[key] { return rules }
        let rules = sites.appleFiles(for: host).flatMap { file in
            file.file.details.filter { detail in
                detail.appIDs.contains { appID in app.builds.contains { SiteFiles.names(appID, app, $0.id) } }
            }.flatMap(\.components).filter { !$0.isExcluding }.map { Self.rule($0, in: file.association.source) }
        }
        known[key] = rules
        return rules
    }

    private static func rule(_ rule: AASAComponent, in source: SourceFile) -> Rule {
        // The first text in a rule says which paths it is about.
        let range = rule.range.clamped(to: source.bytes.indices)
        let place = source.place(source.bytes[range].firstIndex(of: UInt8(ascii: "\"")) ?? range.lowerBound)
        guard let path = rule.path, !path.isEverything, path.text != "/*" else { return (.anything, nil, place) }
        return (rule.ignoresCase ? .anything : TextPattern(applePath: path.text), path.text, place)
    }
}

extension Router {
    /// The texts that lead to a route, as the router compares them: whole links in small letters, or paths.
    func shapes(of route: Route) -> [TextPattern] {
        // Without a scheme it takes those of web pages. Routers do not count a slash at the end.
        let starts = !route.isWholeLink || LinkParts(route.pattern).scheme != nil ? [""] : ["http://", "https://"]
        let texts = route.texts(of: kind).followed(by: .init(set: TextPattern.set("/"), least: 0, most: .max))
        return starts.map { TextPattern().followed(by: $0).followed(by: route.isWholeLink ? texts.folded : texts) }
    }

    static let mostPrefixes = 50

    /// What the router compares with its routes, of the links of a claim; nothing if it ignores them.
    func shapes(of links: ClaimedLinks) -> [TextPattern] {
        // With a scheme of the app's own, the host is the first part of the path.
        let own =
            links.host == nil ? TextPattern.anything : TextPattern().followed(by: "/").followed(byHost: links.host).followed(by: links.path)
        switch kind {
        case .deepLinkDispatch, .navigation: return [links.whole.folded]
        case .cordova: return links.isWeb ? [links.path.folded] : []
        case .expoRouter: return [links.isWeb ? links.path : own]
        case .reactNavigation where (1...Self.mostPrefixes).contains(prefixes.count):
            return prefixes.filter { $0.covers(links) }.map { prefix in
                guard let parts = prefix.parts, parts.path.isEmpty || parts.path == "/" else { return .anything }
                return parts.host.isEmpty && !links.isWeb ? own : links.path
            }
        case .reactNavigation: return [links.isWeb && prefixes.isEmpty ? links.path : .anything]
        case .goRouter, .autoRoute, .navigator, .code: return [links.path]
        }
    }
}

extension FilterClaim.Datum {
    /// The parts of a prefix of React Navigation; nil if it is not a beginning of a link, such as `*`.
    var parts: (scheme: String, host: String, path: String)? {
        let parts = LinkParts(value)
        return parts.host.map { (parts.scheme?.lowercased() ?? "", $0.lowercased(), parts.path) }
    }

    /// Whether a prefix lets links of a claim through, by the scheme and the host. Both schemes of web pages count as one.
    func covers(_ links: ClaimedLinks) -> Bool {
        guard let parts else { return true }
        let isWeb = parts.scheme == "http" || parts.scheme == "https"
        guard isWeb ? links.isWeb : parts.scheme == links.scheme.lowercased() else { return false }
        guard let host = links.host?.lowercased(), !parts.host.isEmpty, !parts.host.dropFirst().contains("*") else { return true }
        return Self.isSame(host, parts.host)
    }

    /// Whether a host and another one, either of which may begin with `*`, have one in common.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        if one.hasPrefix("*") { return other.hasSuffix(one.dropFirst()) }
        return other.hasPrefix("*") && one.hasSuffix(other.dropFirst())
    }

    /// Whether only Expo's own app, or a server on the developer's machine, has such links.
    var isForDevelopment: Bool {
        guard let parts else { return true }
        return parts.scheme.hasPrefix("exp") || ["localhost", "127.", "10.0.2.2", "192.168."].contains { parts.host.hasPrefix($0) }
    }
}
