import Deciding

/// What the association files of the tree say, by host. A file whose host is not known is used for each host that has no file of its own.
///
/// What a host without a file approves is not known: the site may serve one that the tree does not keep.
struct SiteFiles {
    /// Whether a site approves an app.
    enum Approval { case refused, unclear, approved, unknown }

    typealias AppleFile = (file: AASAFile, association: Association)

    /// The packages are incomplete if a file cannot be read, or if it includes a file that was not read.
    private var packages: [String?: (names: Set<String>, isIncomplete: Bool)] = [:]
    private var appleFiles: [String?: [AppleFile]] = [:]
    /// The IDs of apps and App Clips in all files, in the order of the files.
    private var listedAppIDs: [String] = []

    init(_ project: Project) {
        let read = Set(project.associations.map(\.source.path))
        for association in project.associations {
            let host = association.host?.lowercased()
            switch association.content {
            case .apple(let file):
                appleFiles[host, default: []].append((file, association))
                listedAppIDs += file.appIDs + file.appClips
            case .android(let file):
                packages[host, default: ([], false)].names.formUnion(file.linkStatements.map(\.package))
                if !file.isUsable || !association.isWhole(with: read) { packages[host]?.isIncomplete = true }
            }
        }
    }

    // MARK: Android

    /// Returns whether the site of a host, which may begin with `*.`, lists an app in its assetlinks.json.
    func approval(of id: ProjectValue, on host: String) -> Approval {
        guard let known = packages[Self.site(of: host)] ?? packages[nil] else { return .unknown }
        if id.possible.contains(where: known.names.contains) { return .approved }
        return id.possible.isEmpty || known.isIncomplete ? .unclear : .refused
    }

    /// The host whose files decide about an entry such as `*.shop.example`.
    static func site(of host: String) -> String { (host.hasPrefix("*.") ? String(host.dropFirst(2)) : host).lowercased() }

    // MARK: iOS

    /// Returns the host whose own files decide about an entry; nil if files without a host do.
    func ownHost(of host: String) -> String? { appleFiles[Self.site(of: host)].map { _ in Self.site(of: host) } }

    /// Returns the association files for a host, which may begin with `*.`.
    func appleFiles(for host: String) -> [AppleFile] {
        appleFiles[Self.site(of: host)] ?? appleFiles[nil] ?? []
    }

    /// Returns the ID by which association files name an app, such as `TEAM.com.shop`.
    ///
    /// If the team or the bundle identifier is not known, it is the one in the files that the app can have.
    ///
    /// - Parameter guesses: Whether an app without any known identifier counts as one that the files name.
    func appID(of app: ProjectApp, _ id: ProjectValue, guesses: Bool) -> String {
        let written = listedAppIDs.first { Self.names($0, app, id) || guesses && id.possible.isEmpty }
        return written ?? "\(app.team ?? Self.anyTeam).\(id.possible.first ?? app.key)"
    }

    private static let anyTeam = "TEAM"

    /// Whether an ID in an association file can be that of an app.
    static func names(_ appID: String, _ app: ProjectApp, _ id: ProjectValue) -> Bool {
        guard let dot = appID.firstIndex(of: "."), app.team == nil || app.team.map({ appID[..<dot] == $0 }) == true else { return false }
        return id.possible.contains(String(appID[appID.index(after: dot)...]))
    }

    /// Returns the file that a device has for a host: one that names one of these apps, if there are several.
    ///
    /// - Parameter assumesUnread: Whether a file that iOS cannot use counts as one that is not kept in the tree.
    func deviceFile(for host: String, of appIDs: [String], assumesUnread: Bool) -> AASAFile {
        let files = appleFiles(for: host).map(\.file)
        let best = files.count > 1 ? files.first { file in appIDs.contains(where: file.appIDs.contains) } ?? files.first : files.first
        guard let best, best.isUsable || !assumesUnread else { return AASAFile(assumedFor: appIDs) }
        return best
    }
}
