import AppLinks
import Bytes
import LinkLayers

/// The decision which app gets a link on Apple devices, and the problems that keep apps from getting it.
package struct AppleVerdict: PlatformVerdict {
    package struct App: Sendable {
        package var appID: String
        /// The decision of the file. Nil if the question has no link.
        package var decision: AASADecision?
    }

    /// The kind of the file that decided: Apple's copy, or the site's own file if nothing is known about the copy. Nil if devices get no
    /// file.
    package let decider: ServedFile.Kind?
    /// The file that was examined. If devices get no file, this is the site's own file, if there is one.
    package let file: AASAFile?
    package let apps: [App]
    package let isGiven: Bool?
    package internal(set) var decision: SiteDecision?
    let causes: [VerdictCause]
    package let otherScheme: String?

    /// The file that devices get. Nil if they get none.
    var deviceFile: AASAFile? { decider == nil ? nil : file }

    init(_ question: Verdict.Question, _ files: ServedFiles) {
        var causes = files.aasa.map { ServingCheck(file: $0, trouble: files.machineTrouble(behind: $0)).causes } ?? []
        let served = files.aasa?.readableContent.map { AASAFile($0) }
        let copied = files.appleCopy?.readableContent.map { AASAFile($0) }
        let judge = AppleJudge(question: question, host: files.site.host)
        let copy = files.appleCopy.map { AppleCopyCheck(copy: $0, origin: files.aasa, trouble: files.machineTrouble(behind: $0)) }
        let failure = copy?.failure
        causes += [failure, copy?.unreachable].compactMap(\.self)
        if !files.site.mayHaveAppleCopy {
            let message =
                "Apple's CDN serves only public host names at port 443, not \(files.site): devices get the file only from your server, "
                + "and only with ?mode=developer in the app's entitlement."
            causes.append(VerdictCause("cdn-not-asked", .warning, .ios, message))
        }

        decider = copied != nil ? .appleCopy : failure == nil && served != nil ? .aasa : nil
        // Without a copy, the site's own file shows what the copy will contain.
        file = copied ?? served
        let kind: ServedFile.Kind = copied != nil ? .appleCopy : .aasa
        apps = file.map(judge.apps) ?? []
        let isGiven = AppleJudge.isGiven(apps)
        let loses = question.link != nil && !isGiven && (served.map { AppleJudge.isGiven(judge.apps(of: $0)) } ?? false)
        causes += [copy?.difference(copied, served, loses: loses), Self.legacy(files)].compactMap(\.self)
        if let file {
            let coding = copied != nil ? files.appleCopy?.coding : files.aasa?.coding
            let decisions = apps.compactMap(\.decision)
            let notes = question.link.map { file.notes(on: decisions, about: $0) } ?? []
            causes += VerdictCause.list(file.findings, notes: notes, of: kind, in: file.source, coding: coding)
            causes += judge.causes(apps, in: file, kind)
            if question.appID == nil, file.appIDs.count > AppleJudge.mostApps {
                let message = "The file names \(file.appIDs.count) apps; only the first \(AppleJudge.mostApps) were checked."
                causes.append(VerdictCause("aasa-many-apps", .note, .ios, message, "Name the app with --app-id."))
            }
        }
        if let served, copied != nil {
            // A problem that only the site's file has will soon be in the copy too.
            let known = Set(file?.findings.map(\.message) ?? [])
            let left = served.findings.filter { !known.contains($0.message) }
            causes += VerdictCause.list(left, of: .aasa, in: served.source, coding: files.aasa?.coding)
        }
        self.causes = causes
        self.isGiven = question.link == nil ? nil : isGiven && decider != nil
        otherScheme = question.otherScheme
    }

    private static func legacy(_ files: ServedFiles) -> VerdictCause? {
        guard let legacy = files.legacyAASA, let content = legacy.readableContent else { return nil }
        if files.aasa?.content == content { return nil }
        let isMissing = files.aasa?.content == nil
        return VerdictCause(
            "aasa-legacy-place", isMissing ? .warning : .note, .ios,
            "There is \(isMissing ? "a file" : "another file") at \(legacy.url): only iOS 9 looked there.",
            isMissing ? "Move it to \(files.site)/.well-known/apple-app-site-association." : "")
    }

    /// A phrase that names the deciding file.
    package var source: String {
        guard let decider else { return "devices get no file\(apps.isEmpty ? "" : "; the site's file would give:")" }
        let condition = opens == opensWithHTTPS ? "" : "only with https, "
        return "\(condition)according to \(decider.words)\(file?.isUsable == false ? ", which devices ignore" : "")"
    }
}

/// Applies a file to the link for each app.
struct AppleJudge {
    /// The maximum number of apps that are described individually.
    private static let mostNamed = 3
    /// The maximum number of a file's apps that are examined. Real files have fewer apps. With more apps, a hostile file could take a long
    /// time.
    static let mostApps = 200
    /// The maximum number of apps for which the result of each rule is recorded.
    private static let mostTraced = 20

    let question: Verdict.Question
    let host: String

    static func isGiven(_ apps: [AppleVerdict.App]) -> Bool { apps.contains { $0.decision?.outcome == .match } }

    func apps(of file: AASAFile) -> [AppleVerdict.App] {
        // Apps with an impossible ID are left out, because no device can have them.
        let appIDs = question.appID.map { [$0] } ?? file.possibleAppIDs
        let asked = appIDs.prefix(Self.mostApps)
        guard let link = question.link?.absoluteString else { return asked.map { AppleVerdict.App(appID: $0) } }
        return zip(asked, file.decisions(for: link, appIDs: asked, domain: host, mostTraced: Self.mostTraced, assumesHTTPS: true)).map {
            AppleVerdict.App(appID: $0, decision: $1)
        }
    }

    /// Returns the reasons why no app gets the link. Returns an empty array if an app gets the link.
    func causes(_ apps: [AppleVerdict.App], in file: AASAFile, _ kind: ServedFile.Kind) -> [VerdictCause] {
        if let appID = question.appID, file.isUsable, let problem = AppleAppID.problem(appID) {
            return [
                VerdictCause(
                    AssociationFindingCode.badAppID.rawValue, .error, .ios, "No app can have the ID to check: \(problem)",
                    "Give the ID of the app that is installed.")
            ]
        }
        if let appID = question.appID, file.isUsable, !file.appIDs.contains(appID) {
            let known = file.appIDs.prefix(Self.mostNamed).joined(separator: ", ")
            return [
                VerdictCause(
                    "aasa-app-not-listed", .error, .ios,
                    "The file does not name \(appID)\(known.isEmpty ? "" : ", only \(known)\(file.appIDs.count > Self.mostNamed ? " and others" : "")").",
                    "Add it to applinks.details. The part before the bundle identifier is the team's or the app's prefix.")
            ]
        }
        guard let link = question.link, !Self.isGiven(apps) else { return [] }
        var groups: [(cause: VerdictCause, apps: [String])] = []
        for app in apps.prefix(Self.mostTraced) {
            guard let decision = app.decision, let cause = cause(of: decision, link, file, kind) else { continue }
            if let known = groups.firstIndex(where: { $0.cause == cause }) {
                groups[known].apps.append(app.appID)
            } else {
                groups.append((cause, [app.appID]))
            }
        }
        return groups.map { cause, apps in
            var cause = cause
            cause.message = "\(apps.listed(most: Self.mostNamed)): \(cause.message)"
            return cause
        }
    }

    private func cause(of decision: AASADecision, _ link: LinkURL, _ file: AASAFile, _ kind: ServedFile.Kind) -> VerdictCause? {
        let reason = AASAWording.reason(of: decision, in: file)
        switch decision.reason {
        case .rule(let place):
            guard decision.outcome == .exclude else { return nil }
            let range = file.component(at: place)?.range
            return VerdictCause(
                "aasa-excluded", .error, .ios, "\(reason).", "Put a rule that matches the link before this rule, or narrow this rule.",
                at: range.map { VerdictCause.Place(kind, $0, in: file.source) })
        case .noRule:
            guard let step = decision.steps.first(where: \.isNearest), let miss = step.miss else {
                return VerdictCause("aasa-no-rule", .error, .ios, "\(reason).", "Add a rule to the app's components.")
            }
            let why = AASAWording.reason(of: miss, in: Array(link.absoluteString.utf8))
            return VerdictCause(
                "aasa-no-rule", .error, .ios, "\(reason); the nearest rule is \(step.place): \(why).",
                "Widen that rule, add one, or correct the link.", at: VerdictCause.Place(kind, step.range, in: file.source))
        case .otherHost:
            return VerdictCause("aasa-other-host", .error, .ios, "\(reason).", "Verify the link's own host: each host serves its own file.")
        case .appNotListed, .noPossibleApp, .impossibleApp, .obstacle, .unusableFile: return nil
        }
    }
}
