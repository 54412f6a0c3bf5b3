import AppLinks
import Deciding
import DeviceTools
import LinkLayers
import Screen

/// The rows of a verdict: the answer, each cause with its advice, the app that gets the link and the rule that decides it, and the files as
/// they were served.
struct VerdictLines {
    let verdict: Verdict
    /// The time of the lookup, e.g. `12:04:11`.
    let asked: String
    let mask: SecretMask

    /// The maximum number of causes, of apps and of files that are shown.
    private static let mostShown = 50

    /// - Parameter site: The verdict about the whole site.
    func lines(site: VerdictLines, isSiteFolded: Bool) -> [DetailLine] {
        let heading = DetailLine.heading("The site as a whole", fold: isSiteFolded ? .closed : .open, path: DetailFold.site)
        let files = verdict.files.all.prefix(Self.mostShown).flatMap { FileLines(file: $0, mask: mask).lines() }
        return answer + [.blank, heading] + (isSiteFolded ? [] : site.answer) + [.blank, .heading("Files as served")] + files
    }

    private var answer: [DetailLine] {
        let role: Role = verdict.isUnknown ? .warning : verdict.isNo ? .error : .ok
        var lines = [DetailLine("verdict", verdict.sentence, valueRole: role).overflowing(.words)]
        lines += verdict.exceptions.map { DetailLine("unless", $0, valueRole: .text).overflowing(.words) }
        lines.append(DetailLine(verdict.question.link == nil ? "site" : "link", subject).overflowing(.rows(2)))
        let source = Lookup.Kind.verdict.freshness(verdict.files.all.map { $0.hop?.age }, asked)
        lines.append(DetailLine("fetched", source, valueRole: .dim).overflowing(.words))
        lines += verdict.causes.prefix(Self.mostShown).enumerated().flatMap { self.lines(of: $1, number: $0 + 1) }
        lines += more(verdict.causes.count)
        return lines + (verdict.isUnknown ? [] : decisions) + (verdict.device.map(self.lines(of:)) ?? [])
    }

    private var subject: String { mask.beginning(of: verdict.question.link?.text ?? verdict.files.site.description, columns: 400) }

    private func more(_ count: Int) -> [DetailLine] {
        count > Self.mostShown ? [DetailLine("", "\(count - Self.mostShown) more: linkscope verify lists them", valueRole: .dim)] : []
    }

    // MARK: Causes

    /// Returns the rows of a cause: its message, its place in the file, and its advice.
    private func lines(of cause: VerdictCause, number: Int) -> [DetailLine] {
        let role: Role = cause.severity == .error ? .error : cause.severity == .note ? .key : .warning
        var lines = [DetailLine.blank]
        let message = "\(mask.said(cause.message)) [\(cause.code)]"
        lines.append(DetailLine("\(number) \(cause.severity.rawValue)", message, labelRole: role, valueRole: .text).overflowing(.words))
        if let place = cause.place {
            let text = "\(place.file.words), line \(place.line), column \(place.column)"
            lines.append(DetailLine("where", text, valueRole: .dim).overflowing(.words))
        }
        if !cause.advice.isEmpty { lines.append(DetailLine("to do", mask.said(cause.advice), valueRole: .accent).overflowing(.words)) }
        return lines
    }

    // MARK: Decisions

    private var decisions: [DetailLine] {
        var lines: [DetailLine] = []
        if let apple = verdict.apple { lines += self.lines(of: apple) }
        if let android = verdict.android { lines += self.lines(of: android) }
        return lines
    }

    private func lines(of apple: AppleVerdict) -> [DetailLine] {
        var lines = [DetailLine.blank, .heading("iOS"), answer(apple.opens, apple.source)]
        guard let file = apple.file else { return lines }
        for app in apple.apps.prefix(Self.mostShown) {
            let decision = app.decision.map { ": \(AASAWording.reason(of: $0, in: file))" } ?? ""
            lines.append(line(of: app.appID + decision, gets: app.decision.map { $0.outcome == .match }))
            for step in app.decision?.steps ?? [] where step.isNearest { lines += nearest(step) }
        }
        return lines + more(apple.apps.count)
    }

