package import Checks
import Deciding
import LinkLayers
package import Projects

/// What linkscope knows of an app's project, as one line of JSON. Scripts rely on the keys.
package enum ProjectJSON {
    /// - Parameters:
    ///   - project: The project, with what its sites serve.
    ///   - sites: The answers of the sites; nil if they were not asked.
    package static func bytes(
        _ project: Project, _ report: ProjectReport, links: ProjectLinks, sites: ServedSites? = nil, showsSecrets: Bool
    ) -> [UInt8] {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.objects("apps", project.apps) { $0.app($1) }
            json.objects("claims", project.claims) { $0.claim($1, of: project) }
            json.objects("routes", project.routers.flatMap { router in router.routes.map { (router, $0) } }) { $0.route($1.1, of: $1.0) }
            json.objects("unknowns", project.openQuestions) { json, unknown in
                json.field("what", masked: unknown.what)
                json.field("why", masked: unknown.why)
                if !unknown.candidates.isEmpty { json.strings("candidates", masked: unknown.candidates) }
                json.place(unknown.place)
            }
            json.objects("links", links.links) { json, link in
                json.field("url", masked: link)
                for platform in links.platforms { json.answers(links.answers(to: link, on: platform), platform.rawValue) }
            }
            json.objects("report", report.findings) { json, finding in
                json.field("code", finding.code.rawValue)
                // The word of other programs for a note.
                json.field("severity", finding.severity == .note ? "info" : finding.severity.rawValue)
                json.place(finding.place)
                json.field("message", masked: finding.message)
                json.field("repair", masked: finding.repair)
                if !finding.variants.isEmpty { json.strings("variants", masked: finding.variants) }
            }
            if let sites {
                json.objects("sites", sites.answers) { json, answer in
                    json.field("host", masked: answer.host)
                    json.field("platform", answer.platform.rawValue)
                    json.field("url", masked: answer.url)
                    // Null: devices get the file.
                    json.field("problem", masked: answer.problem)
                }
            }
            json.appendMasked()
        }.line
    }
}

extension JSONOutput {
    fileprivate mutating func place(_ place: SourcePlace) {
        field("file", masked: place.file)
        field("line", place.line)
    }

    fileprivate mutating func app(_ app: ProjectApp) {
        field("key", masked: app.key)
        field("platform", app.platform.rawValue)
        field("name", masked: app.name)
        let details: [(JSONStep, String?)] = [
            ("module", app.module), ("target", app.target), ("team", app.team), ("namespace", app.namespace), ("appClipOf", app.appClipOf),
        ]
        for (name, value) in details where value != nil { field(name, masked: value) }
        let ids = Set(app.builds.map(\.id))
        object("ids") { json in
            let builds = ids.count == 1 ? app.builds.prefix(1).map { ProjectApp.Build("*", $0.id) } : app.builds
            for build in builds { json.field(.text(json.masking.name(build.variant)), masked: build.id.known) }
        }
        let candidates = Set(app.builds.filter { $0.id.known == nil }.flatMap(\.id.possible))
        if !candidates.isEmpty { strings("candidates", masked: candidates.sorted()) }
        place(app.place)
    }

    fileprivate mutating func claim(_ claim: Claim, of project: Project) {
        let app = project.apps.first { $0.key == claim.app }
        field("platform", app?.platform.rawValue)
        field("kind", claim.word)
        field("app", masked: claim.app)
        let isInAll = app.map { $0.variants.allSatisfy(claim.variants.contains) } ?? false
        if isInAll { field("variants", "*") } else { strings("variants", masked: claim.variants) }
        switch claim.kind {
        case .filter(let filter): self.filter(filter)
        case .urlScheme(let scheme), .queriesScheme(let scheme): field("scheme", masked: scheme)
        case .domain(_, let host, let mode):
            field("host", masked: host)
            if mode != nil { field("mode", masked: mode) }
        }
        if claim.generatedFrom != nil { field("generatedFrom", masked: claim.generatedFrom) }
        if !claim.isCertain { field("certain", false) }
        place(claim.place)
    }

    private mutating func filter(_ claim: FilterClaim) {
        let filter = claim.filter
        strings("schemes", masked: filter.schemes)
        strings("hosts", masked: filter.authorities.map(\.host))
        let ports = filter.authorities.compactMap(\.port)
        if !ports.isEmpty { strings("ports", ports.map { String($0) }) }
        objects("paths", filter.paths) { json, path in
            json.field("kind", "path" + path.kind.rawValue)
            json.field("value", masked: path.text)
        }
        field("autoVerify", filter.isVerifiedAutomatically)
        field("default", claim.isDefault)
        field("browsable", claim.isBrowsable)
        field("exported", claim.isExported)
        if filter.isVerifiedAutomatically { field("verifiable", claim.isVerifiable) }
        if !claim.isEnabled { field("enabled", false) }
        if claim.component != nil { field("component", masked: claim.component) }
    }

