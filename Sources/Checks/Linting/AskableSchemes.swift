package import Deciding
import LinkLayers
package import Projects

/// The schemes that apps may ask about, as their files declare them.
package struct AskableSchemes: Sendable {
    private var schemes: [AppPlatform: Set<String>] = [:]
    /// The platforms whose files or code declare more than the schemes that are known.
    package var open: Set<AppPlatform> = []

    /// The newest version of Android that a build script is for, by its API level; nil if no script names one.
    private var target: Int?

    /// The first version whose apps see only the apps that they declare.
    private static let firstBlind = 30

    /// The schemes about which any app may ask. The system's settings, which have links to packages, are visible to all apps.
    private static let free = [AppPlatform.ios: Project.schemesOfSystem, .android: FilterClaim.web.union(FilterClaim.local)]

    /// The calls that return apps. The others return whether there is one.
    private static let lists: Set = ["resolveActivity", "queryIntentActivities"]

    package init() {}

    package mutating func merge(_ other: Self) {
        schemes.merge(other.schemes) { $0.union($1) }
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
            case .filter(let filter): schemes[platform]?.formUnion(filter.filter.schemes)
            case .domain: break
            }
        }
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