    private func lines(of android: AndroidVerdict) -> [DetailLine] {
        var lines = [DetailLine.blank, .heading("Android"), answer(android.opens, android.source)]
        for app in android.apps.prefix(Self.mostShown) {
            let isAsked = app.outcome != nil || !app.isCertified
            lines.append(line(of: app.package + (isAsked ? ": \(app.reason)" : ""), gets: isAsked ? app.getsLink : nil))
            for step in app.steps where step.isNearest { lines += nearest(step) }
        }
        return lines + more(android.apps.count)
    }

    /// Returns the rows about what a device knows: for each app, whether it gets the links of the host, and why.
    private func lines(of device: DeviceVerdict) -> [DetailLine] {
        guard let asked = device.device else {
            let reason = DetailLine("not asked", mask.said(device.trouble?.reason ?? ""), labelRole: .warning, valueRole: .text)
            return [.blank, .heading("On Android"), reason.overflowing(.words)]
        }
        var lines = [DetailLine.blank, .heading("On \(mask.said(asked.words))")]
        if let trouble = device.trouble {
            lines.append(DetailLine("unknown", mask.said(trouble.reason), labelRole: .warning, valueRole: .text).overflowing(.words))
        }
        for app in device.apps.prefix(Self.mostShown) {
            lines.append(line(of: app.package, gets: app.getsLinks))
            lines += app.sentences.map { DetailLine("", mask.said($0), valueRole: .dim).overflowing(.words) }
            // A fingerprint has no spaces at which it could be broken.
            lines += app.fingerprints.map { fingerprint in
                let isMissing = app.isNamed == false
                return DetailLine(
                    isMissing ? "not in the file" : "signed with", fingerprint, labelRole: isMissing ? .error : .key, valueRole: .dim
                ).overflowing(.rows(5))
            }
        }
        return lines + more(device.apps.count)
    }

    /// Returns the row of the rule that comes nearest to matching the link; empty if there is no such rule.
    private func nearest(_ step: RuleStep) -> [DetailLine] {
        guard let miss = step.miss, let link = verdict.question.link else { return [] }
        let reason = AASAWording.reason(of: miss, in: Array(link.absoluteString.utf8))
        return [DetailLine("", mask.said("nearest: \(step.place): \(reason)"), valueRole: .dim).overflowing(.words)]
    }

    private func answer(_ opens: Bool?, _ source: String) -> DetailLine {
        let label = opens.map { $0 ? "yes" : "no" } ?? ""
        return DetailLine(label, source, labelRole: opens == true ? .ok : .error, valueRole: .text).overflowing(.words)
    }

    private func line(of app: String, gets: Bool?) -> DetailLine {
        let label = gets.map { $0 ? "gets it" : "does not get it" } ?? "app"
        return DetailLine(label, mask.said(app), labelRole: gets == true ? .ok : .key, valueRole: .text).overflowing(.words)
    }
}

/// The rows of a file as it was served.
struct FileLines {
    let file: ServedFile
    let mask: SecretMask

    func lines() -> [DetailLine] {
        let role: Role = file.status == 200 ? .ok : file.isAnswered ? .warning : .error
        let status = file.status.map(String.init) ?? "---"
        var lines = [DetailLine(status, mask.beginning(of: file.url, columns: 400), labelRole: role).overflowing(.rows(2))]
        lines.append(DetailLine("", mask.said(facts), valueRole: .dim).overflowing(.words))
        if let location = file.hop?.location {
            lines.append(DetailLine("", "-> \(mask.beginning(of: location, columns: 400))", valueRole: .accent).overflowing(.rows(2)))
        }
        lines += file.tellingFields.map { name, value in
            DetailLine("", "\(name): \(mask.said(value))", valueRole: .dim).overflowing(.words)
        }
        if let problem = file.problem {
            lines.append(DetailLine("", mask.said(problem.description), valueRole: .error).overflowing(.words))
        }
        return lines
    }

    private var facts: String {
        var facts = [file.kind.words]
        if let page = file.page {
            facts.append(page.field("Content-Type") ?? "no Content-Type")
            facts.append("\(page.body.count) bytes")
        }
        if let hop = file.hop { facts.append(HopLines.facts(of: hop)) }
        return facts.joined(separator: ", ")
    }
}
