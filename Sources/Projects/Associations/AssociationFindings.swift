import Bytes
import Deciding
import JSONDocument
import LinkLayers

/// What is wrong between the apps of a project and the association files of its tree. A site may serve another file.
package struct AssociationFindings {
    /// An ID in an association file.
    typealias Listed = (id: String, place: SourcePlace)

    /// How many IDs are compared letter by letter. Files and projects with that many wrong IDs are not made by people.
    private static let mostComparisons = 2000
    /// The longest ID that is compared so.
    private static let longestID = 100

    private let project: Project
    /// The IDs of each file: those of apps, and those of App Clips.
    private let listed: [(apps: [Listed], clips: [Listed])]
    /// The paths and URLs of the files that were read.
    private let read: Set<String>
    private var findings: [ProjectFinding] = []
    private var comparisons = 0
    /// What the findings of an app assume, as a sentence after a space.
    private var assumption = ""

    package static func of(_ project: Project) -> [ProjectFinding] {
        var check = AssociationFindings(project: project)
        for app in project.apps { check.check(app) }
        return check.findings + developerModes(of: project)
    }

    private init(project: Project) {
        self.project = project
        read = Set(project.associations.map(\.source.path))
        listed = project.associations.map { (Self.listed(in: $0, isClip: false), Self.listed(in: $0, isClip: true)) }
    }

    // MARK: IDs

    private mutating func check(_ app: ProjectApp) {
        let hosts = project.claimedHosts(of: app.key)
        let files = project.associations.indices.filter { index in
            let file = project.associations[index]
            return file.platform == app.platform && (file.host.map(hosts.contains) ?? !hosts.isEmpty)
        }
        // What a file that cannot be read lists is unknown.
        let isUnreadable = project.findings.contains { finding in
            finding.code == .fileUnreadable && AssociationFiles.platform(of: finding.place.file) == app.platform
        }
        guard !isUnreadable, files.allSatisfy({ project.associations[$0].isWhole(with: read) }), let builds = fullIDs(of: app) else {
            return
        }
        let own = Set(files.compactMap { project.associations[$0].host })
        let hosted = Dictionary(grouping: files) { project.associations[$0].host }
        for (host, files) in hosted.sorted(by: { $0.value[0] < $1.value[0] }) {
            // A build that claims none of the files' hosts need not be in them. A file without a host counts where no other does.
            check(
                app, files,
                builds.filter { build in
                    let hosts = project.claimedHosts(of: app.key, in: build.variant)
                    return host.map(hosts.contains) ?? !hosts.isSubset(of: own)
                })
        }
    }

    /// Checks the builds of an app that the files of one host must list.
    private mutating func check(_ app: ProjectApp, _ files: [Int], _ builds: [Build]) {
        let listed = files.flatMap { app.appClipOf == nil ? self.listed[$0].apps : self.listed[$0].clips }
        let nearest = project.associations[files[0]]
        assumption = nearest.host == nil ? " The project does not tell the file's host, so it counts for each host of the app." : ""
        let known = Set(listed.map(\.id))
        let missing = builds.filter { !$0.ids.contains(where: known.contains) }
        // A debug build with the ID of a released one lacks what that lacks.
        let wanted = Set(missing.filter { !$0.isDebug }.flatMap(\.ids))
        let released = missing.filter { !wanted.isDisjoint(with: $0.ids) }
        let place = listed.first?.place ?? nearest.source.place(0)
        if !released.isEmpty, released.count(where: { !$0.isDebug }) == builds.count(where: { !$0.isDebug }) {
            return addMissing(app, released, listed, at: place)
        }
        addNotListed(missing.filter { wanted.isDisjoint(with: $0.ids) }, .note, of: app, at: place)
        addNotListed(released, .warning, of: app, at: place)
    }

    private struct Build {
        var variant: String
        var ids: [String]
        var isDebug: Bool { variant.lowercased().contains("debug") }
    }

    /// Returns the builds with their possible IDs, as association files have them; nil if one of them is unknown.
    private func fullIDs(of app: ProjectApp) -> [Build]? {
        let team = app.team ?? (app.appClipOf.flatMap { parent in project.apps.first { $0.key == parent } })?.team
        if app.platform == .ios, team == nil { return nil }
        let prefix = app.platform == .ios ? (team ?? "") + "." : ""
        let builds = app.builds.map { Build(variant: $0.variant, ids: $0.id.possible.map { prefix + $0 }) }
        return builds.contains { $0.ids.isEmpty } ? nil : builds
    }

    /// Adds a finding on an app none of whose released builds is listed, at the ID that was meant for it if there is one.
    private mutating func addMissing(_ app: ProjectApp, _ missing: [Build], _ listed: [Listed], at place: SourcePlace) {
        let wanted = missing.flatMap(\.ids)
        let others = Set(project.apps.filter { $0.key != app.key }.compactMap(fullIDs).joined().flatMap(\.ids))
        let free = listed.filter { !others.contains($0.id) }
        for (id, other) in wanted.lazy.flatMap({ id in free.lazy.map { (id, $0) } }) {
            comparisons += 1
            if comparisons > Self.mostComparisons { break }
            guard let difference = Self.difference(of: id, and: other.id) else { continue }
            let consequence = "so links to its site do not open \(app.name ?? app.key) (\(id))."
            let repair = "Write \(id) in the file, or correct the app's ID."
            var code = app.platform == .android ? ProjectCode.packageMismatch : .appIDMismatch
            var problem = "The file lists \(other.id), which differs from the app's ID"
            if app.platform == .android, difference == .letters {
                (code, problem) = (.packageUnknown, "No app of the project has the ID \(other.id), which is almost \(id)")
            }
            return add(code, .error, "\(problem), \(consequence)", repair: repair, at: other.place)
        }
        addNotListed(missing, .error, of: app, at: place)
    }

    private enum Difference {
        /// Case, a suffix such as `.debug`, or the team.
        case form
        /// Some letters.
        case letters
    }

    private static func difference(of id: String, and other: String) -> Difference? {
        let (one, two) = (id.lowercased(), other.lowercased())
        if one == two || one.hasPrefix(two + ".") || two.hasPrefix(one + ".") { return .form }
        let (tail, otherTail) = (one.drop { $0 != "." }, two.drop { $0 != "." })
        // The same bundle ID with the prefix of another team. IDs of Android have no such prefix.
        if tail == otherTail, id.prefix(while: { $0 != "." }).count == 10, other.prefix(while: { $0 != "." }).count == 10 { return .form }
        guard abs(one.utf8.count - two.utf8.count) <= 2, one.utf8.count <= longestID else { return nil }
        return NearestWord.mistakes(in: Array(one), for: Array(two)) <= 2 ? .letters : nil
    }

    private mutating func addNotListed(_ builds: [Build], _ severity: Finding.Severity, of app: ProjectApp, at place: SourcePlace) {
        guard !builds.isEmpty else { return }
        let ids = builds.flatMap(\.ids).unique
        let isOne = ids.count == 1
        add(
            app.platform == .android ? .packageNotListed : .appIDNotListed, severity,
            "The file does not list \(ids.joined(separator: ", ")), so web links do not open "
                + "\(isOne ? "this build" : "these builds") of \(app.name ?? app.key).",
            repair: "Add \(isOne ? "this ID" : "these IDs") to the file.",
            variants: builds.count == app.builds.count ? [] : builds.map(\.variant), at: place)
    }

    private mutating func add(
        _ code: ProjectCode, _ severity: Finding.Severity, _ message: String, repair: String, variants: [String] = [], at place: SourcePlace
    ) {
        let finding = ProjectFinding(code, severity, message + assumption, repair: repair, variants: variants, at: place)
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Returns the IDs that a file lets open links.
    private static func listed(in association: Association, isClip: Bool) -> [Listed] {
        let (source, nodes): ([UInt8], [JSONDocument.Node])
        switch association.content {
        case .android(let file):
            source = file.source
            let root = JSONDocument(source).root
            let elements = root.map { Array($0.elements) } ?? []
            nodes = file.linkStatements.compactMap { linked in
                elements.indices.contains(linked.statement.index) ? elements[linked.statement.index]["target"]?["package_name"] : nil
            }
        case .apple(let file):
            source = file.source
            let root = JSONDocument(source).root
            if isClip {
                nodes = root?["appclips"]?["apps"].map { Array($0.elements) } ?? []
            } else {
                let details = root?["applinks"]?["details"]
                nodes =
                    (details?.elements.flatMap { [$0["appID"]].compactMap { $0 } + ($0["appIDs"].map { Array($0.elements) } ?? []) } ?? [])
                    + (details?.members.map(\.key) ?? [])
            }
        }
        return nodes.compactMap { node in
            node.stringValue.map { ($0, association.source.place(source == association.source.bytes ? node.range : 0..<0)) }
        }
    }

    // MARK: Modes

    /// Returns the findings on domains that no build of the App Store has: those with `?mode=developer` alone.
    static func developerModes(of project: Project) -> [ProjectFinding] {
        project.claims.compactMap { claim in
            guard case .domain(let service, let host, "developer") = claim.kind, ["applinks", "appclips"].contains(service) else {
                return nil
            }
            let released = claim.variants.filter { !$0.lowercased().contains("debug") }
            let others = project.claims.filter { other in
                guard case .domain(service, host, let mode) = other.kind, other.app == claim.app else { return false }
                return mode != "developer"
            }
            let alone = released.filter { variant in !others.contains { $0.variants.contains(variant) } }
            guard !alone.isEmpty else { return nil }
            let variants = project.apps.first { $0.key == claim.app }?.variants
            let isEverywhere = alone.count == claim.variants.count && claim.variants == variants
            return ProjectFinding(
                .developerModeDomain, .warning,
                "The domain \(host) counts only in development-signed builds, on devices where Associated Domains Development is on. "
                    + "Elsewhere its links open the browser.",
                repair: "Add \(service):\(host) without a mode for the App Store.", variants: isEverywhere ? [] : alone, at: claim.place)
        }
    }
}
