import Bytes
import Deciding
package import Projects
import Screen

/// What linkscope knows of an app's project, as text: the apps with their claims, the routes, what the files leave open, and what links do.
///
///     Shop  android, app/build.gradle.kts:8
///       devRelease     com.example.shop.dev
///       https://shop.example.com/p/…  verified if the site names the app  app/src/main/AndroidManifest.xml:11
package struct ProjectPage {
    private let project: Project
    private let sites: ServedSites
    private let layout: TextLayout
    private let showsSecrets: Bool

    /// - Parameters:
    ///   - project: The project, with what its sites serve.
    ///   - sites: The answers of the sites, if they were asked.
    package init(_ project: Project, sites: ServedSites = ServedSites(), layout: TextLayout, showsSecrets: Bool) {
        self.project = project
        self.sites = sites
        self.layout = layout
        self.showsSecrets = showsSecrets
    }

    package func bytes(links: ProjectLinks) -> [UInt8] {
        var canvas = TextCanvas(layout, capacity: 4096)
        var masking = Masking(showsSecrets: showsSecrets)
        for app in project.apps { append(app, &canvas, &masking) }
        let routes = project.routers.flatMap(\.routes)
        append("routes", routes.map { Row(subject: $0.pattern, detail: $0.name ?? "", place: $0.place) }, &canvas, &masking)
        append("sites", sites.answers.map(row), &canvas, &masking)
        append("not in the files", unknowns, &canvas, &masking)
        append("links", answers(to: links), &canvas, &masking)
        return canvas.output.bytes
    }

    /// A line: what is meant, more about it, and the place in the files.
    private struct Row {
        var subject: String
        var detail = ""
        var place: SourcePlace?
    }

    // MARK: The parts

    private func append(_ app: ProjectApp, _ canvas: inout TextCanvas, _ masking: inout Masking) {
        let isOne = project.apps.count { ($0.platform, $0.name ?? $0.key) == (app.platform, app.name ?? app.key) } == 1
        let kind =
            app.appClipOf.map { "App Clip of \($0)" }
            ?? [app.platform.name, isOne ? nil : app.module].compactMap { $0 }.joined(separator: "  ")
        append([Row(subject: app.name ?? app.key, detail: kind, place: app.place)], .title, indent: 0, &canvas, &masking)
        let areSame = Set(app.builds.map(\.id)).count == 1
        let builds = areSame ? app.builds.prefix(1) : app.builds[...]
        let names = areSame && app.builds.count > 1 ? " (\(app.variants.listed(most: Self.mostNamed)))" : ""
        let ids = builds.map { Row(subject: areSame ? "app ID" : $0.variant, detail: Self.words(for: $0.id) + names) }
        let claims = claims(of: app)
        append(ids, .text, indent: 2, &canvas, &masking)
        let none = project.mayClaimMore(app.key) ? "claims no links that the files tell" : "claims no links"
        append(claims.isEmpty ? [Row(subject: none)] : claims, .text, indent: 2, &canvas, &masking)
    }

    /// A row for each filter, and one for all schemes or hosts of a kind: apps can have hundreds.
    private func claims(of app: ProjectApp) -> [Row] {
        var groups: [(key: [String], claims: [Claim])] = []
        for claim in project.claims where claim.app == app.key {
            let builds = app.variants.allSatisfy(claim.variants.contains) ? "" : claim.variants.joined(separator: ", ")
            let notes = [claim.notes, builds, claim.isCertain ? "" : "not certain"].filter { !$0.isEmpty }.joined(separator: "; ")
            let key = [claim.kindWords ?? "\(claim.place)", notes]
            if let index = groups.firstIndex(where: { $0.key == key }) {
                groups[index].claims.append(claim)
            } else {
                groups.append((key, [claim]))
            }
        }
        return groups.map { key, claims in
            let all = claims.map(\.link).listed(most: Self.mostNamed)
            return Row(subject: claims[0].kindWords.map { "\($0) \(all)" } ?? all, detail: key[1], place: claims[0].place)
        }
    }

    /// The most builds, schemes or hosts that one row names.
    private static let mostNamed = 6

    private static func words(for id: ProjectValue) -> String {
        switch id {
        case .known(let id): id
        case .unknown(let candidates) where candidates.isEmpty: "not known from the files"
        case .unknown(let candidates): (candidates.count == 1 ? "perhaps " : "one of ") + candidates.joined(separator: ", ")
        }
    }

    /// A row for each thing that the files do not tell, with the first place.
    private var unknowns: [Row] {
        let rows = project.openQuestions.map { unknown in
            let candidates = unknown.candidates.isEmpty ? "" : ": \(unknown.candidates.joined(separator: " or "))"
            return Row(subject: unknown.what, detail: unknown.why + candidates, place: unknown.place)
        }
        let places = Dictionary(grouping: rows) { [$0.subject, $0.detail] }
        return rows.map { [$0.subject, $0.detail] }.unique.compactMap { key in
            guard let same = places[key], var row = same.first else { return nil }
            if same.count > 1 { row.detail += " (\(same.count) places)" }
            return row
        }
    }

    private func row(for answer: ServedSites.Answer) -> Row {
        let detail = answer.problem ?? (answer.isInPlace ? "in its place: " : "") + answer.url
        return Row(subject: "\(answer.host), \(answer.platform.name)", detail: detail)
    }

    private func answers(to links: ProjectLinks) -> [Row] {
        links.links.flatMap { link in
            [Row(subject: link)]
                + links.platforms.flatMap { platform in
                    let answers = links.answers(to: link, on: platform)
                    return (answers.common.map { [("", $0)] } ?? answers.map { ($0.variant, $0.answer) }).map { variant, answer in
                        Row(
                            subject: "  \(platform.name)\(variant.isEmpty || variant == "*" ? "" : " \(variant)")",
                            detail: words(for: answer),
                            place: answer.claim?.place)
                    }
                }
        }
    }

    /// A few words: what opens, and where in the app.
    private func words(for answer: LinkAnswer) -> String {
        let activity = answer.claim?.filter?.component.map { ", activity \($0)" } ?? ""
        let screen =
            switch answer.screen {
            case .route(let route): ", route \(route.pattern)"
            case .none:
                answer.why == .claimedWithoutRoute ? ", but no route takes it\(answer.advice.map { ". " + $0 } ?? "")" : ""
            case .unknown: "\(activity); the files do not tell its screen"
            }
        let why = answer.why == .scheme ? answer.decision.nearestMiss?.miss?.words ?? answer.why.words : answer.why.words
        let doubt = answer.isCertain && answer.isScreenCertain ? "" : " (not certain)"
        let name = project.apps.first { $0.key == answer.app }.map { $0.name ?? $0.key } ?? "an app"
        return switch answer.opening {
        case .app, .clip: "opens \(name)\(answer.opening == .clip ? "'s App Clip" : "")\(screen)\(doubt)"
        case .browser: "stays in the browser: \(why)\(doubt)"
        case .system: "opens a part of the system\(doubt)"
        case .nothing: "opens nothing: \(why)\(doubt)"
        }
    }

    // MARK: Lines

    private func append(_ title: String, _ rows: [Row], _ canvas: inout TextCanvas, _ masking: inout Masking) {
        guard !rows.isEmpty else { return }
        canvas.put(own: title, .title)
        canvas.endLine()
        append(rows, .text, indent: 2, &canvas, &masking)
    }

    private func append(_ rows: [Row], _ role: Role, indent: Int, _ canvas: inout TextCanvas, _ masking: inout Masking) {
        for row in rows {
            canvas.put(own: String(repeating: " ", count: indent) + PlainText.safe(masking.text(row.subject)), role)
            if !row.detail.isEmpty { canvas.put(own: "  " + PlainText.safe(masking.text(row.detail)), .text) }
            if let place = row.place { canvas.put(own: "  \(PlainText.safe(masking.text(place.file))):\(place.line)", .dim) }
            canvas.endLine()
        }
    }
}

