package import AppLinks
import Deciding
import LinkLayers
import Secrets

extension ResolutionReport {
    /// Returns aligned lines of text, each with a line end.
    package func text() -> String {
        var text = TextOutput(showsSecrets: showsSecrets)
        text.masking = masking
        text.field("link", masked: requested)
        for index in hops.indices { append(hopAt: index, to: &text) }
        if case .success(let resolution) = outcome {
            if resolution.page.hops.count > 1 { text.field("page", masked: resolution.page.url.absoluteString) }
            append(resolution.scripts, to: &text)
            for (name, idiom) in Self.idioms { append(resolution.appLink(for: idiom).targets, of: name, to: &text) }
            let web = resolution.appLink(for: .other).webURL
            text.field("web", masked: web?.absoluteString ?? "(none: the page forbids the browser)")
            append(resolution.otherLinks, to: &text)
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

    private func append(_ links: [OtherLink], to text: inout TextOutput) {
        text.list("also", links) { text, link in
            text.own(link.kind.words)
            text.facts(link.facts)
        }
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

extension ResolutionReport {
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
