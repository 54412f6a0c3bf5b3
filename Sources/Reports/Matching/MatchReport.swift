import AppLinks
package import Deciding
import LinkLayers
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

    typealias AppleApp = (appID: String?, decision: AASADecision)

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
            appleApps = zip(appIDs, decisions).map { ($0, $1) }
            if appIDs.isEmpty { appleApps = [(nil, file.decision(for: link, appID: nil, domain: question.domain, isTraced: true))] }
        }
        self.appleApps = appleApps
        let url = LinkURL(link)
        let obstacle = LinkObstacle(url)
        self.obstacle = obstacle
        let isOfDomain = obstacle == nil && (url.map { question.domain.isEmpty || HostNames.areSame($0, question.domain) } ?? false)
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

    /// Appends the report as JSON on one line.
    package func appendJSON(to bytes: inout [UInt8]) {
        JSONOutput.report(showsSecrets: question.showsSecrets) { json in
            json.field("link", masked: link)
            json.field("opens", opens)
            json.object("aasa", of: question.aasa) { json, file in
                json.objects("apps", appleApps) { json, app in
                    json.field("appId", masked: app.appID)
                    json.field("decision", app.decision.outcome.rawValue)
                    json.trace(app.decision, in: file, of: link, isWhole: question.isTraced)
                }
                json.findings(file.findings, VerdictCause.list([], notes: file.findings, of: .aasa, in: file.source))
            }
            json.object("assetlinks", of: question.assetLinks) { json, file in
                json.objects("apps", androidApps) { json, app in
                    json.field("package", masked: app.package)
                    json.field("statement", app.statement)
                    json.field("getsLink", app.getsLink)
                    json.field("reason", masked: obstacle?.words ?? app.reason)
                    json.steps(app.steps, of: link, areAll: question.isTraced)
                }
                json.strings("unreadIncludes", masked: unreadIncludes)
                json.findings(file.findings, VerdictCause.list([], notes: file.findings, of: .assetLinks, in: file.source))
            }
            json.appendMasked()
        }.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// The findings about association files that have been shown. A finding is shown once, with the first link that it concerns.
    package struct ToldFindings {
        fileprivate var all: [AppPlatform: Set<VerdictCause>] = [:]

        package init() {}
    }

    /// Appends the report as text, without the findings about the files that were shown with an earlier link.
    ///
    ///    https://www.example.com/help
    ///      iOS: no
    ///        ABCDE12345.com.example.shop: no, no rule matches
    ///          details[0].components[1]: the path has "h" (byte 25) where "/buy/*" expects "b" (byte 2)   ← nearest
    package func appendText(to output: inout [UInt8], _ told: inout ToldFindings) {
        line(shown(link), indent: 0, to: &output)
        if let file = question.aasa {
            line("iOS: \(opensOnApple ? "yes" : "no")", indent: 2, to: &output)
            // Only notes that are a reason for the answer are shown.
            let notes = LinkURL(link).map { file.notes(on: appleApps.map(\.decision), about: $0) } ?? []
            appendCauses(VerdictCause.list(file.findings, notes: notes, of: .aasa, in: file.source), of: .ios, &told, to: &output)
            let apps = nearest(appleApps)
            for app in apps { append(app, file, to: &output) }
            let others = appleApps.count - apps.count
            if others > 0 { line("\(others) other \(others == 1 ? "app" : "apps"): no", indent: 4, to: &output) }
        }
        if let file = question.assetLinks {
            line("Android: \(opensOnAndroid.map { $0 ? "yes" : "no" } ?? "unknown")", indent: 2, to: &output)
            let notes = obstacle == nil && androidApps.isEmpty ? file.notesOnNoApp : []
            appendCauses(VerdictCause.list(file.findings, notes: notes, of: .assetLinks, in: file.source), of: .android, &told, to: &output)
            if let obstacle {
                line(shown(obstacle.words), indent: 4, to: &output)
            } else if !file.isUsable {
                line("devices ignore the file", indent: 4, to: &output)
            } else if androidApps.isEmpty {
                let whom = question.package.map { "the app \($0)" } ?? "an app"
                line("no statement lets \(whom) open this site's links (\(AssetLinksFile.handleAllURLs))", indent: 4, to: &output)
            }
            for app in androidApps where obstacle == nil {
                line("\(shown(app.package)): \(app.getsLink ? "yes" : "no"), \(shown(app.reason))", indent: 4, to: &output)
                for step in app.steps where question.isTraced || step.isNearest {
                    line(shown(AASAWording.result(of: step, in: Array(link.utf8))), indent: 6, to: &output)
                }
            }
            for url in unreadIncludes { line("note: the file includes \(shown(url)), which was not read", indent: 4, to: &output) }
            if opensOnAndroid == nil {
                line("linkscope match reads no included files, so it does not know whether an app gets the link", indent: 4, to: &output)
            }
        }
    }

    /// The most apps that are shown if none of them gets the link.
    private static let mostRefused = 3

    /// Returns the apps that are shown: if none of them gets the link, those whose rules come nearest.
    private func nearest(_ apps: [AppleApp]) -> [AppleApp] {
        guard !question.isTraced, !opensOnApple, apps.count > Self.mostRefused else { return apps }
        let closeness = { (app: AppleApp) in app.decision.steps.first(where: \.isNearest)?.miss?.closeness ?? -1 }
        return Array(
            apps.enumerated().sorted { (closeness($1.element), $0.offset) < (closeness($0.element), $1.offset) }.prefix(Self.mostRefused)
        )
        .map(\.element)
    }

    private func append(_ app: AppleApp, _ file: AASAFile, to output: inout [UInt8]) {
        let answer = app.appID.map { "\(shown($0)): \(app.decision.outcome == .match ? "yes" : "no"), " } ?? ""
        line("\(answer)\(shown(AASAWording.reason(of: app.decision, in: file)))", indent: 4, to: &output)
        let bytes = Array(link.utf8)
        for step in app.decision.steps where question.isTraced || step.isNearest {
            line(shown(AASAWording.result(of: step, in: bytes)), indent: 6, to: &output)
        }
    }

    private func appendCauses(
        _ causes: [VerdictCause], of platform: AppPlatform, _ told: inout ToldFindings, to output: inout [UInt8]
    ) {
        let isNamed = question.standardInput != platform
        for cause in causes where told.all[platform, default: []].insert(cause).inserted {
            // Messages of the JSON parser already name the place.
            let isPlaced = ["association-not-json", "association-duplicate-key"].contains(cause.code)
            let place =
                cause.place.flatMap { place in
                    isPlaced ? nil : " (line \(place.line), column \(place.column) of \(isNamed ? "the file" : "standard input"))"
                } ?? (isNamed ? "" : " (standard input)")
            line("\(cause.severity.rawValue): \(cause.code)\(place): \(shown(cause.message))", indent: 4, to: &output)
            if !cause.advice.isEmpty { line("to do: \(cause.advice)", indent: 6, to: &output) }
        }
    }

    private func line(_ text: String, indent: Int, to output: inout [UInt8]) {
        output += [UInt8](repeating: UInt8(ascii: " "), count: indent)
        output += PlainText.safe(text).utf8
        output.append(UInt8(ascii: "\n"))
    }
}

