package import Deciding
import LinkLayers
package import Projects
import Secrets

/// The schemes that apps claim or may ask about, and their hosts, as the files of a tree declare them.
package struct TreeDeclarations: Sendable {
    private var schemes: [AppPlatform: Set<String>] = [:]
    /// The hosts of universal links, and those that Android verifies.
    private var hosts: [AppPlatform: Set<String>] = [:]
    /// The platforms whose files or code declare more than the schemes that are known.
    package var open: Set<AppPlatform> = []

    /// The newest version of Android that a build script is for, by its API level; nil if no script names one.
    private var target: Int?

    /// The first version whose apps see only the apps that they declare.
    private static let firstBlind = 30

    /// The schemes about which any app may ask, and those that code means for the other platform only. Android's settings, which have links
    /// to packages, are visible to all apps.
    private static let free = [
        AppPlatform.ios: Project.schemesOfSystem.union(["file", "market", "geo"]),
        .android: FilterClaim.web.union(FilterClaim.local).union(["market", "itms", "itms-apps", "itms-appss", "app-settings"]),
    ]

    /// The calls that return apps. The others return whether there is one.
    private static let lists: Set = ["resolveActivity", "queryIntentActivities"]

    package init() {}

    package mutating func merge(_ other: Self) {
        schemes.merge(other.schemes) { $0.union($1) }
        hosts.merge(other.hosts) { $0.union($1) }
        open.formUnion(other.open)
        target = [target, other.target].compactMap(\.self).max()
    }

    /// Reads a file that declares what an app asks about: a manifest, or an Info.plist.
    package init(in project: Project, of file: SourceFile) {
        let name = ProjectTree.name(of: file.path).lowercased()
        // The manifest of a library and the list of an extension do not count for the app.
        if name == "androidmanifest.xml", file.mentions("<application") { schemes[.android] = [] }
        if name.hasSuffix("info.plist"), !file.mentions("NSExtension") { schemes[.ios] = [] }
        if name.hasSuffix(".gradle") || name.hasSuffix(".kts") { target = file.targetSDK }
        for app in project.apps {
            if name.hasPrefix("app."), app.platform == .ios { schemes[.ios] = [] }
            if project.openApps.contains(app.key) { open.insert(app.platform) }
        }
        for claim in project.claims {
            guard let platform = project.apps.first(where: { $0.key == claim.app })?.platform else { continue }
            switch claim.kind {
            case .queriesScheme(let scheme), .urlScheme(let scheme): schemes[platform]?.insert(scheme.lowercased())
            case .filter(let filter):
                schemes[platform]?.formUnion(filter.filter.schemes)
                if filter.isVerifiable { hosts[platform, default: []].formUnion(filter.filter.authorities.map(\.host)) }
            // Nobody can verify the host of a service that has ended, which has a finding of its own.
            case .domain("applinks", let host, _) where KnownHost(host).end == nil: hosts[platform, default: []].insert(host)
            case .domain: break
            }
        }
    }

    /// Returns whether all hosts of a filter have universal links in the tree, so the app owns them, but Android verifies none of them.
    func areUnverified(_ filter: FilterClaim) -> Bool {
        let names = Set(filter.filter.authorities.map(\.host))
        return !names.isEmpty && hosts[.ios]?.isSuperset(of: names) ?? false && hosts[.android]?.isDisjoint(with: names) ?? true
    }

    /// Returns the link's scheme if an error or warning is about the form of an app's link; nil for other findings.
    static func scheme(ofLinkIn finding: LintFinding) -> String? {
        guard finding.severity > .note, let code = FindingCode(rawValue: finding.code), FindingPolicy.isAboutForm(code),
            let scheme = finding.link?.prefix(while: { $0 != ":" }).lowercased()
        else { return nil }
        return KnownSchemes.embedded.facts(of: scheme) == nil ? scheme : nil
    }

    /// Returns whether a finding is about the form of a link that no app of the tree claims. Who reads such a link, and how, is not known. If
    /// the tree declares no schemes, the app may be in another tree.
    func isOfOthers(_ finding: LintFinding) -> Bool {
        guard !schemes.isEmpty, let scheme = Self.scheme(ofLinkIn: finding) else { return false }
        // Only Android compares capital letters.
        let isOfAndroid = finding.code == FindingCode.capitalScheme.rawValue
        return !schemes.contains { $0.value.contains(scheme) && ($0.key == .android || !isOfAndroid) }
    }

    /// Returns the findings on schemes that no file declares. If the tree has no file that declares schemes, there are no findings.
    package func findings(on asked: [AskedScheme]) -> [ProjectFinding] {
        asked.flatMap { asked in
            asked.platforms.compactMap { platform -> ProjectFinding? in
                if platform == .android, let target, target < Self.firstBlind { return nil }
                guard !asked.opens, let known = schemes[platform], !open.contains(platform), !known.contains(asked.scheme),
                    Self.free[platform]?.contains(asked.scheme) == false
                else { return nil }
                let (what, list, answer) =
                    platform == .ios
                    ? ("On iOS,", "LSApplicationQueriesSchemes of Info.plist", "false")
                    : ("On Android 11 and later,", "<queries> of AndroidManifest.xml", Self.lists.contains(asked.call) ? "no app" : "false")
                let message = "\(what) \(asked.call) returns \(answer) for \(asked.scheme): links, because \(list) lacks the scheme."
                return ProjectFinding(.queriesScheme, .warning, message, repair: "Add \(asked.scheme) to \(list).", at: asked.place)
            }
        }
    }
}
