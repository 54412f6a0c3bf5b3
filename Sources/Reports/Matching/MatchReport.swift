import AppLinks
package import Associations
import Secrets

/// The report on which app gets a link according to local association files.
package struct MatchReport {
    /// The part of the question that is the same for every link.
    package struct Question {
        package var aasa: AASAFile?
        package var assetLinks: AssetLinksFile?
        /// The platform whose file was read from standard input. Nil if every file was given by name.
        package var standardInput: AppPlatform?
        /// The host that served the files. If it is empty, the hosts of links are not checked.
        package var domain = ""
        /// The app on Apple devices. Nil means every app in the file.
        package var appID: String?
        /// The app on Android. Nil means every app in the file.
        package var package: String?
        /// The SHA-256 fingerprint of the Android app's certificate. Nil means any certificate.
        package var fingerprint: String?
        package var isTraced = false
        package var showsSecrets = false

        package init(aasa: AASAFile?, assetLinks: AssetLinksFile?) {
            self.aasa = aasa
            self.assetLinks = assetLinks
        }
    }

    struct AppleApp {
        let appID: String?
        let decision: AASADecision
    }

    let link: String
    let question: Question
    let appleApps: [AppleApp]
    let androidApps: [AndroidVerdict.App]
    /// Whether the link has the host that served the files and can open in an app.
    private let isOfDomain: Bool
    /// The property of the link that keeps it from opening in any app. Nil if the files decide.
    let obstacle: LinkObstacle?

    /// The maximum number of apps with a trace. Traces take memory, and no real file has so many apps with different rules.
    private static let mostTraced = 200

    package init(_ link: String, _ question: Question) {
        self.link = link
        self.question = question
        var appleApps: [AppleApp] = []
        if let file = question.aasa {
            let appIDs = question.appID.map { [$0] } ?? file.possibleAppIDs
            // The decisions are always traced, because the nearest rule is always reported.
            let decisions = file.decisions(for: link, appIDs: appIDs, domain: question.domain, mostTraced: Self.mostTraced)
            appleApps = zip(appIDs, decisions).map { AppleApp(appID: $0, decision: $1) }
            if appIDs.isEmpty {
                appleApps = [
                    AppleApp(appID: nil, decision: file.decision(for: link, appID: nil, domain: question.domain, isTraced: true))
                ]
            }
        }
        self.appleApps = appleApps
        let url = LinkURL(link)
        let obstacle = LinkObstacle(url)
        self.obstacle = obstacle
        let isOfDomain =
            obstacle == nil
            && (url.map { question.domain.isEmpty || HostNames.areSame($0, question.domain) } ?? false)
        self.isOfDomain = isOfDomain
        androidApps = question.assetLinks.map { Self.androidApps($0, isOfDomain ? url : nil, question) } ?? []
    }

    private static func androidApps(_ file: AssetLinksFile, _ url: LinkURL?, _ question: Question) -> [AndroidVerdict.App] {
        var effort = Pattern.Effort(ofMany: ())
        var apps = file.apps(for: url, package: question.package, fingerprint: question.fingerprint, &effort)
        guard let url else { return apps }
        for index in apps.indices.prefix(mostTraced) where apps[index].outcome != .unrestricted {
            apps[index].steps = file.statements.first { $0.index == apps[index].statement }?.steps(for: url, &effort) ?? []
        }
        return apps
    }

    /// The notes about the file for Apple devices that are a reason for the answer.
    var appleNotes: [AssociationFinding] {
        guard let file = question.aasa, let url = LinkURL(link) else { return [] }
        return file.notes(on: appleApps.map(\.decision), about: url)
    }

    /// The notes about the file for Android that are a reason for the answer.
    var androidNotes: [AssociationFinding] {
        obstacle == nil && androidApps.isEmpty ? question.assetLinks?.notesOnNoApp ?? [] : []
    }

    /// The files that assetlinks.json includes, if one of them may give the link to an app. `match` reads no other files.
    var unreadIncludes: [String] {
        guard obstacle == nil, !androidApps.contains(where: \.getsLink) else { return [] }
        return question.assetLinks?.includes.map(\.url) ?? []
    }

    /// Whether an app gets the link on Apple devices. True if no file for them was given.
    var opensOnApple: Bool { question.aasa == nil || appleApps.contains { $0.decision.outcome == .match } }

    /// Whether an app gets the link on Android. True if no file for it was given, and nil if the answer is in a file that was not read.
    var opensOnAndroid: Bool? {
        if question.assetLinks == nil || androidApps.contains(where: \.getsLink) { return true }
        return isOfDomain && question.assetLinks?.includes.contains(where: \.isSecure) == true ? nil : false
    }

    /// Whether at least one app gets the link according to each file that was given. Nil if the answer depends on a file that was not read.
    package var opens: Bool? { opensOnApple ? opensOnAndroid : false }

    func shown(_ text: String) -> String { question.showsSecrets ? text : Secrets.masked(text) }
}
