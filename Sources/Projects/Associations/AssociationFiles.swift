import Bytes
import Deciding
import JSONDocument

/// The association files of the tree.
enum AssociationFiles {
    static func read(_ tree: ProjectTree, into project: inout Project) {
        for path in tree.paths {
            guard let platform = platform(of: path), let file = tree.file(path) else { continue }
            add(file, for: platform, host: host(of: path, in: tree, project), to: &project)
        }
    }

    /// Returns the platform whose association file has such a path.
    static func platform(of path: String) -> AppPlatform? {
        switch ProjectTree.name(of: path) {
        case "apple-app-site-association", "apple-app-site-association.json": .ios
        case "assetlinks.json": .android
        default: nil
        }
    }

    /// Adds a file, or the finding that it cannot be read.
    static func add(_ file: SourceFile, for platform: AppPlatform, host: String?, to project: inout Project) {
        let (content, problem): (Association.Content, AssociationFinding?)
        switch platform {
        case .ios:
            let read = AASAFile(file.bytes, comparesRules: false)
            (content, problem) = (.apple(read), read.problem)
        case .android:
            let read = AssetLinksFile(file.bytes)
            (content, problem) = (.android(read), read.problem)
        }
        if let problem {
            return project.addUnreadable(file, at: problem.range?.lowerBound ?? 0, problem.message.withoutFinalPeriod)
        }
        project.associations.append(Association(content, file, host: host))
    }

    /// Returns the host that serves a file, if a folder is named like it, or if settings of the hosting beside the file have it.
    private static func host(of path: String, in tree: ProjectTree, _ project: Project) -> String? {
        ProjectTree.folders(from: ProjectTree.folder(of: path)).firstResult { folder in
            let name = ProjectTree.name(of: folder)
            return isHost(name) ? name : hostingHost(in: folder, of: tree, project)
        }
    }

    private static func hostingHost(in folder: String, of tree: ProjectTree, _ project: Project) -> String? {
        if let file = tree.file(folder, "CNAME") {
            let name = String(decoding: file.bytes[file.bytes.span.trimmed], as: UTF8.self).lowercased()
            if isHost(name) { return name }
        }
        let vercel = tree.file(folder, "vercel.json").flatMap { JSONDocument($0.bytes).root?["alias"] }
        let names = (vercel?.stringValue.map { [$0] } ?? vercel?.elements.compactMap(\.stringValue) ?? []).filter(isHost)
        if names.count == 1 { return names[0] }
        // A site of Firebase usually has a domain of its own besides this one, which no file names.
        let hosting = tree.file(folder, "firebase.json").flatMap { JSONDocument($0.bytes).root?["hosting"] }
        guard let site = hosting?["site"]?.stringValue else { return nil }
        let hosts = project.claimedHosts.map(\.name)
        return [site + ".web.app", site + ".firebaseapp.com"].first(where: hosts.contains)
    }

    /// The endings of files and packages that look like the last label of a host.
    private static let otherEndings: Set = [
        "js", "ts", "app", "framework", "bundle", "xcodeproj", "lproj", "xcassets", "json", "html", "php",
    ]

    private static func isHost(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, name.utf8.count <= 253, let last = labels.last, last.utf8.count > 1, !otherEndings.contains(String(last))
        else {
            return false
        }
        return last.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 }
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { $0 &- UInt8(ascii: "a") < 26 || ByteClass.isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }
}

extension Claim {
    /// The hosts whose association files must name the app: those of `*.shop.example` are read at `shop.example`.
    var hosts: Set<String> { Set(hostPatterns.map(SiteFiles.site)) }

    /// The hosts whose association files must name the app, as they are claimed: with `*.` in front of those that stand for others.
    var hostPatterns: [String] {
        switch kind {
        case .filter(let claim) where claim.isVerifiable: claim.filter.authorities.map { $0.host.lowercased() }
        case .domain("applinks", let host, _), .domain("appclips", let host, _): [host.lowercased()]
        default: []
        }
    }

    /// Whether a build has the claim.
    func isIn(_ variant: String) -> Bool { variants.contains(variant) || variants.contains("*") }
}
