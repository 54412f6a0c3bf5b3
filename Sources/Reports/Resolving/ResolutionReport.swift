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

    /// Returns the JSON object without a line end. Scripts rely on the keys and their order.
    package func json() -> String {
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
            json.object("idioms", of: resolution) { json, resolution in
                for idiom in PageTags.Idiom.allCases { append(resolution.appLink(for: idiom), as: .text(idiom.rawValue), to: &json) }
                // The web URL is the same for all devices.
                let webURL = PageTags.Idiom.allCases.last.flatMap { resolution.appLink(for: $0).webURL }
                append(AppLink(sourceURL: resolution.page.requested, targets: [], webURL: webURL), as: "web", to: &json)
            }
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
        }.text
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

    private func append(_ link: AppLink, as name: JSONStep, to json: inout JSONOutput) {
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

    /// Returns the claims for a hop. Returns nil if no claims were looked up, or if no app could claim the hop.
    private func claims(of hop: Int) -> LinkClaims? { claims.indices.contains(hop) ? claims[hop] : nil }

    /// Appends which apps of a hop's host claim the link of the hop, on a device that has these apps.
    func appendClaims(of hop: Int, to json: inout JSONOutput) {
        json.object("claims", of: claims(of: hop)) { json, claims in
            json.object("ios") { append(claims.ios, app: "appId", to: &$0) }
            json.object("android") { append(claims.android, app: "package", to: &$0) }
            json.field("sameHost", hops.isFromSameHost(at: hop))
        }
    }

    private func append(_ claim: LinkClaims.Claim, app name: JSONStep, to json: inout JSONOutput) {
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

    /// Returns aligned lines of text, each with a line end.
    package func text() -> String {
        var text = TextOutput(showsSecrets: showsSecrets)
        text.masking = masking
        text.field("link", masked: requested)
        for index in hops.indices { append(hopAt: index, to: &text) }
        if case .success(let resolution) = outcome {
            if resolution.page.hops.count > 1 { text.field("page", masked: resolution.page.url.absoluteString) }
            append(resolution.scripts, to: &text)
            for idiom in PageTags.Idiom.allCases { append(resolution.appLink(for: idiom).targets, of: idiom.rawValue, to: &text) }
            let web = resolution.appLink(for: .other).webURL
            text.field("web", masked: web?.absoluteString ?? "(none: the page forbids the browser)")
            text.list("also", resolution.otherLinks) { text, link in
                text.own(link.kind.words)
                text.facts(link.facts)
            }
        }
        for finding in findings { text.finding(finding.severity.rawValue, finding.message, code: finding.code) }
        return text.text
    }

    /// A sentence that says why there is no page. Nil if there is a page.
    package var problem: String? {
        guard case .failure(let failure) = outcome else { return nil }
        var masking = masking
        return masking.text(failure.problem.description)
    }

    /// Returns a line of progress with the status of the answer and the requested URL.
    package static func progress(of hop: RedirectHop, showsSecrets: Bool) -> String {
        // The hops before this one are not known here, so everything counts that they might show.
        var masking = Masking(showsSecrets: showsSecrets, redirects: .any)
        return "\(hop.status.map(String.init) ?? "---") \(PlainText.safe(masking.text(hop.url.absoluteString)))"
    }

    private func append(hopAt index: Int, to text: inout TextOutput) {
        let hop = hops[index]
        text.begin("hop \(index + 1)")
        text.own(hop.status.map(String.init) ?? "---")
        text.spaces(1)
        text.outside(masked: hop.url.absoluteString)
        text.endLine()
        text.inner(hop.facts(namesCipher: false).joined(separator: "  "))
        appendClaims(of: index, to: &text)
        if let location = hop.location { text.arrow(to: location) }
    }

    private func append(_ targets: [AppLinkTarget], of name: String, to text: inout TextOutput) {
        guard !targets.isEmpty else { return text.field(name, "(no app)") }
        text.list(name, targets) { text, target in
            text.outside(masked: target.url?.absoluteString ?? "(no url)")
            text.facts(target.facts)
        }
    }

    /// Appends the members of `scripts` in `resolve --json`.
    func append(_ scripts: Result<ScriptRun, ScriptProblem>, to json: inout JSONOutput) {
        let run = try? scripts.get()
        json.field("ran", run != nil)
        json.field("browser", run?.browser)
        json.field("sandboxed", run?.isSandboxed)
        json.field("settled", run?.isSettled)
        json.field("url", masked: run?.url)
        json.field("requests", run?.requests)
        json.field("bytes", run?.bytes)
        json.field("milliseconds", raw: run.map { RedirectHop.tenths($0.milliseconds) })
        json.objects("refused", run?.refusals ?? []) { json, refusal in
            json.field("host", masked: refusal.host)
            json.field("address", refusal.address)
            json.field("kind", refusal.kind.rawValue)
        }
        json.strings("openings", masked: run?.openings ?? [])
    }

    /// Appends the result of running the page's scripts as one or two lines of text.
    func append(_ scripts: Result<ScriptRun, ScriptProblem>?, to text: inout TextOutput) {
        switch scripts {
        case nil: break
        case .failure: text.field("scripts", "not run")
        case .success(let run):
            text.field("scripts", (["run by \(run.browser)"] + run.facts).joined(separator: "  "))
            guard case .success(let resolution) = outcome, run.url != resolution.page.url.absoluteString else { return }
            text.arrow(to: run.url)
        }
    }

    /// Whether the page's scripts should have run but could not.
    package var lacksScripts: Bool {
        guard case .success(let resolution) = outcome, case .failure? = resolution.scripts else { return false }
        return true
    }
}

extension TextOutput {
    /// Appends a line about where a redirect or a script led.
    mutating func arrow(to url: String) {
        beginInner()
        own("-> ")
        outside(masked: url)
        endLine()
    }

    fileprivate mutating func facts(_ facts: [String]) {
        for fact in facts {
            spaces(2)
            outside(masked: fact)
        }
    }
}
