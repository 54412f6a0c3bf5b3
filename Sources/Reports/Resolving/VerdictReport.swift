import AppLinks
package import Deciding
import DeviceTools
import LinkLayers

/// The report of `verify` on a site or a link, as a JSON object or as text.
///
/// Both forms mask secrets, unless the caller asks to show them. Neither contains a character that a terminal would interpret.
package struct VerdictReport: Sendable {
    package let verdict: Verdict
    let isTraced: Bool
    let showsSecrets: Bool

    /// - Parameter isTraced: Whether to explain for every rule why it did not match. If false, only the nearest rule is explained.
    package init(_ verdict: Verdict, isTraced: Bool = false, showsSecrets: Bool = false) {
        self.verdict = verdict
        self.isTraced = isTraced
        self.showsSecrets = showsSecrets
    }

    /// The subject of the report: the link, or else the site.
    var subject: String { verdict.question.link?.absoluteString ?? verdict.files.site.description }

    /// Returns a line of progress that lists the files that have not arrived yet.
    package static func progress(_ site: WebSite, waitingFor kinds: [ServedFile.Kind]) -> String {
        let files = kinds.isEmpty ? [ServedFile.Kind.include] : kinds
        return "\(site.host): waiting for \(files.map(\.words).joined(separator: ", "))"
    }

    /// Returns the JSON object without a line end. Scripts rely on the keys and their order.
    package func json() -> String {
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("asked", masked: subject)
            json.field("domain", verdict.files.site.host)
            json.field("opensInApp", verdict.opensInApp)
            json.field("verdict", verdict.sentence)
            json.strings("unless", verdict.exceptions)
            json.objects("causes", verdict.causes) { append($1, to: &$0) }
            json.objects("files", verdict.files.all) { append($1, to: &$0) }
            json.object("ios", of: verdict.apple) { append($1, to: &$0) }
            json.object("android", of: verdict.android) { append($1, to: &$0) }
            json.object("device", of: verdict.device) { append($1, to: &$0) }
            json.appendMasked()
        }.text
    }

    private func append(_ cause: VerdictCause, to json: inout JSONOutput) {
        json.field("code", cause.code)
        json.field("severity", cause.severity.rawValue)
        json.field("platform", cause.platform?.rawValue)
        json.field("message", masked: cause.message)
        json.field("advice", cause.advice.isEmpty ? nil : cause.advice)
        json.object("place", of: cause.place) { json, place in
            json.field("file", place.file.rawValue)
            json.field("range", place.range)
            json.field("line", place.line)
            json.field("column", place.column)
        }
    }

    private func append(_ file: ServedFile, to json: inout JSONOutput) {
        json.field("kind", file.kind.rawValue)
        json.field("url", masked: file.url)
        json.field("status", file.status)
        json.field("location", masked: file.hop?.location)
        json.field("contentType", masked: file.page?.field("Content-Type"))
        json.field("size", file.page?.body.count)
        json.field("remoteAddress", file.hop?.remoteAddress)
        json.field("tls", file.hop?.tls?.version)
        json.field("milliseconds", raw: file.hop.map { RedirectHop.tenths($0.milliseconds) })
        json.field("age", file.hop?.age)
        json.field("unchanged", file.hop?.isUnchanged)
        json.object("headers") { json in
            for (name, value) in file.tellingFields { json.field(.text(name), masked: value) }
        }
        json.field("problem", file.problem?.code)
        let isApple = file.kind.platform == .ios
        json.findings(file.content.map { isApple ? AASAFile($0).findings : AssetLinksFile($0).findings } ?? [])
    }

    private func append(_ apple: AppleVerdict, to json: inout JSONOutput) {
        json.field("opensInApp", verdict.isUnknown ? nil : apple.opens)
        json.field("decidedBy", apple.decider?.rawValue)
        json.objects("apps", apple.apps) { json, app in
            json.field("appId", masked: app.appID)
            json.field("decision", app.decision?.outcome.rawValue)
            guard let decision = app.decision, let file = apple.file else { return }
            json.trace(decision, in: file, of: subject, isWhole: isTraced)
        }
    }

    private func append(_ android: AndroidVerdict, to json: inout JSONOutput) {
        json.field("opensInApp", verdict.isUnknown ? nil : android.opens)
        json.objects("apps", android.apps) { json, app in
            json.field("package", app.package)
            json.field("statement", app.statement)
            json.field("include", masked: app.include)
            json.field("fingerprints", app.fingerprints)
            json.field("getsLink", verdict.question.link.map { _ in app.getsLink })
            json.field("reason", app.outcome == nil && app.isCertified ? nil : app.reason)
            json.steps(app.steps, of: subject, areAll: isTraced)
        }
    }

    private func append(_ device: DeviceVerdict, to json: inout JSONOutput) {
        json.field("id", device.device?.id)
        json.field("name", device.device?.name)
        json.field("system", device.device?.system)
        json.field("getsLinks", device.opens)
        json.field("trouble", device.trouble?.reason)
        json.objects("apps", device.apps) { json, app in
            json.field("package", app.package)
            json.field("state", app.state)
            json.field("getsLinks", app.getsLinks)
            json.field("allowed", app.isAllowed)
            json.field("selected", app.isSelected)
            json.strings("fingerprints", app.fingerprints)
            json.field("named", app.isNamed)
            json.field("verifiedAgain", app.isVerifiedAgain)
        }
    }

    /// Returns aligned lines of text, each with a line end: the verdict, its causes, the files as served, and the decisions.
    ///
    ///    checked       https://www.example.com/help
    ///    verdict       no: the link opens in the app on Android, but not on iOS
    ///    error         ABCDE12345.com.example.shop: no rule matches; the nearest is … [aasa-no-rule]
    ///                  in apple-app-site-association, line 4, column 9
    ///                  to do: Widen that rule, add one, or correct the link.
    package func text() -> String {
        let facts = VerdictFacts(verdict, most: TextOutput.mostLines, isTraced: isTraced)
        var text = TextOutput(showsSecrets: showsSecrets)
        text.field("checked", masked: subject)
        for (index, fact) in facts.answer.enumerated() {
            // Only the first exception has a label.
            if index == 1 { text.field("unless", fact.text) } else { append(fact, to: &text) }
        }
        for fact in facts.causes + facts.files + facts.apps { append(fact, to: &text) }
        return text.text
    }

    /// Appends a fact and those below it. What a device knows has the form:
    ///
    ///    device        On Pixel 8 (emulator-5554, Android 14): no
    ///                  com.example.shop: no
    ///                    shop.example.com is not verified: the verifier ended with error 1024, …
    ///                    signed with FA:C6:…, which the files do not name
    ///
    /// - Parameter depth: How far the facts of an app are indented.
    private func append(_ fact: VerdictFact, depth: Int = 0, to text: inout TextOutput) {
        var depthBelow = 0
        switch fact.kind {
        case .verdict: text.field("verdict", fact.text)
        case .exception: text.inner(fact.text)
        case .cause(let severity, let code): text.finding(severity.rawValue, fact.text, code: code)
        case .place: text.inner("in \(fact.text)")
        case .advice: text.inner("to do: \(fact.text)")
        case .platform(let platform, let opens): text.field(platform.rawValue, "\(opens.map { $0 ? "yes, " : "no, " } ?? "")\(fact.text)")
        case .device(wasAsked: false, _): text.field("device", "unknown: \(fact.text)")
        case .device(_, let opens): text.field("device", "\(fact.text): \(opens.map { $0 ? "yes" : "no" } ?? "unknown")")
        case .app(let name, let getsLink):
            let parts = [getsLink.map { $0 ? "yes" : "no" }, fact.text.isEmpty ? nil : fact.text].compactMap { $0 }
            text.inner(masked: parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))")
            depthBelow = 1
        case .rule(let isNearest): text.inner(masked: "\(fact.text)\(isNearest ? "   ← nearest" : "")", depth: depth)
        case .decision(.end): text.inner(masked: "if the app is installed: \(fact.text)")
        case .decision: text.inner(masked: fact.text, depth: 1)
        case .certificate(let isMissing):
            text.inner("signed with \(fact.text)\(isMissing ? ", which the files do not name" : "")", depth: depth)
        case .file(let kind, _, _): text.field(kind == .include ? "include" : kind.rawValue, masked: fact.text)
        case .serving(_, let status, let facts): text.inner(masked: ([status] + facts).joined(separator: "  "))
        case .redirect: text.arrow(to: fact.text)
        case .detail, .problem, .unknown: text.inner(masked: fact.text, depth: depth)
        case .more: text.leaveOut()
        }
        for below in fact.below { append(below, depth: depthBelow, to: &text) }
    }
}
