import Associations
import LinkLayers
import Pages

extension VerdictReport {
    /// Returns aligned lines of text, each with a line end: the verdict, its causes, the files as served, and the decisions.
    ///
    ///    checked       https://www.example.com/help
    ///    verdict       no: the link does not open in the app on iOS, only on Android
    ///    error         ABCDE12345.com.example.shop: no rule matches; the nearest is … [aasa-no-rule]
    ///                  in apple-app-site-association, line 4, column 9
    ///                  to do: Widen that rule, add one, or correct the link.
    package func text() -> String {
        var text = TextOutput([])
        var masking = Masking(showsSecrets: showsSecrets)
        text.field("checked", masking.text(subject, at: ""))
        text.field("verdict", verdict.sentence)
        for (index, exception) in verdict.exceptions.enumerated() {
            if index == 0 { text.begin("unless") } else { text.beginInner() }
            text.own(exception)
            text.endLine()
        }
        for cause in verdict.causes { append(cause, to: &text, &masking) }
        for file in verdict.files.all { append(file, to: &text, &masking) }
        if !verdict.isUnknown { appendDecisions(to: &text, &masking) }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private func appendDecisions(to text: inout TextOutput, _ masking: inout Masking) {
        if let apple = verdict.apple { append(apple, to: &text, &masking) }
        if let android = verdict.android { append(android, to: &text, &masking) }
    }

    private func append(_ cause: VerdictCause, to text: inout TextOutput, _ masking: inout Masking) {
        text.begin(cause.severity.rawValue)
        text.outside(masking.text(cause.message, at: ""))
        text.own(" [\(cause.code)]")
        text.endLine()
        if let place = cause.place { inner("in \(place.file.words), line \(place.line), column \(place.column)", to: &text) }
        if !cause.advice.isEmpty { inner("to do: \(cause.advice)", to: &text) }
    }

    private func append(_ file: ServedFile, to text: inout TextOutput, _ masking: inout Masking) {
        text.field(file.kind == .include ? "include" : file.kind.rawValue, masking.text(file.url, at: ""))
        var facts = [file.status.map(String.init) ?? "---"]
        if let page = file.page {
            facts.append(page.field("Content-Type") ?? "(no Content-Type)")
            facts.append("\(page.body.count) bytes")
        }
        if let hop = file.hop {
            if let age = hop.age { facts.append("from the cache, \(age) s old") }
            if hop.isUnchanged { facts.append("unchanged (304)") }
            if let address = hop.remoteAddress { facts.append(address) }
            if let tls = hop.tls { facts.append(tls.version) }
            if hop.age == nil { facts.append("\(ResolutionReport.tenths(hop.milliseconds)) ms") }
        }
        inner(masking.text(facts.joined(separator: "  "), at: ""), to: &text)
        if let location = file.hop?.location { inner("-> \(masking.text(location, at: ""))", to: &text) }
        for (name, value) in file.tellingFields { inner("\(name): \(masking.text(value, at: ""))", to: &text) }
        if let problem = file.problem {
            let words = verdict.files.machineTrouble(behind: file)?.words(of: problem) ?? problem.description
            inner(masking.text(words, at: ""), to: &text)
        }
    }

    private func append(_ apple: AppleVerdict, to text: inout TextOutput, _ masking: inout Masking) {
        text.field("ios", "\(answer(apple.opens))\(apple.source)")
        guard let file = apple.file, file.isUsable else { return }
        if apple.apps.isEmpty { inner("no app is named", to: &text) }
        let link = Array(subject.utf8)
        for (index, app) in apple.apps.enumerated() {
            if index == TextOutput.mostLines { return text.leaveOut() }
            guard let decision = app.decision else {
                inner(masking.text(app.appID, at: ""), to: &text)
                continue
            }
            let answer = decision.outcome == .match ? "yes" : "no"
            inner(masking.text("\(app.appID): \(answer), \(AASAWording.reason(of: decision, in: file))", at: ""), to: &text)
            for step in decision.steps where isTraced || step.isNearest {
                let mark = step.isNearest ? "   ← nearest" : ""
                let outcome = step.miss.map { AASAWording.reason(of: $0, in: link) } ?? (step.isExcluding ? "excludes" : "matches")
                inner(masking.text("\(step.place): \(outcome)\(mark)", at: ""), depth: 1, to: &text)
            }
        }
    }

    private func append(_ android: AndroidVerdict, to text: inout TextOutput, _ masking: inout Masking) {
        text.field("android", "\(answer(android.opens))\(android.source)")
        if android.file?.isUsable == true, android.apps.isEmpty { inner("no statement gives an app the site's links", to: &text) }
        let link = Array(subject.utf8)
        for (index, app) in android.apps.enumerated() {
            if index == TextOutput.mostLines { return text.leaveOut() }
            let certificates = app.fingerprints == 1 ? "one certificate" : "\(app.fingerprints) certificates"
            let include = app.include.map { " of \($0)" } ?? ""
            let decision = app.outcome == nil && app.isCertified ? "" : ": \(app.getsLink ? "yes" : "no"), \(app.reason)"
            inner(masking.text("\(app.package) (statement \(app.statement)\(include), \(certificates))\(decision)", at: ""), to: &text)
            for step in app.steps where isTraced || step.isNearest {
                let outcome = step.miss.map { AASAWording.reason(of: $0, in: link) } ?? (step.isExcluding ? "excludes" : "matches")
                let mark = step.isNearest ? "   ← nearest" : ""
                inner(masking.text("\(step.place): \(outcome)\(mark)", at: ""), depth: 1, to: &text)
            }
        }
    }

    private func answer(_ opens: Bool?) -> String { opens.map { $0 ? "yes, " : "no, " } ?? "" }

    private func inner(_ value: String, depth: Int = 0, to text: inout TextOutput) {
        text.beginInner(depth: depth)
        text.outside(value)
        text.endLine()
    }
}
