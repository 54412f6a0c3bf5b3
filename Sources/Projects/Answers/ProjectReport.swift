import Bytes
import Deciding
import LinkLayers

/// All that is wrong or surprising in a project: in each file by itself, and between the files.
package struct ProjectReport: Sendable {
    /// In the order of the files and their lines.
    package let findings: [ProjectFinding]

    /// - Parameters:
    ///   - served: The project with what its sites serve; nil if they were not asked.
    ///   - sites: The answers of the sites.
    package init(_ project: Project, serving served: Project? = nil, sites: ServedSites = ServedSites()) {
        var comparison = ProjectComparison(served ?? project)
        comparison.compareRoutes()
        comparison.comparePlatforms()
        comparison.compareApps()
        let all = project.findings + AssociationFindings.of(project) + project.findings(about: sites) + comparison.findings
        findings = all.unique.sorted { ($0.place, $0.code.rawValue) < ($1.place, $1.code.rawValue) }
    }
}

/// Compares what a project claims with its routes, its platforms with each other, and its apps.
///
/// It says only what is certain: where a value is not known, nothing is reported. Which link opens which app is not decided here, but by the
/// simulated device (``ProjectAnswers``); here are sets of links, and whether they have one in common.
struct ProjectComparison {
    let project: Project
    /// What the apps claim, without callbacks of libraries.
    let links: [ClaimedLinks]
    let sites: SiteFiles
    let apps: [String: ProjectApp]
    var findings: [ProjectFinding] = []
    /// The steps that comparisons may still take. Without any left, nothing more is reported.
    var effort = 4_000_000

    init(_ project: Project) {
        self.project = project
        sites = SiteFiles(project)
        apps = Dictionary(project.apps.map { ($0.key, $0) }) { first, _ in first }
        let ids = Set(project.apps.flatMap(\.possibleIDs).map { $0.lowercased() })
        guard let all = ClaimedLinks.all(of: project) else {
            (links, effort) = ([], 0)
            return
        }
        links = all.filter { [apps] links in
            let scheme = links.scheme.lowercased()
            return !Self.isForeign(scheme) && !ids.contains(scheme) && !links.claim.isOfLibrary(in: apps[links.claim.app])
        }
    }

    /// Whether a scheme is one that a library uses to come back to the app, such as `fb123456`, `com.shop.oauth` or that of Google's or
    /// Microsoft's sign-in, or one that only one of the systems has.
    private static func isForeign(_ scheme: String) -> Bool {
        if scheme.hasPrefix("fb"), scheme.count > 2, scheme.dropFirst(2).allSatisfy(\.isNumber) { return true }
        if ["geo", "google.navigation", "content", "file", "data"].contains(scheme) { return true }
        if !FilterClaim.web.contains(scheme), Project.schemesOfSystem.contains(scheme) { return true }
        if [".auth", ".oauth"].contains(where: scheme.hasSuffix) { return true }
        return ["com.googleusercontent.apps.", "msauth", "exp+", "sharemedia-", "org-appextension-"].contains { scheme.hasPrefix($0) }
    }

    /// The builds of an app, in order, that have one of these claims.
    func variants(of claims: some Sequence<Claim>, in app: ProjectApp) -> [ProjectApp.Build] {
        let names = Set(claims.lazy.filter { $0.app == app.key }.flatMap(\.variants))
        return names.contains("*") ? app.builds : app.builds.filter { names.contains($0.variant) }
    }

    mutating func add(
        _ code: ProjectCode, _ severity: Finding.Severity, _ message: String, repair: String, variants: [String] = [], at place: SourcePlace
    ) {
        guard effort > 0 else { return }
        findings.append(ProjectFinding(code, severity, message, repair: repair, variants: variants, at: place))
    }

    // MARK: Apps

    /// Two apps of the project that claim the same links.
    mutating func compareApps() {
        let certain = links.filter(\.claim.isCertain).map { (links: $0, shape: $0.whole.folded) }
        let owned = Dictionary(grouping: certain, by: \.links.claim.app)
        let apps = project.apps.filter { $0.appClipOf == nil && owned[$0.key] != nil }
        for (index, app) in apps.enumerated() {
            for other in apps[..<index] where other.platform == app.platform && effort > 0 {
                if other.possibleIDs.isEmpty || other.mayHaveID(of: app) { continue }
                effort -= 1
                compare(owned[other.key] ?? [], owned[app.key] ?? [], app, other)
            }
        }
    }

    private mutating func compare(_ first: [Shaped], _ second: [Shaped], _ app: ProjectApp, _ other: ProjectApp) {
        for (one, shape) in first {
            for two in second where effort > 0 {
                effort -= 1
                guard one.scheme == two.links.scheme, shape.meets(two.shape, effort: &effort) else { continue }
                return reportOverlap(one, two.links, app, other)
            }
        }
    }

    private typealias Shaped = (links: ClaimedLinks, shape: TextPattern)

    private mutating func reportOverlap(_ one: ClaimedLinks, _ two: ClaimedLinks, _ app: ProjectApp, _ other: ProjectApp) {
        let narrow = one.pathText != nil && two.pathText == nil ? one : two
        let builds = [variants(of: [one.claim], in: other), variants(of: [two.claim], in: app)]
        let isReleased = builds.allSatisfy { $0.contains(where: \.isRelease) }
        let consequence =
            app.platform == .android ? "Android opens one of them, or asks the user" : "iOS opens one of them, and does not define which"
        add(
            .claimOverlap, isReleased ? .warning : .note,
            "The apps \(other.key) and \(app.key) both claim \(narrow.words). If both are installed, \(consequence).",
            repair: "Let only one of the apps claim these links.", at: narrow.place)
    }
}
