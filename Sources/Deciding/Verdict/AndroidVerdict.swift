package import AppLinks
import Bytes
import LinkLayers

/// The decision which app gets a link on Android, as far as the site decides, and the problems that keep apps from getting it.
package struct AndroidVerdict: PlatformVerdict {
    package struct App: Sendable {
        package var package: String
        /// The number of certificates that the statement names.
        package var fingerprints: Int
        /// The index of the statement, from 0.
        package var statement: Int
        package var include: String?
        /// The outcome of the dynamic rules (Android 15 and later). Nil if the question has no link of this site.
        package var outcome: AssetLinksFile.Statement.DynamicOutcome?
        /// Whether the statement has a fingerprint that a device can compute, in capital letters.
        package var hasFingerprint: Bool
        /// Whether the statement names the certificate of the question or, if the question names none, any certificate.
        package var isCertified: Bool
        /// Whether the question and the statement name the same certificate, but one of them not in capital letters.
        var isOtherCase = false
        /// The reason why no installed app can have this name. Nil if an app can have it.
        var nameProblem: String? { PackageName.problem(package) }
        /// Whether an installed app can have this name.
        var isPossible: Bool { nameProblem == nil }
        /// The dynamic rules that were tried, in order. If a rule matches, it is the last one and decides.
        package var steps: [RuleStep] = []

        package var getsLink: Bool {
            guard isPossible else { return false }
            return switch outcome {
            case .unrestricted, .match: isCertified
            case .exclude, .noRule, nil: false
            }
        }

        /// The reason why the app gets the link or does not get it.
        package var reason: String {
            if let nameProblem { return "\(nameProblem), so no app can have it" }
            if isCertified { return AssetLinksFile.Statement.reason(of: outcome) }
            if isOtherCase {
                return
                    "statement [\(statement)] names the certificate, but its fingerprint or the one to check has lowercase letters, and devices use capital letters"
            }
            return hasFingerprint
                ? "statement [\(statement)] lists other certificates"
                : "statement [\(statement)] has no fingerprint in capital letters, and devices compare it with one in capital letters"
        }
    }

    /// The site's own file. Nil if the site serves none.
    package let file: AssetLinksFile?
    /// The apps to which a statement gives the site's links.
    package let apps: [App]
    package let isGiven: Bool?
    package internal(set) var decision: SiteDecision?
    let causes: [VerdictCause]
    package let otherScheme: String?
    /// The site's own file and the files that it includes, as far as they could be read.
    let sources: [AndroidJudge.Source]

    init(_ question: Verdict.Question, _ files: ServedFiles) {
        var causes = files.assetLinks.map { ServingCheck(file: $0, trouble: files.machineTrouble(behind: $0)).causes } ?? []
        var sources: [AndroidJudge.Source] = []
        var notes: [VerdictCause] = []
        for served in [files.assetLinks].compactMap({ $0 }) + files.includes {
            guard let source = AndroidJudge.Source(served) else { continue }
            sources.append(source)
            causes += VerdictCause.list(source.file.findings, of: served.kind, in: source.file.source, coding: served.coding)
            notes += VerdictCause.list([], notes: source.file.notesOnNoApp, of: served.kind, in: source.file.source)
        }
        causes += files.includes.compactMap { Self.failure(of: $0, files.machineTrouble(behind: $0)) } + sources.compactMap(Self.deeper)
        if let left = Self.left(files, sources) { causes.append(left) }
        let judge = AndroidJudge(question: question, site: files.site, sources: sources)
        let apps = judge.apps(isTraced: true)
        file = sources.first { $0.kind == .assetLinks }?.file
        if let file, file.isUsable { causes += judge.causes(apps) }
        if apps.isEmpty { causes += notes }
        self.apps = apps
        self.causes = causes
        self.sources = sources
        isGiven = question.link.map { $0.text.withBytes(LinkObstacle.strayByte) == nil && apps.contains(where: \.getsLink) }
        otherScheme = question.otherScheme
    }

    /// Returns the cause if an included file could not be used. Returns nil if the file could be used.
    private static func failure(of include: ServedFile, _ trouble: MachineTrouble?) -> VerdictCause? {
        guard include.content == nil || include.isWebPage else { return nil }
        let reason =
            include.problem.map(\.description)
            ?? (include.isWebPage
                ? "The server answers with a web page instead."
                : "The server answers with status \(include.status ?? 0): devices accept only 200.")
        let message = "\(include.url), which assetlinks.json includes, could not be fetched. \(reason)"
        let advice = trouble?.advice ?? "Serve it there, or remove the include."
        return VerdictCause("assetlinks-include-failed", .warning, .android, message, advice)
    }

    /// Returns the cause for includes that were not fetched because there are too many.
    private static func left(_ files: ServedFiles, _ sources: [AndroidJudge.Source]) -> VerdictCause? {
        guard !files.includes.isEmpty, let own = sources.first(where: { $0.kind == .assetLinks }) else { return nil }
        let fetched = Set(files.includes.map(\.url))
        let wanted = Set(own.file.includes.filter(\.isSecure).map(\.url))
        guard !wanted.isSubset(of: fetched) else { return nil }
        return VerdictCause(
            "assetlinks-includes-left", .warning, .android,
            "assetlinks.json includes \(wanted.count) files; \(fetched.count) were read. Apps that only the other files name are missing here.",
            "Use fewer files.")
    }

    /// Returns the cause for includes of an included file, which have no effect.
    private static func deeper(_ source: AndroidJudge.Source) -> VerdictCause? {
        guard let url = source.include, let include = source.file.includes.first else { return nil }
        return VerdictCause(
            "assetlinks-include-depth", .warning, .android,
            "assetlinks.json includes \(url), which includes \(include.url). Devices do not read the latter, because they follow only one level.",
            "Include it in assetlinks.json itself.", at: VerdictCause.Place(.include, include.range, in: source.file.source))
    }

    /// A phrase that names the deciding file.
    package var source: String {
        guard let file else { return "devices get no file" }
        let condition = opens == opensWithHTTPS ? "" : "only with https, "
        return "\(condition)according to assetlinks.json\(file.isUsable ? "" : ", which devices ignore")"
    }

    /// A statement that gives an app the site's links.
    typealias Naming = (source: AndroidJudge.Source, statement: AssetLinksFile.Statement, fingerprints: [String])

    /// Returns the statements that give an app the site's links, whatever its certificate.
    func naming(of app: String) -> [Naming] {
        sources.flatMap { source in
            source.file.linkStatements.filter { $0.package == app }.map { (source, $0.statement, $0.fingerprints) }
        }
    }
}

