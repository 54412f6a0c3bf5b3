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

    /// Returns the findings about a file's content. Returns an empty array if the file has no content.
    static func findings(of file: ServedFile) -> [AssociationFinding] {
        guard let content = file.content else { return [] }
        return file.kind.platform == .ios ? AASAFile(content).findings : AssetLinksFile(content).findings
    }
}

// Scripts rely on the keys of `verify --json` and on their order.

extension VerdictReport {
    /// Returns the JSON object without a line end.
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
        json.field("milliseconds", raw: file.hop.map { ResolutionReport.tenths($0.milliseconds) })
        json.field("age", file.hop?.age)
        json.field("unchanged", file.hop?.isUnchanged)
        json.object("headers") { json in
            for (name, value) in file.tellingFields { json.field(name, masked: value) }
        }
        json.field("problem", file.problem?.code)
        json.findings(Self.findings(of: file))
    }

    private func append(_ apple: AppleVerdict, to json: inout JSONOutput) {
        json.field("opensInApp", verdict.isUnknown ? nil : apple.opens)
        json.field("decidedBy", apple.decider?.rawValue)
        json.objects("apps", apple.apps) { json, app in
            json.field("appId", masked: app.appID)
            json.field("decision", app.decision?.outcome.rawValue)
            guard var decision = app.decision, let file = apple.file else { return }
            if !isTraced { decision.steps = decision.steps.telling }
            json.trace(decision, in: file, of: subject)
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
            json.steps(isTraced ? app.steps : app.steps.telling, of: subject)
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
}

extension VerdictReport {
    /// Returns aligned lines of text, each with a line end: the verdict, its causes, the files as served, and the decisions.
    ///
    ///    checked       https://www.example.com/help
    ///    verdict       no: the link opens in the app on Android, but not on iOS
    ///    error         ABCDE12345.com.example.shop: no rule matches; the nearest is … [aasa-no-rule]
    ///                  in apple-app-site-association, line 4, column 9
    ///                  to do: Widen that rule, add one, or correct the link.
    package func text() -> String {
        var text = TextOutput(showsSecrets: showsSecrets)
        text.field("checked", masked: subject)
        text.field("verdict", verdict.sentence)
        text.list("unless", verdict.exceptions) { $0.own($1) }
        for cause in verdict.causes { append(cause, to: &text) }
        for file in verdict.files.all { append(file, to: &text) }
        if !verdict.isUnknown {
            if let apple = verdict.apple { append(apple, to: &text) }
            if let android = verdict.android { append(android, to: &text) }
        }
        if let device = verdict.device { append(device, to: &text) }
        return text.text
    }

    private func append(_ cause: VerdictCause, to text: inout TextOutput) {
        text.finding(cause.severity.rawValue, cause.message, code: cause.code)
        if let place = cause.place { text.inner("in \(place.file.words), line \(place.line), column \(place.column)") }
        if !cause.advice.isEmpty { text.inner("to do: \(cause.advice)") }
    }

    private func append(_ file: ServedFile, to text: inout TextOutput) {
        text.field(file.kind == .include ? "include" : file.kind.rawValue, masked: file.url)
        var facts = [file.status.map(String.init) ?? "---"]
        if let page = file.page {
            facts.append(page.field("Content-Type") ?? "(no Content-Type)")
            facts.append("\(page.body.count) bytes")
        }
        if let hop = file.hop { facts += ResolutionReport.facts(of: hop) }
        text.inner(masked: facts.joined(separator: "  "))
        if let location = file.hop?.location { text.inner("-> \(text.masking.text(location))") }
        for (name, value) in file.tellingFields { text.inner("\(name): \(text.masking.text(value))") }
        if let problem = file.problem {
            text.inner(masked: verdict.files.machineTrouble(behind: file)?.words(of: problem) ?? problem.description)
        }
    }

    private func append(_ apple: AppleVerdict, to text: inout TextOutput) {
        text.field("ios", "\(answer(apple.opens))\(apple.source)")
        guard let file = apple.file, file.isUsable else { return }
        if apple.apps.isEmpty { text.inner(AASAWording.lackOfApps(in: file)) }
        for (index, app) in apple.apps.enumerated() {
            if index == TextOutput.mostLines { return text.leaveOut() }
            let answer = app.decision.map { ": \($0.outcome == .match ? "yes" : "no"), \(AASAWording.reason(of: $0, in: file))" }
            text.inner(masked: "\(app.appID)\(answer ?? "")")
            append(app.decision?.steps ?? [], to: &text)
        }
    }

    private func append(_ android: AndroidVerdict, to text: inout TextOutput) {
        text.field("android", "\(answer(android.opens))\(android.source)")
        if android.file?.isUsable == true, android.apps.isEmpty {
            text.inner("no statement lets \(verdict.question.package ?? "an app") open the site's links")
        }
        for (index, app) in android.apps.enumerated() {
            if index == TextOutput.mostLines { return text.leaveOut() }
            let certificates = app.fingerprints == 1 ? "one certificate" : "\(app.fingerprints) certificates"
            let include = app.include.map { " of \($0)" } ?? ""
            let decision = app.outcome == nil && app.isCertified ? "" : ": \(app.getsLink ? "yes" : "no"), \(app.reason)"
            text.inner(masked: "\(app.package) (statement [\(app.statement)]\(include), \(certificates))\(decision)")
            append(app.steps, to: &text)
        }
    }

    /// Appends what a device knows:
    ///
    ///    device        On Pixel 8 (emulator-5554, Android 14): no
    ///                  com.example.shop: no
    ///                    shop.example.com is not verified: the verifier ended with error 1024, …
    ///                    signed with FA:C6:…, which the files do not name
    private func append(_ device: DeviceVerdict, to text: inout TextOutput) {
        guard let asked = device.device else { return text.field("device", "unknown: \(device.trouble?.reason ?? "")") }
        text.field("device", "On \(asked.words): \(device.opens.map { $0 ? "yes" : "no" } ?? "unknown")")
        for app in device.apps {
            text.inner("\(app.package): \(app.getsLinks ? "yes" : "no")")
            for sentence in app.sentences { text.inner(sentence, depth: 1) }
            for fingerprint in app.fingerprints {
                let known = app.isNamed.map { $0 ? "" : ", which the files do not name" } ?? ""
                text.inner("signed with \(fingerprint)\(known)", depth: 1)
            }
        }
    }

    private func append(_ steps: [RuleStep], to text: inout TextOutput) {
        let link = Array(subject.utf8)
        for step in steps where isTraced || step.isNearest { text.inner(masked: AASAWording.result(of: step, in: link), depth: 1) }
    }

    private func answer(_ opens: Bool?) -> String { opens.map { $0 ? "yes, " : "no, " } ?? "" }
}