extension LinkAnswer.Why {
    fileprivate var words: String {
        switch self {
        case .claimed, .clip: "a claim takes it"
        case .claimedWithoutRoute: "no route takes it"
        case .routeUnknown: "its screen is not known from the files"
        case .flutterDisabled: "Flutter's deep linking is turned off"
        case .systemScheme: "the system opens this scheme itself"
        case .scheme: "no app claims the scheme"
        case .host: "no app claims the host"
        case .path: "the host is claimed, the path is not"
        case .noDefault: "the filter lacks the category DEFAULT"
        case .noBrowsable: "the filter lacks the category BROWSABLE"
        case .type: "the filter has a mimeType, which a tapped link lacks"
        case .notExported: "the activity is not exported"
        case .notVerified: "the filter lacks android:autoVerify"
        case .mixedSchemes: "the filter also has a custom scheme, so Android does not verify it"
        case .hostNotVerified: "the filter's host is a pattern that Android never verifies"
        case .packageNotListed: "assetlinks.json does not name the app"
        case .appIDNotListed: "apple-app-site-association does not name the app"
        case .excluded: "the association file excludes it"
        case .pathNotListed: "the association file does not have the path"
        case .fileUnusable: "the association file cannot be used"
        case .developerMode: "the domain has ?mode=developer, which only development builds use"
        }
    }
}

