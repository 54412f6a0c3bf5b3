import Deciding
import LinkLayers
import Projects

// Projects made by hand, for tests of what follows from them.

extension Project {
    init(_ apps: ProjectApp...) {
        self.init(ProjectTree([:]))
        self.apps = apps
    }

    /// Returns what a link does on a platform in a build: the default one if none is named.
    func answer(_ link: String, on platform: AppPlatform, variant: String? = nil) -> LinkAnswer {
        ProjectAnswers(self, on: platform, variant: variant ?? defaultVariant(on: platform) ?? "*").answer(link)
    }

    /// Adds an intent filter that tapped links reach, unless `change` takes something from it.
    mutating func claim(
        _ app: String, _ schemes: [String] = ["https"], _ hosts: [String] = [], _ paths: [String] = [], kind: FilterPattern.Kind = .prefix,
        verified: Bool = true, variants: [String] = ["*"], line: Int = 1, certain: Bool = true,
        _ change: (inout FilterClaim) -> Void = { _ in }
    ) {
        let place = SourcePlace("AndroidManifest.xml", line: line)
        var filter = AndroidFilter(
            actions: ["android.intent.action.VIEW"], categories: [AndroidFilter.defaultCategory, AndroidRequest.browsable])
        filter.schemes = schemes
        filter.authorities = hosts.map { AndroidFilter.Authority(host: $0) }
        filter.paths = paths.map { FilterPattern(kind, $0) }
        filter.isVerifiedAutomatically = verified
        var claim = FilterClaim(filter)
        claim.data = hosts.map { FilterClaim.Datum("host", $0, at: place) }
        claim.data += paths.map { FilterClaim.Datum("path" + kind.rawValue, $0, at: place) }
        change(&claim)
        var whole = Claim(.filter(claim), app: app, variants: variants, at: place)
        whole.isCertain = certain
        claims.append(whole)
    }

    mutating func claim(_ app: String, domain: String, service: String = "applinks", mode: String? = nil, line: Int = 1) {
        let kind = Claim.Kind.domain(service: service, host: domain, mode: mode)
        claims.append(Claim(kind, app: app, variants: ["*"], at: SourcePlace("App.entitlements", line: line)))
    }

    mutating func claim(_ app: String, scheme: String, variants: [String] = ["*"], line: Int = 1) {
        claims.append(Claim(.urlScheme(scheme), app: app, variants: variants, at: SourcePlace("Info.plist", line: line)))
    }

    /// Adds a router with routes on lines 1, 2, 3 …
    mutating func route(_ kind: Router.Kind, _ apps: [String], _ patterns: [String], change: (inout Router) -> Void = { _ in }) {
        var router = Router(kind, apps: apps)
        router.routes = patterns.enumerated().map { index, pattern in
            Route(
                pattern, isWholeLink: kind == .navigation || pattern.contains("://"), on: AppPlatform.allCases,
                at: SourcePlace("routes", line: index + 1))
        }
        change(&router)
        routers.append(router)
    }

    mutating func keep(assetLinks packages: String..., host: String? = nil) {
        let print = "00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F"
        let statements = packages.map { package in
            #"{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":["\#(print)"]}}"#
        }
        let file = SourceFile("assetlinks.json", Array("[\(statements.joined(separator: ","))]".utf8))
        associations.append(Association(.android(AssetLinksFile(file.bytes)), file, host: host))
    }

    mutating func keep(apple text: String, host: String? = nil) {
        let file = SourceFile("apple-app-site-association", Array(text.utf8))
        associations.append(Association(.apple(AASAFile(file.bytes)), file, host: host))
    }

    /// The codes, severities and lines of the report, in order.
    var report: [String] {
        ProjectReport(self).findings.map {
            "\($0.severity.rawValue) \($0.code.rawValue) \($0.place.words) \($0.variants.joined(separator: ","))"
        }
    }

    /// What a link does, and why: `app shop claimed /p/:id`.
    func says(_ link: String, _ platform: AppPlatform = .android, _ variant: String? = nil) -> String {
        let answer = answer(link, on: platform, variant: variant)
        let screen = if case .route(let route) = answer.screen { route.pattern } else { answer.screen == .unknown ? "?" : "-" }
        return "\(answer.opening.rawValue) \(answer.app ?? "-") \(answer.why.rawValue) \(screen)\(answer.isCertain ? "" : " perhaps")"
    }
}

extension ProjectApp {
    /// An app with an ID in each build; in one build `*` if there is only one ID.
    static func made(
        _ key: String, _ platform: AppPlatform = .android, _ ids: (String, String)..., team: String? = nil, clipOf: String? = nil
    ) -> ProjectApp {
        let builds = ids.isEmpty ? [Build("*", .known("com.\(key)"))] : ids.map { Build($0.0, .known($0.1)) }
        var app = ProjectApp(key, platform, builds: builds, at: SourcePlace("build", line: 1))
        (app.team, app.appClipOf) = (team, clipOf)
        return app
    }
}
