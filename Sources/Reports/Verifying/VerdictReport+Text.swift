import Associations
import DeviceTools
import LinkLayers
import Pages

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