extension Claim {
    /// The links that it claims, such as `https://shop.example/p/…`.
    fileprivate var link: String {
        switch kind {
        case .urlScheme(let scheme), .queriesScheme(let scheme): "\(scheme):"
        case .domain(_, let host, let mode): "\(host)\(mode.map { "?mode=\($0)" } ?? "")"
        case .filter(let claim):
            Self.list(claim.filter.schemes) + "://" + Self.list(claim.filter.authorities.map(\.host))
                + Self.list(claim.filter.paths.map { $0.text + ($0.kind == .prefix ? "…" : "") }, empty: "")
        }
    }

    /// What stands before the links of claims that are shown together; nil for a filter.
    fileprivate var kindWords: String? {
        switch kind {
        case .filter: nil
        case .urlScheme: "schemes"
        case .queriesScheme: "may ask about"
        case .domain(let service, _, _): service
        }
    }

    private static func list(_ texts: [String], empty: String = "…") -> String {
        switch texts.count {
        case 0: empty
        case 1: texts[0]
        case 2...8: "{\(texts.joined(separator: ", "))}"
        default: "{\(texts.prefix(6).joined(separator: ", ")) and \(texts.count - 6) more}"
        }
    }

    /// What keeps links from the claim, or makes it another one than it looks.
    fileprivate var notes: String {
        guard case .filter(let claim) = kind else { return generatedFrom ?? "" }
        let notes = [
            generatedFrom, claim.filter.isVerifiedAutomatically ? "autoVerify" : nil, claim.isDefault ? nil : "without DEFAULT",
            claim.isBrowsable ? nil : "without BROWSABLE", claim.isExported == false ? "not exported" : nil,
            claim.isEnabled ? nil : "not enabled",
        ]
        return notes.compactMap(\.self).joined(separator: ", ")
    }
}

/// The answers of a project to links, in each build of each platform.
package struct ProjectLinks {
    package let links: [String]
    private let answers: [(platform: AppPlatform, variant: String, answers: ProjectAnswers)]
    let platforms: [AppPlatform]

    package init(_ links: [String], in project: Project) {
        self.links = links
        platforms = [AppPlatform.android, .ios].filter { platform in project.apps.contains { $0.platform == platform } }
        answers = platforms.flatMap { platform in
            project.variants(on: platform).map { (platform, $0, ProjectAnswers(project, on: platform, variant: $0)) }
        }
    }

    func answers(to link: String, on platform: AppPlatform) -> [(variant: String, answer: LinkAnswer)] {
        answers.filter { $0.platform == platform }.map { ($0.variant, $0.answers.answer(link)) }
    }

    /// The links that certainly open no app of the project: on no platform and in none of its builds.
    package var unopened: [String] {
        links.filter { link in
            answers.lazy.map { $0.answers.answer(link) }.allSatisfy { $0.app == nil && $0.isCertain }
        }
    }
}

extension Array where Element == (variant: String, answer: LinkAnswer) {
    /// The answer for the build that users get, if people see the same of all builds.
    var common: LinkAnswer? {
        let answers = map { ($0.answer.opening, $0.answer.app, $0.answer.screen, $0.answer.why) }
        guard let first = answers.first, answers.allSatisfy({ $0 == first }) else { return nil }
        return (self.first { ProjectApp.Build($0.variant, .unknown(candidates: [])).isRelease } ?? self.first)?.answer
    }
}