extension AssetLinksFile {
    /// Returns one app for each statement that gives an app the site's links.
    ///
    /// - Parameters:
    ///   - link: The link, if it is a link of this site.
    ///   - package: The package to look for. Nil means any app.
    ///   - fingerprint: The certificate that a statement must name, in capital letters as on devices. Nil means any certificate.
    ///   - effort: Limits the work for all apps together.
    package func apps(
        for link: LinkURL?, package: String?, fingerprint: String? = nil, _ effort: inout Pattern.Effort
    ) -> [AndroidVerdict.App] {
        linkStatements.filter { package == nil || package == $0.package }.map { statement, name, fingerprints in
            let valid = fingerprints.filter(Fingerprint.isCanonical)
            return AndroidVerdict.App(
                package: name, fingerprints: fingerprints.count, statement: statement.index,
                outcome: link.map { statement.dynamicOutcome(for: $0, &effort) },
                hasFingerprint: !valid.isEmpty, isCertified: fingerprint.map(valid.contains) ?? !valid.isEmpty,
                isOtherCase: fingerprint.map { wanted in
                    !valid.contains(wanted) && fingerprints.contains { $0.uppercased() == wanted.uppercased() }
                } ?? false)
        }
    }
}

/// Applies the statements to the link for each app.
struct AndroidJudge {
    struct Source {
        let file: AssetLinksFile
        let kind: ServedFile.Kind
        /// The URL of the file if it was included. Nil for the site's own file.
        let include: String?

