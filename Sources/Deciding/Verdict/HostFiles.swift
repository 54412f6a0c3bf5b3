package import AppLinks
import Bytes
import LinkLayers

/// The association files of one host. The files are parsed once, and then show for any link of the host which apps claim the link.
///
/// These are the site's own files. Apple devices use Apple's copy, which may be older; ``Verdict`` considers both.
package struct HostFiles: Sendable {
    private let files: ServedFiles
    private let aasa: AASAFile?
    private let sources: [AndroidJudge.Source]

    package init(_ files: ServedFiles) {
        aasa = files.aasa?.readableContent.map { AASAFile($0, comparesRules: false) }
        sources = ([files.assetLinks].compactMap { $0 } + files.includes).compactMap(AndroidJudge.Source.init)
        // The bytes are released, because the files are now parsed. This saves memory for callers with many hosts.
        var files = files
        files.all.removeAll { $0.kind == .include }
        for index in files.all.indices { files.all[index].forgetContent() }
        self.files = files
    }

    /// Returns the apps that claim a link of this host.
    package func claims(of link: LinkURL) -> LinkClaims {
        LinkClaims(ios: appleClaim(of: link), android: androidClaim(of: link))
    }

    private func appleClaim(of link: LinkURL) -> LinkClaims.Claim {
        guard let served = files.aasa else { return .unknown("not checked") }
        guard let aasa else { return Self.claim(without: served) }
        guard aasa.problem == nil else { return .nobody(aasa.problem?.message ?? "") }
        let judge = AppleJudge(question: Verdict.Question(link: link), host: files.site.host)
        let apps = judge.apps(of: aasa)
        let claiming = apps.compactMap { app -> LinkClaims.App? in
            guard let decision = app.decision, decision.outcome == .match, case .rule(let place) = decision.reason else { return nil }
            return LinkClaims.App(name: app.appID, rule: place.description)
        }
        if !claiming.isEmpty { return LinkClaims.Claim(isClaimed: true, apps: claiming, reason: nil) }
        let mistake = aasa.findings.first { $0.severity == .error && apps.isEmpty }
        return .nobody(judge.causes(apps, in: aasa, .aasa).first?.message ?? mistake?.message ?? "The file names no app.")
    }

    private func androidClaim(of link: LinkURL) -> LinkClaims.Claim {
        guard let served = files.assetLinks else { return .unknown("not checked") }
        guard let own = sources.first(where: { $0.kind == .assetLinks }) else { return Self.claim(without: served) }
        guard own.file.problem == nil else { return .nobody(own.file.problem?.message ?? "") }
        let judge = AndroidJudge(question: Verdict.Question(link: link), site: files.site, sources: sources)
        let apps = judge.apps()
        let claiming = apps.filter(\.getsLink).prefix(LinkClaims.mostApps).map { app in
            LinkClaims.App(name: app.package, rule: "statement [\(app.statement)]\(app.include.map { " of \($0)" } ?? "")")
        }
        if !claiming.isEmpty { return LinkClaims.Claim(isClaimed: true, apps: Array(claiming), reason: nil) }
        return .nobody(judge.causes(apps).first?.message ?? "No statement gives an app the site's links.")
    }

    /// Returns the claim if there is no usable file. If the server answered, no app claims the link. Otherwise the claim is unknown.
    private static func claim(without served: ServedFile) -> LinkClaims.Claim {
        let reason = ServingCheck(file: served).causes.first { $0.severity == .error }?.message ?? "There is no file."
        return served.isAnswered ? .nobody(reason) : .unknown(reason)
    }
}

/// The claims of apps on a link, for each platform.
package struct LinkClaims: Sendable, Hashable {
    package struct App: Sendable, Hashable {
        /// The app ID on Apple devices, the package on Android.
        package var name: String
        /// The rule or statement that gives the link to the app.
        package var rule: String
    }

    package struct Claim: Sendable, Hashable {
        /// Whether an app claims the link. Nil if this is unknown, because no server answered or the file was not requested.
        package var isClaimed: Bool?
        package var apps: [App]
        /// The reason why no app claims the link, or why this is unknown. Nil if an app claims the link. May contain text from servers and
        /// files.
        package var reason: String?

        static func nobody(_ reason: String) -> Claim { Claim(isClaimed: false, apps: [], reason: reason) }
        static func unknown(_ reason: String) -> Claim { Claim(isClaimed: nil, apps: [], reason: reason) }

        /// The claim in words: the apps that claim the link, or the reason why no app does.
        package var words: String {
            switch isClaimed {
            case true?: "claimed by " + apps.map { "\($0.name) (\($0.rule))" }.listed(most: 3)
            case false?: "no app claims it. \(reason ?? "")"
            case nil: "unknown whether an app claims it. \(reason ?? "")"
            }
        }
    }

    /// The maximum number of apps that are listed for one file.
    static let mostApps = 200

    package var ios: Claim
    package var android: Claim

    /// Returns what there is to say about the claims on the link of a hop: a sentence for each platform, which may quote servers and files.
    package func facts(fromSameHost: Bool) -> [(isClaimed: Bool, text: String)] {
        [(AppPlatform.ios, ios), (.android, android)].map { platform, claim in
            let isClaimed = claim.isClaimed == true
            let but = platform == .ios && isClaimed && fromSameHost
            let text = "\(platform.name): \(claim.words)"
            return (isClaimed, but ? text + "; but Safari does not open the app, because the previous hop had the same host" : text)
        }
    }
}