extension JSONOutput {
    /// Appends the reason of an answer of Digital Asset Links. Google's API also gives the names of its errors. The verifier on a device has
    /// no such names.
    mutating func reason(of answer: AssetLinksAnswer, _ dialect: AssetLinksQuery.Dialect) {
        let names = dialect == .google ? answer.errors.map(\.name.rawValue) : []
        field("reason", masked: names.isEmpty ? answer.reason : "\(answer.reason) (\(names.joined(separator: ", ")))")
    }

    mutating func trace(_ answer: AssetLinksAnswer, _ findings: [AssociationFinding]) {
        objects("errors", answer.errors) { json, error in
            json.field("name", error.name.rawValue)
            json.field("message", masked: error.message)
        }
        let nearest = answer.nearestStep
        objects("steps", answer.steps.enumerated()) { json, numbered in
            let (index, step) = numbered
            json.field("statement", step.index)
            json.field("include", masked: step.include)
            json.field("range", step.range)
            json.field("outcome", step.miss == nil ? "match" : "no_match")
            guard let miss = step.miss else { return }
            json.field("reason", masked: miss.reason)
            json.field("nearest", index == nearest)
        }
        self.findings(findings)
    }

    /// Appends the reason of a decision, the deciding rule, and the results of the rules that were tried.
    mutating func trace(_ decision: AASADecision, in file: AASAFile, of link: String, isWhole: Bool) {
        field("reason", masked: AASAWording.reason(of: decision, in: file))
        let component: String? = if case .rule(let place) = decision.reason { place.description } else { nil }
        field("component", component)
        field("otherScheme", decision.otherScheme)
        steps(decision.steps, of: link, areAll: isWhole)
    }

    /// Appends the results of rules, Apple's or Android's: of all, or of those that matched and of the one that came closest.
    mutating func steps(_ steps: [RuleStep], of link: String, areAll: Bool) {
        let link = Array(link.utf8)
        objects("steps", steps.filter { areAll || $0.isNearest || $0.miss == nil }) { json, step in
            json.field("component", step.place)
            json.field("range", step.range)
            json.field("outcome", step.miss != nil ? "no_match" : step.isExcluding ? "exclude" : "match")
            guard let miss = step.miss else { return }
            switch miss.part {
            case .path: json.field("part", "path")
            case .query: json.field("part", "query")
            case .fragment: json.field("part", "fragment")
            case .item(let name):
                json.field("part", "query")
                json.field("parameter", masked: name)
            }
            json.field("pattern", masked: miss.pattern, of: miss.part.parameter)
            json.field("patternOffset", miss.patternOffset)
            json.field("urlOffset", miss.linkOffset)
            json.field("reason", masked: AASAWording.reason(of: miss, in: link))
            json.field("nearest", step.isNearest)
        }
    }

    /// Appends the problems of an association file.
    ///
    /// - Parameter causes: What to do about each problem, and its line and column; none to leave these out.
    mutating func findings(_ findings: [AssociationFinding], _ causes: [VerdictCause] = []) {
        objects("findings", Array(findings.enumerated())) { json, entry in
            let (index, finding) = entry
            json.finding(code: finding.code.rawValue, finding.severity, finding.message)
            json.field("range", finding.range)
            guard causes.indices.contains(index) else { return }
            json.field("line", causes[index].place?.line)
            json.field("column", causes[index].place?.column)
            json.field("advice", causes[index].advice.isEmpty ? nil : causes[index].advice)
        }
    }

    mutating func finding(code: String, _ severity: Finding.Severity, _ message: String) {
        field("code", code)
        field("severity", severity.rawValue)
        field("message", masked: message)
    }
}
