package import AppLinks
package import Deciding
import LinkLayers
import Secrets

/// The report of `resolve` on a link, as a JSON object or as text.
///
/// Both forms mask secrets, unless the caller asks to show them. Neither contains a character that a terminal would interpret.
package struct ResolutionReport: Sendable {
    /// The link that was resolved.
    let requested: String
    package let outcome: Result<PageResolution, FetchFailure>
    /// The claims for each hop. An element is nil if no app could claim that hop or no answer came. The array is empty without a lookup.
    let claims: [LinkClaims?]
    package let showsSecrets: Bool

    package init(
        _ requested: LinkURL, _ outcome: Result<PageResolution, FetchFailure>, claims: [LinkClaims?] = [], showsSecrets: Bool = false
    ) {
        self.requested = requested.absoluteString
        self.outcome = outcome
        self.claims = claims
        self.showsSecrets = showsSecrets
    }

    /// Creates the report for a text that is not a link.
    package init(ofNoLink text: String, showsSecrets: Bool = false) {
        requested = text
        outcome = .failure(FetchFailure(.badURL(text, reason: "a link needs a scheme, as in https://example.com/")))
        claims = []
        self.showsSecrets = showsSecrets
    }

    /// Whether a finding is an error. In that case, the link does not open.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    var hops: [RedirectHop] {
        switch outcome {
        case .success(let resolution): resolution.page.hops
        case .failure(let failure): failure.hops
        }
    }

    var findings: [PageFinding] {
        switch outcome {
        case .success(let resolution): resolution.findings
        case .failure(let failure): [PageFinding(failure.problem)]
        }
    }

    /// Masks the secrets of all links, each with what all of them show.
    var masking: Masking {
        let links = [requested] + hops.flatMap { [$0.url.absoluteString, $0.location ?? ""] }
        return Masking(showsSecrets: showsSecrets, redirects: Secrets.contexts(ofRedirects: links))
    }

    /// The kinds of devices, by their names in `resolve --json`.
    static let idioms: [(name: String, idiom: PageTags.Idiom)] = PageTags.Idiom.allCases.map { ($0.rawValue, $0) }
}

// Scripts rely on the keys of `resolve --json` and on their order.

extension ResolutionReport {
    /// Returns the JSON object without a line end.
    package func json() -> String {
        var bytes: [UInt8] = []
        appendJSON(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the JSON object without a line end.
    package func appendJSON(to output: inout [UInt8]) {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.masking = masking
            json.field("requested", masked: requested)
            json.objects("hops", hops.enumerated()) { json, numbered in
                let (index, hop) = numbered
                append(hop, to: &json)
                appendClaims(of: index, to: &json)
            }
            let resolution = try? outcome.get()
            json.field("final", masked: resolution?.page.url.absoluteString)
            json.field("encoding", resolution?.encoding)
            json.field("proxy", masked: resolution?.page.proxy)
            json.object("idioms", of: resolution) { appendIdioms(of: $1, to: &$0) }
            json.objects("otherLinks", resolution?.otherLinks ?? []) { json, link in
                json.field("kind", link.kind.rawValue)
                json.field("platform", masked: link.platform)
                json.field("url", masked: link.url)
                json.field("appId", masked: link.appID)
                json.field("appName", masked: link.appName)
            }
            json.objects("findings", findings) { json, finding in
                json.finding(code: finding.code, finding.severity, finding.message)
            }
            json.object("scripts", of: resolution?.scripts) { append($1, to: &$0) }
            json.appendMasked()
        }.append(to: &output)
    }

    private func append(_ hop: RedirectHop, to json: inout JSONOutput) {
        json.field("url", masked: hop.url.absoluteString)
        json.field("status", hop.status)
        json.field("location", masked: hop.location)
        json.field("remoteAddress", hop.remoteAddress)
        json.object("tls", of: hop.tls) { json, tls in
            json.field("version", tls.version)
            json.field("cipher", tls.cipher)
        }
        json.field("milliseconds", raw: RedirectHop.tenths(hop.milliseconds))
        json.field("age", hop.age)
        json.field("unchanged", hop.isUnchanged)
    }

    private func appendIdioms(of resolution: PageResolution, to json: inout JSONOutput) {
        for (name, idiom) in Self.idioms { append(resolution.appLink(for: idiom), as: name, to: &json) }
        // The web URL is the same for all devices.
        let webURL = Self.idioms.last.flatMap { resolution.appLink(for: $0.idiom).webURL }
        append(AppLink(sourceURL: resolution.page.requested, targets: [], webURL: webURL), as: "web", to: &json)
    }

    private func append(_ link: AppLink, as name: String, to json: inout JSONOutput) {
        json.object(name) { json in
            json.objects("targets", link.targets) { json, target in
                json.field("url", masked: target.url?.absoluteString)
                json.field("appName", masked: target.appName)
                json.field("appStoreId", masked: target.appStoreID)
                json.field("package", masked: target.packageName)
                json.field("class", masked: target.className)
            }
            json.field("webURL", masked: link.webURL?.absoluteString)
        }
    }
}

// Reports which apps of a hop's host claim the link of the hop, on a device that has these apps. The keys are those of
// `resolve --json`.

extension ResolutionReport {
    /// Returns the claims for a hop. Returns nil if no claims were looked up, or if no app could claim the hop.
    private func claims(of hop: Int) -> LinkClaims? { claims.indices.contains(hop) ? claims[hop] : nil }

    func appendClaims(of hop: Int, to json: inout JSONOutput) {
        json.object("claims", of: claims(of: hop)) { json, claims in
            for (name, app, claim) in [("ios", "appId", claims.ios), ("android", "package", claims.android)] {
                json.object(name) { append(claim, app: app, to: &$0) }
            }
            json.field("sameHost", hops.isFromSameHost(at: hop))
        }
    }

    private func append(_ claim: LinkClaims.Claim, app name: String, to json: inout JSONOutput) {
        json.field("claimed", claim.isClaimed)
        json.objects("apps", claim.apps) { json, app in
            json.field(name, masked: app.name)
            json.field("rule", masked: app.rule)
        }
        json.field("reason", masked: claim.reason)
    }

    func appendClaims(of hop: Int, to text: inout TextOutput) {
        for fact in claims(of: hop)?.facts(fromSameHost: hops.isFromSameHost(at: hop)) ?? [] { text.inner(masked: fact.text) }
    }
}