        /// Creates a source from a served file. Returns nil if there is no file, or if the answer is a web page.
        init?(_ served: ServedFile) {
            guard let content = served.readableContent else { return nil }
            file = AssetLinksFile(content)
            kind = served.kind
            include = kind == .include ? served.url : nil
        }
    }

    /// Returns the statement that names an app, with its source.
    private func naming(_ app: AndroidVerdict.App) -> (source: Source, statement: AssetLinksFile.Statement)? {
        sources.first { $0.include == app.include }.flatMap { source in
            source.file.statements.first { $0.index == app.statement }.map { (source, $0) }
        }
    }

    /// The maximum number of statements for which reasons are given.
    private static let mostTold = 20

    let question: Verdict.Question
    let site: WebSite
    let sources: [Source]

    /// Returns one app for each statement that gives an app the site's links.
    ///
    /// - Parameter isTraced: Whether to add the result of each dynamic rule.
    func apps(isTraced: Bool = false) -> [AndroidVerdict.App] {
        let link = question.link.flatMap { HostNames.areSame($0, site.host) ? $0 : nil }
        var effort = Pattern.Effort(ofMany: ())
        var apps = sources.flatMap { source in
            source.file.apps(for: link, package: question.package, fingerprint: question.fingerprint, &effort).map { app in
                var app = app
                app.include = source.include
                return app
            }
        }
        guard isTraced, let link else { return apps }
        effort = Pattern.Effort(ofMany: ())
        for index in apps.indices.prefix(Self.mostTold) {
            apps[index].steps = naming(apps[index])?.statement.steps(for: link, &effort) ?? []
        }
        return apps
    }

    /// Returns the reasons why no app gets the link. If the question has no link, returns the reasons why no app can get any link. Returns
    /// an empty array if an app gets the link.
    func causes(_ apps: [AndroidVerdict.App]) -> [VerdictCause] {
        guard apps.contains(where: { $0.isCertified && $0.isPossible }) else { return [missing(apps)] }
        guard let link = question.link, !apps.contains(where: \.getsLink) else { return [] }
        guard HostNames.areSame(link, site.host) else {
            let message = "The link's host is \(link.host ?? "empty"), but \(site.host) served the file."
            return [
                VerdictCause(
                    "assetlinks-other-host", .error, .android, message, "Verify the link's own host: each host serves its own file.")
            ]
        }
        return apps.filter { $0.isCertified && $0.isPossible }.prefix(Self.mostTold).compactMap { app in
            let naming = naming(app)
            switch app.outcome {
            case .exclude(let rule):
                let range = naming?.statement.dynamicRules?.first { $0.index == rule }?.range
                return VerdictCause(
                    "assetlinks-excluded", .error, .android,
                    "\(app.package): dynamic_app_link_components[\(rule)] of statement [\(app.statement)] excludes the link on Android 15 and later.",
                    "Put a rule that matches the link before this rule, or narrow this rule.", at: place(range, naming?.source))
            case .noRule:
                let step = app.steps.first(where: \.isNearest)
                let nearest = step.flatMap { step in
                    step.miss.map {
                        "; the nearest rule is \(step.place): \(AASAWording.reason(of: $0, in: Array(link.absoluteString.utf8)))"
                    }
                }
                return VerdictCause(
                    "assetlinks-no-rule", .error, .android,
                    "\(app.package): no dynamic rule of statement [\(app.statement)] matches the link on Android 15 and later\(nearest ?? "").",
                    "Widen that rule, or add one to dynamic_app_link_components. Without any rules, the app gets all links of the site.",
                    at: place(step?.range ?? naming?.statement.range, naming?.source))
            case .unrestricted, .match, nil: return nil
            }
        }
    }

