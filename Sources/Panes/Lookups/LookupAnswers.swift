package import AppLinks
package import Deciding
package import DeviceTools
package import JSONDocument
import LinkLayers

/// The parts of a link's page that the inspector shows.
///
/// An answer is made in the background and not on the main actor, because a hostile page may name fifty thousand apps.
package struct PageAnswer: Sendable {
    package let url: LinkURL
    /// The URL of the page after all redirects.
    package let final: LinkURL
    package let hops: [RedirectHop]
    /// For each hop, the apps that claim its link; nil if none can. Empty if the claims were not looked up.
    package let claims: [LinkClaims?]
    package let otherLinks: [OtherLink]
    package let findings: [PageFinding]
    /// The result of running the page's scripts; nil if this was not requested or the page has no scripts.
    package let scripts: Result<ScriptRun, ScriptProblem>?
    private let links: [PageTags.Idiom: AppLink]

    /// The maximum number of targets that are kept for each kind of device.
    package static let mostTargets = 100

    package init(_ resolution: PageResolution, claims: [LinkClaims?] = []) {
        self.claims = claims
        url = resolution.page.requested
        final = resolution.page.url
        hops = resolution.page.hops
        scripts = resolution.scripts
        otherLinks = resolution.otherLinks
        var findings = resolution.findings
        var links: [PageTags.Idiom: AppLink] = [:]
        var most = 0
        for idiom in PageTags.Idiom.allCases {
            let link = resolution.appLink(for: idiom)
            most = max(most, link.targets.count)
            links[idiom] = AppLink(sourceURL: link.sourceURL, targets: Array(link.targets.prefix(Self.mostTargets)), webURL: link.webURL)
        }
        if most > Self.mostTargets {
            let message = "The page names \(most) targets for one kind of device; only the first \(Self.mostTargets) are used."
            findings.add("too-many-targets", .warning, message)
        }
        self.findings = findings
        self.links = links
    }

    package func appLink(for idiom: PageTags.Idiom) -> AppLink {
        // The initializer has made an App Link for each kind of device, so the default value is never used.
        links[idiom] ?? AppLink(sourceURL: url, targets: [], webURL: url)
    }

    /// Whether scripts seem to make the tags of the page, and the scripts have not been run.
    package var needsScripts: Bool { scripts == nil && findings.contains { $0.code == "tags-by-script" } }
}

/// The verdicts made from the association files of a link's site. They are made in the background, because parsing a large file takes time.
package struct VerdictAnswer: Sendable {
    package var link: Verdict
    /// The verdict about the site as a whole, from the same files.
    package var site: Verdict

    package init(link: Verdict, site: Verdict) {
        self.link = link
        self.site = site
    }

    /// Returns the answer together with what an Android device knows about the host of the link, or the reason why it could not be asked.
    package func joined(with device: Result<DeviceVerification, DeviceTrouble>) -> VerdictAnswer {
        VerdictAnswer(link: link.joined(with: device), site: site)
    }
}

/// What a lookup found, in the words that are kept in the journal. The answer itself may have megabytes.
package struct LookupSummary: Sendable, Hashable {
    package var kind: Lookup.Kind
    /// The web link that was looked up.
    package var url: LinkURL
    /// The result in one sentence, without a period.
    package var result: String
    /// More details worth keeping: where the link led, and the findings or causes.
    package var details: [String]

    private static let mostDetails = 20

    package init(_ outcome: LookupOutcome, of lookup: Lookup) {
        kind = lookup.kind
        url = lookup.url
        switch outcome {
        case .page(let page):
            let targets = PageTags.Idiom.allCases.compactMap { idiom in
                page.appLink(for: idiom).targets.first.map { "\(idiom.rawValue): \($0.words)" }
            }
            result = targets.isEmpty ? "the page names no app" : "the page names an app for " + targets.joined(separator: ", ")
            let path = page.final == page.url ? [] : ["the link led to \(page.final.text)"]
            details = path + page.findings.map { "\($0.message) [\($0.code)]" }
        case .verdict(let answer):
            result = answer.link.sentence
            details = answer.link.causes.map { "\($0.message) [\($0.code)]" }
        case .failed(let failure, _):
            result = "failed: \(failure.problem)"
            details = []
        case .stopped(let progress):
            result = "stopped without a result; server responses received: \(progress.hops.count + progress.files.count)"
            details = []
        }
        details = Array(details.prefix(Self.mostDetails))
    }

    // MARK: As JSON

    package var json: JSONObject {
        [
            "kind": .string(kind.rawValue), "url": .string(url.text), "result": .string(result),
            "details": .array(details.map { .string($0) }),
        ]
    }

    /// Parses a summary; nil if the kind, the URL or the result is missing.
    package init?(_ node: JSONDocument.Node) {
        guard let kind = node["kind"]?.stringValue.flatMap({ Lookup.Kind(rawValue: $0) }),
            let url = node["url"]?.stringValue.flatMap({ LinkURL($0) }), let result = node["result"]?.stringValue
        else { return nil }
        self.kind = kind
        self.url = url
        self.result = result
        details = node["details"]?.elements.prefix(Self.mostDetails).compactMap(\.stringValue) ?? []
    }
}

extension AppLinkTarget {
    fileprivate var words: String { [url?.text ?? packageName ?? appStoreID, appName].compactMap(\.self).joined(separator: " ") }
}