    fileprivate mutating func route(_ route: Route, of router: Router) {
        field("pattern", masked: route.pattern)
        field("match", route.isWholeLink ? "uri" : "path")
        strings("platforms", route.platforms.map(\.rawValue))
        if route.name != nil { field("name", masked: route.name) }
        field("router", router.kind.rawValue)
        if !route.constraints.isEmpty {
            object("constraint") { json in
                for (name, expression) in route.constraints.sorted(by: { $0.key < $1.key }) {
                    json.field(.text(json.masking.name(name)), masked: expression)
                }
            }
        }
        place(route.place)
    }

    /// Appends the answers of all builds under their names and, if they are the same, also under `*`.
    fileprivate mutating func answers(_ answers: [(variant: String, answer: LinkAnswer)], _ platform: String) {
        object(.text(platform)) { json in
            if let common = answers.common { json.object("*") { $0.answer(common) } }
            for (variant, answer) in answers where variant != "*" {
                json.object(.text(json.masking.name(variant))) { $0.answer(answer) }
            }
        }
    }

    private mutating func answer(_ answer: LinkAnswer) {
        field("opens", answer.opening.rawValue)
        field("app", masked: answer.app)
        switch answer.screen {
        case .route(let route): field("route", masked: route.pattern)
        case .none: field("route", raw: nil)
        case .unknown: field("route", "unknown")
        }
        field("why", answer.why.rawValue)
        if !answer.isCertain { field("certain", false) }
        if !answer.isScreenCertain { field("routeCertain", false) }
        if let claim = answer.claim { object("claim") { $0.place(claim.place) } }
        field("reason", masked: answer.decision.reason)
        if answer.advice != nil { field("advice", masked: answer.advice) }
    }
}

extension Claim {
    /// The kind, as the report names it.
    fileprivate var word: String {
        switch kind {
        case .filter: "intent-filter"
        case .urlScheme: "url-scheme"
        case .queriesScheme: "queries-scheme"
        case .domain(let service, _, _): service
        }
    }
}

extension LintedFile {
    /// The findings of a project, by file, so that they are shown like those of `linkscope lint`.
    ///
    /// - Parameters:
    ///   - folder: The project's folder, which stands before the paths.
    ///   - sites: The answers of the sites, whose files have URLs for paths.
    ///   - read: Returns the bytes of a file.
    package static func all(
        of report: ProjectReport, in folder: String, sites: ServedSites = ServedSites(), read: (String) -> [UInt8]?
    ) -> [LintedFile] {
        let served = Dictionary(sites.files.map { ($0.path, $0.bytes) }) { first, _ in first }
        return Dictionary(grouping: report.findings, by: \.place.file).sorted { $0.key < $1.key }.map { path, findings in
            let isBelow = served[path] == nil && folder != "." && !folder.isEmpty
            let found = findings.map { LintFinding($0.code.rawValue, $0.severity, $0.message, at: $0.place.range, repair: $0.repair) }
            return LintedFile(path: isBelow ? "\(folder)/\(path)" : path, served[path] ?? read(path) ?? [], found)
        }
    }
}

extension LintRule {
    /// The rules of the findings about a project.
    package static let ofProjects = ProjectCode.allCases.map {
        LintRule(code: $0.rawValue, explanation: "A problem of an app's declarations or routes.")
    }
}

/// The findings of a project in the form of JUnit: a `testcase` for each app, each link and each finding. Notes are cases that pass.
package enum ProjectJUnit {
    /// - Parameter unopened: Those of the links that open no app.
    package static func bytes(
        _ project: Project, _ files: [LintedFile], links: [String], unopened: [String], name: String, showsSecrets: Bool
    ) -> [UInt8] {
        var masking = Masking(showsSecrets: showsSecrets)
        func attribute(_ text: String) -> String { JUnitFile.attribute(masking.text(text)) }
        let found = files.flatMap { file in file.placed.map { (path: file.path, finding: $0.finding, start: $0.start) } }
        var tally = TestTally()
        tally.failed = found.count { $0.finding.severity >= .warning } + unopened.count
        tally.passed = project.apps.count + links.count + found.count - tally.failed
        var text = ""
        for app in project.apps {
            text +=
                "    <testcase name=\"\(attribute("\(app.name ?? app.key), \(app.platform.name)"))\" classname=\"\(attribute(app.place.file))\"/>\n"
        }
        let failing = Set(unopened)
        for link in links {
            text += "    <testcase name=\"\(attribute(link))\" classname=\"links\""
            text += failing.contains(link) ? "><failure message=\"No app of the project opens the link.\"/></testcase>\n" : "/>\n"
        }
        for (path, finding, start) in found {
            let path = attribute(path)
            let message = attribute(finding.message)
            text += "    <testcase name=\"\(finding.code): \(message)\" classname=\"\(path)\" file=\"\(path)\" line=\"\(start.line)\""
            guard finding.severity >= .warning else {
                text += "/>\n"
                continue
            }
            let repair = finding.repair.map { " " + attribute($0) } ?? ""
            text += ">\n      <failure type=\"\(finding.code)\" message=\"\(message)\">"
            text += "\(path):\(start.line):\(start.column): \(message)\(repair)</failure>\n    </testcase>\n"
        }
        let head = JUnitFile.head(tally) + JUnitFile.head(of: name, tally, showsSecrets: showsSecrets)
        return head + text.utf8 + JUnitFile.suiteEnd + JUnitFile.end
    }
}
