import Bytes
package import Deciding
import LinkLayers

/// What the sites of a project serve when they are asked, beside the association files that are kept in the tree.
///
/// The hosts that the apps claim are asked for their files, or another server is asked in their place, such as the one for tests. What is
/// served is judged host by host, because an app must stand in the file of each host that it claims.
package struct ServedSites: Sendable {
    /// The answer of a server for one platform.
    package struct Answer: Sendable {
        /// The host whose links the file is about.
        package let host: String
        package let platform: AppPlatform
        package let url: String
        /// Whether another server was asked in place of the host.
        package let isInPlace: Bool
        /// Why no device gets a file, as a sentence; nil if devices get it.
        package let problem: String?
        let repair: String
        /// Whether the problem is one of this machine or of the network, so that nothing is known about the file.
        package let isUnknown: Bool
        fileprivate let files: [SourceFile]
    }

    package private(set) var answers: [Answer] = []

    package init() {}

    /// The files as they were served, by their URLs.
    package var files: [SourceFile] { answers.flatMap(\.files) }

    /// Adds what a server serves.
    ///
    /// - Parameters:
    ///   - verdict: The judgement of the files, without a link.
    ///   - hosts: The hosts whose links the files are about: that of the server, or those in whose place it was asked.
    package mutating func add(_ verdict: Verdict, for hosts: [ClaimedHost]) {
        for host in hosts {
            answers += host.platforms.sorted { $0.rawValue < $1.rawValue }.map { Answer(verdict, host.name, $0) }
        }
    }
}

/// A host whose links an app of the project claims, with the platforms of these apps.
package struct ClaimedHost: Sendable, Hashable {
    package let name: String
    package fileprivate(set) var platforms: Set<AppPlatform>
}

extension Project {
    /// The hosts whose association files must name an app, in the order of their names.
    package var claimedHosts: [ClaimedHost] {
        var hosts: [String: ClaimedHost] = [:]
        for app in apps {
            // A pattern of hosts has no site.
            for name in claimedHosts(of: app.key) where !name.contains("*") {
                hosts[name, default: ClaimedHost(name: name, platforms: [])].platforms.insert(app.platform)
            }
        }
        return hosts.values.sorted { $0.name < $1.name }
    }

    /// Returns the project with what its sites serve in place of the files of its tree about the same hosts and platforms. If two servers
    /// were asked about a host, the first one that answered counts.
    package func serving(_ sites: ServedSites) -> Project {
        var (served, answered) = (self, Set<String>())
        let known = sites.answers.filter { !$0.isUnknown && answered.insert(Self.key($0.host, $0.platform)).inserted }
        served.associations.removeAll { file in file.host.map { answered.contains(Self.key($0.lowercased(), file.platform)) } ?? false }
        for answer in known { served.add(answer) }
        for answer in sites.answers where answered.insert(Self.key(answer.host, answer.platform)).inserted {
            guard let problem = answer.problem, let claim = claim(on: answer.host, of: answer.platform) else { continue }
            served.unknowns.append(Unknown(answer.url, problem.withoutFinalPeriod, at: claim.place))
        }
        return served
    }

    private static func key(_ host: String, _ platform: AppPlatform) -> String { "\(host) \(platform)" }

    /// What is wrong between the apps and the files that are served.
    func findings(about sites: ServedSites) -> [ProjectFinding] {
        var all: [ProjectFinding] = []
        for answer in sites.answers where !answer.isUnknown {
            var alone = self
            (alone.associations, alone.findings) = ([], [])
            alone.add(answer)
            if let problem = answer.problem, let claim = claim(on: answer.host, of: answer.platform) {
                all.append(
                    ProjectFinding(
                        .notServed, .error, "\(problem) Links to \(answer.host) therefore open no app on \(answer.platform.name).",
                        repair: answer.repair, at: claim.place))
            } else {
                all += alone.findings + AssociationFindings.of(alone)
            }
        }
        return all
    }

    private mutating func add(_ answer: ServedSites.Answer) {
        for file in answer.files { AssociationFiles.add(file, for: answer.platform, host: answer.host, to: &self) }
    }

    private func claim(on host: String, of platform: AppPlatform) -> Claim? {
        let keys = Set(apps.filter { $0.platform == platform }.map(\.key))
        return claims.first { keys.contains($0.app) && $0.hosts.contains(host) }
    }

    /// Returns the hosts whose association files must name an app.
    ///
    /// - Parameter variant: The build whose claims count; nil for all builds.
    func claimedHosts(of app: String, in variant: String? = nil) -> Set<String> {
        claims.lazy.filter { $0.app == app && (variant.map($0.isIn) ?? true) }.reduce(into: []) { $0.formUnion($1.hosts) }
    }
}

extension ServedSites.Answer {
    fileprivate init(_ verdict: Verdict, _ host: String, _ platform: AppPlatform) {
        let kind: ServedFile.Kind = platform == .ios ? verdict.apple?.decider ?? .aasa : .assetLinks
        let served = verdict.files.all.filter { $0.kind == kind || $0.kind == .include && platform == .android }
        let main = served.first { $0.kind == kind }
        let files = served.compactMap { file in file.readableContent.map { SourceFile(file.url, $0) } }
        let hasFile = platform == .ios ? verdict.apple?.decider != nil : main?.readableContent != nil
        // A file that names no app, which a host without a file amounts to.
        let empty = platform == .ios ? #"{"applinks":{"details":[]}}"# : "[]"
        let cause = verdict.causes.first { $0.platform == platform && $0.severity == .error }
        self.init(
            host: host, platform: platform, url: main?.url ?? verdict.files.site.description,
            isInPlace: verdict.files.site.host != host,
            problem: hasFile ? nil : cause?.message ?? "The server has no association file for \(platform.name).",
            // For a missing file, the advice also names an option of verify.
            repair: cause?.code.hasSuffix("not-found") == true ? "Put it at \(main?.url ?? "")." : cause?.advice ?? "",
            isUnknown: !hasFile && main.map { !$0.isAnswered && !$0.isDistrusted } ?? true,
            files: hasFile ? files : [SourceFile(main?.url ?? "", Array(empty.utf8))])
    }
}