    /// Returns whether the statement for an app has the wanted fingerprint, but not in capital letters. If no fingerprint is wanted, any
    /// fingerprint that is not in capital letters counts.
    private func isLowercase(_ app: AndroidVerdict.App) -> Bool {
        guard case .androidApp(_, let fingerprints)? = naming(app)?.statement.target else { return false }
        return fingerprints.contains { fingerprint in
            Fingerprint.isWellFormed(fingerprint) && !Fingerprint.isCanonical(fingerprint)
                && (question.fingerprint ?? fingerprint).uppercased() == fingerprint.uppercased()
        }
    }

    private func place(_ range: Range<Int>?, _ source: Source?) -> VerdictCause.Place? {
        guard let range, let source else { return nil }
        return VerdictCause.Place(source.kind, range, in: source.file.source)
    }

    /// Returns the cause if no statement gives the site's links to the app of the question, or to any app. The closest statement determines
    /// the reason.
    private func missing(_ apps: [AndroidVerdict.App]) -> VerdictCause {
        if let app = apps.first(where: { $0.isPossible && isLowercase($0) }) ?? apps.first(where: \.isPossible) ?? apps.first {
            let naming = naming(app)
            let place = place(naming?.statement.range, naming?.source)
            if let problem = app.nameProblem {
                return VerdictCause(
                    AssociationFindingCode.badPackage.rawValue, .error, .android, "\(problem), so no app can have it.",
                    "Write the application ID of the app, as in its build file.", at: place)
            }
            // Devices write fingerprints in capital letters and compare them character by character.
            if let wanted = question.fingerprint, !Fingerprint.isCanonical(wanted) {
                return VerdictCause(
                    "assetlinks-fingerprint", .error, .android,
                    "The fingerprint to check has lowercase letters, but devices write fingerprints in capital letters: no app on a device has it.",
                    "Write the fingerprint to check in capital letters.", at: place)
            }
            guard let wanted = question.fingerprint, !isLowercase(app) else {
                return VerdictCause(
                    "assetlinks-fingerprint", .error, .android,
                    "The fingerprint for \(app.package) is in lowercase, but devices compare it with an uppercase one, so it does not match.",
                    "Write the fingerprint in uppercase.", at: place)
            }
            var query = AssetLinksQuery(
                relation: AssetLinksFile.handleAllURLs, target: .androidApp(package: app.package, fingerprints: [wanted]))
            query.dialect = .device
            let reason = naming.map { " \(query.answer($0.source.file).reason)." } ?? ""
            return VerdictCause(
                "assetlinks-fingerprint", .error, .android,
                "The file names \(app.package), but not with the certificate \(wanted).\(reason)",
                "Add the fingerprint of the certificate that signs the installed app. With Play App Signing, copy it from Play Console.",
                at: place)
        }
        for source in sources {
            for statement in source.file.statements {
                guard case .androidApp(let package, _) = statement.target, question.package == nil || question.package == package else {
                    continue
                }
                return VerdictCause(
                    "assetlinks-relation", .error, .android,
                    "The file names \(package), but only for \(statement.relations.joined(separator: ", ")), which does not open links.",
                    "Add \"\(AssetLinksFile.handleAllURLs)\" to the relation of the statement.", at: place(statement.range, source))
            }
        }
        return VerdictCause(
            "assetlinks-no-statement", .error, .android,
            "No statement lets \(question.package ?? "an app") open the site's links\(others).",
            "Add a statement with the relation \"\(AssetLinksFile.handleAllURLs)\", the app's package and its certificate.")
    }

    /// The end of a message that lists the apps of the statements. Empty if the question is not about one app, or if no statement names an
    /// app.
    private var others: String {
        var names: [String] = []
        for case .androidApp(let name, _) in sources.flatMap(\.file.statements).map(\.target) where !names.contains(name) {
            names.append(name)
            if names.count > 3 { break }
        }
        guard question.package != nil, !names.isEmpty else { return "" }
        return "; the statements are for \(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? " and others" : "")"
    }
}
