import AppLinks
import Deciding
import LinkLayers
import Projects

/// The association files of the hosts that the app claims, as the user gives them.
package struct AppSites: Sendable {
    /// The files of each host.
    private var apple: [String: (path: String, file: AASAFile)] = [:]
    private var android: [String: (path: String, file: AssetLinksFile)] = [:]
    /// The folder with the files, as the user gave it; nil if there are none.
    private let folder: String?

    package init(folder: String? = nil) { self.folder = folder }

    package mutating func add(_ host: String, appleFile bytes: [UInt8], path: String) {
        apple[host.lowercased()] = (path, AASAFile(bytes, comparesRules: false))
    }

    package mutating func add(_ host: String, assetLinks bytes: [UInt8], path: String) {
        android[host.lowercased()] = (path, AssetLinksFile(bytes))
    }

    package var hosts: [String] { Set(apple.keys).union(android.keys).sorted() }

    // MARK: Claims

    /// Returns the findings on the hosts that an app claims and whose association files do not give it their links.
    func findings(on project: Project) -> [LintFinding] {
        let package = project.apps.first?.builds.first?.id.known
        var hosts: [(name: String, place: SourcePlace, problem: String?)] = project.claims.compactMap { claim in
            guard case .domain("applinks", let host, _) = claim.kind else { return nil }
            guard host.hasPrefix("*.") else { return (host, claim.place, appleProblem(of: host)) }
            // The files of the subdomains are not read (TN3155).
            let problem = appleProblem(of: String(host.dropFirst(2)))
            return (host, claim.place, problem.map { "\($0), whose file iOS reads for all subdomains" })
        }
        let filters = (project.claims + project.unknownClaims).compactMap(\.filter)
        for filter in filters where filter.filter.isVerifiedAutomatically && filter.isBrowsable {
            let data = filter.data.filter { $0.name == "host" && $0.isKnown }
            hosts += data.map { ($0.value, $0.place, androidProblem(of: $0.value, package: package)) }
        }
        // Many filters have the same host.
        var told: Set<String> = []
        return hosts.compactMap { host in
            guard let problem = host.problem else { return nil }
            let message = "Links to \(host.name) open in the browser: \(problem)."
            guard told.insert(message).inserted else { return nil }
            return LintFinding(LintCode.notAssociated.rawValue, .error, message, at: host.place.range)
        }
    }

    /// Returns why iOS associates a host of the entitlements with no app, without a final period; nil if it may associate it.
    private func appleProblem(of host: String) -> String? {
        guard let folder else { return nil }
        guard let (path, file) = apple[host.lowercased()] else { return "\(folder) has no apple-app-site-association for \(host)" }
        if let problem = file.problem { return "\(path) cannot be used: \(problem.message.withoutFinalPeriod)" }
        return file.possibleAppIDs.isEmpty ? "\(path) names no app" : nil
    }

    /// Returns why Android does not verify a host for an app, without a final period; nil if it may verify it.
    ///
    /// - Parameter package: The app; nil if the manifest does not name it.
    private func androidProblem(of host: String, package: String?) -> String? {
        guard let folder else { return nil }
        // For `*.example.com`, Android asks `example.com`.
        let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
        guard let (path, file) = android[name.lowercased()] else { return "\(folder) has no assetlinks.json for \(name)" }
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
        guard folder != nil, let reading = inspection.reading, let host = reading.components.host, !host.isEmpty else { return nil }
        let name = String(decoding: inspection.bytes[host], as: UTF8.self).lowercased()
        guard apple[name] != nil || android[name] != nil else { return nil }
        let text = String(decoding: inspection.bytes, as: UTF8.self)
        guard let link = LinkURL(text), LinkObstacle(link) == nil else { return nil }
        let problems = [appleProblem(of: text, host: name), androidProblem(of: link, host: name)].compactMap(\.self)
        guard !problems.isEmpty else { return nil }
        var finding = LintFinding(
            LintCode.notOpened.rawValue, .warning,
            "The link opens in the browser instead of the app: \(problems.map(\.reason).joined(separator: "; ")).", at: place,
            link: text)
        // A rule that excludes a link says that the author wants the browser.
        if problems.allSatisfy(\.isWanted) { finding.severity = .note }
        return finding
    }

    /// Why a link to a host opens the browser, and whether a rule wants that.
    private typealias Problem = (reason: String, isWanted: Bool)

    private func appleProblem(of link: String, host: String) -> Problem? {
        guard let (path, file) = apple[host] else { return nil }
        let decision = file.decision(for: link, appID: nil, domain: host, isTraced: true)
        guard decision.outcome != .match else { return nil }
        var reason = "on iOS, \(file.problem?.message.withoutFinalPeriod ?? AASAWording.reason(of: decision, in: file))"
        let nearest = decision.steps.first(where: \.isNearest)
        if let nearest, let miss = nearest.miss {
            reason += "; the nearest rule is \(nearest.place): \(AASAWording.reason(of: miss, in: Array(link.utf8)))"
        }
        return ("\(reason) (\(path))", decision.outcome == .exclude)
    }

    private func androidProblem(of link: LinkURL, host: String) -> Problem? {
        guard let (path, file) = android[host], file.includes.isEmpty else { return nil }
        var effort = Pattern.Effort(ofMany: ())
        let apps = file.apps(for: link, package: nil, &effort)
        guard !apps.contains(where: \.getsLink) else { return nil }
        let reason =
            file.problem?.message.withoutFinalPeriod ?? apps.first.map { "\($0.package): \($0.reason)" }
            ?? "no statement lets an app open this site's links"
        return ("on Android, \(reason) (\(path))", apps.contains { if case .exclude? = $0.outcome { true } else { false } })
    }
}
