import Deciding
import JSONDocument
import LinkLayers
import Projects
import Testing

/// Each sample against its `expected.json`.
@Suite("Sample projects")
struct SampleTests {
    @Test("the apps, with their IDs in each build", arguments: Sample.names)
    func apps(_ name: String) throws {
        let sample = try Sample(name)
        let project = sample.project
        #expect(project.apps.map(\.key).sorted() == sample.expected.list("apps").compactMap { $0.text("key") }.sorted())
        for node in sample.expected.list("apps") {
            let app = try #require(project.apps.first { $0.key == node.text("key") })
            #expect(app.platform.rawValue == node.text("platform") && node.lines.contains(app.place.words), "\(app)")
            #expect(app.name == node.text("name") && app.appClipOf == node.text("appClipOf"), "\(app)")
            for (value, key) in [(app.module, "module"), (app.target, "target"), (app.team, "team"), (app.namespace, "namespace")] {
                if let wanted = node.text(key) { #expect(value == wanted, "\(key) of \(app)") }
            }
            for id in node["ids"]?.members.map({ $0 }) ?? [] {
                let builds = app.builds.filter { id.key.stringValue == "*" || id.key.stringValue == $0.variant }
                #expect(!builds.isEmpty && builds.allSatisfy { $0.id.known == id.value.stringValue }, "\(app)")
            }
            if let candidates = node.texts("candidates") {
                #expect(Set(app.builds.flatMap(\.id.possible)) == Set(candidates), "\(app)")
            }
        }
    }

    @Test("the claims: these and no others", arguments: Sample.names)
    func claims(_ name: String) throws {
        let sample = try Sample(name)
        let project = sample.project
        // A claim that differs from build to build is written once for each.
        let found = Dictionary(grouping: project.claims, by: \.words).map { words, claims in
            words + " " + project.words(claims.flatMap(\.variants), of: claims[0].app)
        }
        let expected = sample.expected.list("claims").map { node in
            Claim.words(node) + " " + (node.texts("variants").map { $0.sorted().joined(separator: ",") } ?? "*")
        }
        #expect(Sample.difference(expected, found).isEmpty, "\(Sample.difference(expected, found).joined(separator: "\n"))")
        for node in sample.expected.list("claims") {
            guard let writer = node.text("generatedFrom") else { continue }
            #expect(project.claims.contains { $0.words == Claim.words(node) && $0.generatedFrom == writer }, "\(writer)")
        }
    }

    @Test("the routes: these and no others", arguments: Sample.names)
    func routes(_ name: String) throws {
        let sample = try Sample(name)
        let names = Set(sample.expected.list("routes").compactMap { $0.text("name") })
        let found = sample.project.routers.flatMap(\.routes).map { route in
            let name = route.name.map { names.contains($0) ? $0 : "-" } ?? "-"
            return "\(route.pattern) \(route.isWholeLink) \(route.platforms.map(\.rawValue).sorted()) \(name) \(route.place.words)"
        }
        let expected = sample.expected.list("routes").map { node in
            "\(node.text("pattern") ?? "") \(node.text("match") == "uri") \((node.texts("platforms") ?? []).sorted()) \(node.text("name") ?? "-") \(node.lines.last ?? "")"
        }
        #expect(Sample.difference(expected, found).isEmpty, "\(Sample.difference(expected, found).joined(separator: "\n"))")
    }

    @Test("what the files leave open", arguments: Sample.names)
    func unknowns(_ name: String) throws {
        let sample = try Sample(name)
        let found = sample.project.openQuestions
        for node in sample.expected.list("unknowns") {
            let match = found.first { $0.what == node.text("what") && node.lines.contains($0.place.words) }
            #expect(
                match != nil,
                "\(node.text("what") ?? "") \(node.lines) is not among \(found.map { "\($0.what): \($0.why) \($0.place.words)" })")
            if let candidates = node.texts("candidates"), let match { #expect(Set(match.candidates) == Set(candidates)) }
        }
    }

    @Test("what each link does on each platform, in each build", arguments: Sample.names)
    func links(_ name: String) throws {
        let sample = try Sample(name)
        let project = sample.project
        for link in sample.expected.list("links") {
            let url = link.text("url") ?? ""
            // The one sample with two apps for a platform asks some links of one of them.
            let keys = link.text("note").map { note in Set(project.apps.map(\.key).filter { note == "asked of the \($0) app" }) }
            for platform in AppPlatform.allCases {
                for answer in link[platform.rawValue]?.members.map({ $0 }) ?? [] {
                    let named = answer.key.stringValue ?? ""
                    for variant in named == "*" ? project.variants(on: platform) : [named] {
                        let found = ProjectAnswers(project, on: platform, variant: variant, only: keys).answer(url)
                        let steps = found.decision.steps.map(\.words)
                        let expected = platform == .ios ? Self.takenBySlash[url] ?? Self.words(answer.value) : Self.words(answer.value)
                        #expect(found.words == expected, "\(url) \(platform) \(variant) \(steps)")
                    }
                }
            }
        }
    }

    /// Links that the samples leave in the browser, but that Apple's own tool gives to the app: a slash at the end of a path does not count, so
    /// that `/cart` takes `/cart/`, and `/trips/*` takes `/trips`.
    private static let takenBySlash = [
        "https://shop.example.com/cart/": "app Shop unknown claimed-route-unknown true true",
        "https://trips.example.com/trips": "app Runner - flutter-deep-linking-disabled true true",
    ]

    private static func words(_ node: JSONDocument.Node) -> String {
        "\(node.text("opens") ?? "") \(node.text("app") ?? "-") \(node.text("route") ?? "-") \(node.text("why") ?? "") "
            + "\(node.flag("certain") ?? true) \(node.flag("routeCertain") ?? true)"
    }

    @Test("the report: all that is wrong, and nothing else that is a warning or an error", arguments: Sample.names)
    func report(_ name: String) throws {
        let sample = try Sample(name)
        let project = sample.project
        var rest = ProjectReport(project).findings
        #expect(rest.map(\.place) == rest.map(\.place).sorted())
        for node in sample.expected.list("report") {
            let codes = [node.text("code")] + (node.texts("mayAlsoBe") ?? [])
            let severities = [node.text("severity")] + (node.texts("severityMayBe") ?? [])
            let index = rest.firstIndex { finding in
                codes.contains(finding.code.rawValue) && node.lines.contains(finding.place.words)
                    && severities.contains(finding.severity.word)
                    && (node.texts("variants").map { Set($0) == Set(finding.variants) } ?? true)
            }
            if let index {
                rest.remove(at: index)
            } else if node.flag("mayBeAbsent") != true {
                Issue.record("\(node.text("code") ?? "") \(node.lines) is not among \(rest.map(\.words))")
            }
        }
        let forbidden = Set(sample.expected.list("mustNotReport").compactMap { $0.text("code") })
        let wrong = rest.filter { $0.severity > .note || forbidden.contains($0.code.rawValue) }
        #expect(wrong.isEmpty, "\(wrong.map(\.words).joined(separator: "\n"))")
    }
}

extension LinkAnswer {
    fileprivate var words: String {
        let route =
            switch screen {
            case .route(let route): route.pattern
            case .none: "-"
            case .unknown: "unknown"
            }
        return "\(opening.rawValue) \(app ?? "-") \(route) \(why.rawValue) \(isCertain) \(isScreenCertain)"
    }
}

extension Finding.Severity {
    fileprivate var word: String { self == .note ? "info" : rawValue }
}

extension ProjectFinding {
    fileprivate var words: String { "\(severity.rawValue) \(code.rawValue) \(place.words) \(variants) \(message)" }
}
