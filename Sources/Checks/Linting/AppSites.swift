import AppLinks
import Bytes
import Deciding
import LinkLayers

/// The association files of the hosts that the app claims, as the user gives them.
package struct AppSites: Sendable {
    struct Site: Sendable {
        var apple: (path: String, file: AASAFile)?
        var android: (path: String, file: AssetLinksFile)?
    }

    private var sites: [String: Site] = [:]
    /// The folder with the files, as the user gave it; nil if there are none.
    private let folder: String?

    package init(folder: String? = nil) { self.folder = folder }

    package mutating func add(_ host: String, appleFile bytes: [UInt8], path: String) {
        sites[host.lowercased(), default: Site()].apple = (path, AASAFile(bytes, comparesRules: false))
    }

    package mutating func add(_ host: String, assetLinks bytes: [UInt8], path: String) {
        sites[host.lowercased(), default: Site()].android = (path, AssetLinksFile(bytes))
    }

    package var hosts: [String] { sites.keys.sorted() }

    // MARK: Claims

    /// Returns why iOS associates a host of the entitlements with no app, without a final period; nil if it may associate it.
    func appleProblem(of host: String) -> String? {
        guard let folder else { return nil }
        guard let (path, file) = sites[host.lowercased()]?.apple else { return "\(folder) has no apple-app-site-association for \(host)" }
        if let problem = file.problem { return "\(path) cannot be used: \(problem.message.withoutFinalPeriod)" }
        return file.possibleAppIDs.isEmpty ? "\(path) names no app" : nil
    }

    /// Returns why Android does not verify a host for an app, without a final period; nil if it may verify it.
    ///
    /// - Parameter package: The app; nil if the manifest does not name it.
    func androidProblem(of host: String, package: String?) -> String? {
        guard let folder else { return nil }
        // For `*.example.com`, Android asks `example.com`.
        let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
        guard let (path, file) = sites[name.lowercased()]?.android else { return "\(folder) has no assetlinks.json for \(name)" }
        if let problem = file.problem { return "\(path) cannot be used: \(problem.message.withoutFinalPeriod)" }
        // Included files are not read, and may have the statement.
        if !file.includes.isEmpty { return nil }
        var effort = Pattern.Effort(ofMany: ())
        let apps = file.apps(for: nil, package: package, &effort)
        if apps.contains(where: \.isCertified) { return nil }
        let app = package ?? "an app"
        return apps.isEmpty
            ? "\(path) has no statement that lets \(app) open its links (\(AssetLinksFile.handleAllURLs))"
            : "the statement for \(app) in \(path) has no valid certificate fingerprint"
    }

    // MARK: Links

    /// Returns the finding on a web link to a host of the app that the host's files do not give to an app.
    func finding(on inspection: borrowing LinkInspection, at place: Range<Int>) -> LintFinding? {
        guard !sites.isEmpty, let reading = inspection.reading, let host = reading.components.host, !host.isEmpty else { return nil }
        let name = String(decoding: inspection.bytes[host], as: UTF8.self).lowercased()
        guard let site = sites[name] else { return nil }
        let text = String(decoding: inspection.bytes, as: UTF8.self)
        guard let link = LinkURL(text), LinkObstacle(link) == nil else { return nil }
        let problems = [Self.apple(site, text, host: name), Self.android(site, link)].compactMap(\.self)
        guard !problems.isEmpty else { return nil }
        var finding = LintFinding(
            .notOpened, "The link opens in the browser instead of the app: \(problems.map(\.reason).joined(separator: "; ")).", at: place,
            link: text)
        // A rule that excludes a link says that the author wants the browser.
        if problems.allSatisfy(\.isWanted) { finding.severity = .note }
        return finding
    }

    private struct Problem {
        var reason: String
        var isWanted: Bool
    }

    private static func apple(_ site: Site, _ link: String, host: String) -> Problem? {
        guard let (path, file) = site.apple else { return nil }
        let decision = file.decision(for: link, appID: nil, domain: host, isTraced: true)
        guard decision.outcome != .match else { return nil }
        var reason = "on iOS, \(file.problem?.message.withoutFinalPeriod ?? AASAWording.reason(of: decision, in: file))"
        let nearest = decision.steps.first(where: \.isNearest)
        if let nearest, let miss = nearest.miss {
            reason += "; the nearest rule is \(nearest.place): \(AASAWording.reason(of: miss, in: Array(link.utf8)))"
        }
        return Problem(reason: "\(reason) (\(path))", isWanted: decision.outcome == .exclude)
    }

    private static func android(_ site: Site, _ link: LinkURL) -> Problem? {
        guard let (path, file) = site.android, file.includes.isEmpty else { return nil }
        var effort = Pattern.Effort(ofMany: ())
        let apps = file.apps(for: link, package: nil, &effort)
        guard !apps.contains(where: \.getsLink) else { return nil }
        let reason =
            file.problem?.message.withoutFinalPeriod ?? apps.first.map { "\($0.package): \($0.reason)" }
            ?? "no statement lets an app open this site's links"
        return Problem(
            reason: "on Android, \(reason) (\(path))", isWanted: apps.contains { if case .exclude? = $0.outcome { true } else { false } })
    }
}
