package import AppLinks
import DeviceTools
package import LinkLayers

/// Something to say about a verdict, with what belongs to it below. The faces (text, pane) show these facts; none of them walks a verdict by
/// itself.
package struct VerdictFact: Sendable {
    package enum Kind: Sendable {
        /// The verdict as a sentence. Nil if it is unknown.
        case verdict(isYes: Bool?)
        /// A case in which the link stays in the browser.
        case exception
        case cause(Finding.Severity, code: String)
        /// Where the reason of a cause is, and what to do about it.
        case place, advice
        /// What the files say to the devices of a platform. Nil if the question has no link.
        case platform(AppPlatform, opens: Bool?)
        /// What an Android device knows. The text is why it was not asked, if it was not.
        case device(wasAsked: Bool, opens: Bool?)
        /// An app. Nil if it is not known whether it gets the link. The text is the reason.
        case app(name: String, getsLink: Bool?)
        /// A rule that was tried for the app.
        case rule(isNearest: Bool)
        /// What the decision engine says about a device that has an app of the files.
        case decision(DecisionFact.Kind)
        /// A certificate of an installed app.
        case certificate(isMissing: Bool)
        /// A file as it was served, by its URL.
        case file(ServedFile.Kind, status: Int?, isAnswered: Bool)
        /// How the file was served: its kind, its status, and facts that a face joins.
        case serving(ServedFile.Kind, status: String, [String])
        case redirect
        case problem
        case detail
        /// Why the answer is not known.
        case unknown
        /// How many facts of a list were left out.
        case more(Int)
    }

    package var kind: Kind
    /// What to say. It may quote servers, files and devices.
    package var text: String
    package var below: [VerdictFact]

    init(_ kind: Kind, _ text: String = "", below: [VerdictFact] = []) { (self.kind, self.text, self.below) = (kind, text, below) }
}

package struct VerdictFacts {
    let verdict: Verdict
    /// The maximum length of a list.
    let most: Int
    /// Whether to tell for every rule why it did not match, and not only for the nearest one.
    let isTraced: Bool

    package init(_ verdict: Verdict, most: Int, isTraced: Bool = false) {
        (self.verdict, self.most, self.isTraced) = (verdict, most, isTraced)
    }

    /// The verdict and its exceptions.
    package var answer: [VerdictFact] {
        let isYes = verdict.isUnknown ? nil : !verdict.isNo
        return [VerdictFact(.verdict(isYes: isYes), verdict.sentence)] + verdict.exceptions.map { VerdictFact(.exception, $0) }
    }

    package var causes: [VerdictFact] {
        listed(verdict.causes) { cause in
            let place = cause.place.map { VerdictFact(.place, "\($0.file.words), line \($0.line), column \($0.column)") }
            let advice = cause.advice.isEmpty ? nil : VerdictFact(.advice, cause.advice)
            return VerdictFact(.cause(cause.severity, code: cause.code), cause.message, below: [place, advice].compactMap { $0 })
        }
    }

    /// The apps that the files name, what a device that has one of them does, and what a device that was asked knows.
    package var apps: [VerdictFact] {
        let platforms = [verdict.apple.map(fact), verdict.android.map(fact)]
        return (verdict.isUnknown ? [] : platforms.compactMap { $0 }) + [verdict.device.map(fact)].compactMap { $0 }
    }

    package var files: [VerdictFact] {
        listed(verdict.files.all) { $0.fact(trouble: verdict.files.machineTrouble(behind: $0)) }
    }

    private func listed<Element>(_ elements: [Element], _ fact: (Element) -> VerdictFact) -> [VerdictFact] {
        let left = elements.count - most
        return elements.prefix(most).map(fact) + (left > 0 ? [VerdictFact(.more(left))] : [])
    }

    // MARK: Apps

    private func fact(of apple: AppleVerdict) -> VerdictFact {
        var below: [VerdictFact] = []
        if let file = apple.file, file.isUsable {
            if apple.apps.isEmpty { below = [VerdictFact(.detail, AASAWording.lackOfApps(in: file))] }
            below += listed(apple.apps) { app in
                let reason = app.decision.map { AASAWording.reason(of: $0, in: file) } ?? ""
                let getsLink = app.decision.map { $0.outcome == .match }
                return VerdictFact(.app(name: app.appID, getsLink: getsLink), reason, below: rules(app.decision?.steps ?? []))
            }
        }
        return VerdictFact(.platform(.ios, opens: apple.opens), apple.source, below: below + facts(of: apple.decision))
    }

    private func fact(of android: AndroidVerdict) -> VerdictFact {
        var below: [VerdictFact] = []
        if android.file?.isUsable == true, android.apps.isEmpty {
            below = [VerdictFact(.detail, "no statement lets \(verdict.question.package ?? "an app") open the site's links")]
        }
        below += listed(android.apps) { app in
            let certificates = app.fingerprints == 1 ? "one certificate" : "\(app.fingerprints) certificates"
            let statement = "statement [\(app.statement)]\(app.include.map { " of \($0)" } ?? "")"
            let isDecided = app.outcome != nil || !app.isCertified
            return VerdictFact(
                .app(name: "\(app.package) (\(statement), \(certificates))", getsLink: isDecided ? app.getsLink : nil),
                isDecided ? app.reason : "", below: rules(app.steps))
        }
        return VerdictFact(.platform(.android, opens: android.opens), android.source, below: below + facts(of: android.decision))
    }

    private func rules(_ steps: [RuleStep]) -> [VerdictFact] {
        let link = Array((verdict.question.link?.absoluteString ?? "").utf8)
        return steps.filter { isTraced || $0.isNearest }.map { step in
            var plain = step
            plain.isNearest = false
            return VerdictFact(.rule(isNearest: step.isNearest), AASAWording.result(of: plain, in: link))
        }
    }

    private func facts(of decision: SiteDecision?) -> [VerdictFact] {
        guard let decision else { return [] }
        return decision.facts.map { VerdictFact(.decision($0.kind), $0.text) }
    }

    private func fact(of device: DeviceVerdict) -> VerdictFact {
        guard let asked = device.device else {
            return VerdictFact(.device(wasAsked: false, opens: nil), device.trouble?.reason ?? "")
        }
        let trouble = device.trouble.map { [VerdictFact(.unknown, $0.reason)] } ?? []
        let apps = listed(device.apps) { app in
            let certificates = app.fingerprints.map { VerdictFact(.certificate(isMissing: app.isNamed == false), $0) }
            return VerdictFact(
                .app(name: app.package, getsLink: app.getsLinks), below: app.sentences.map { VerdictFact(.detail, $0) } + certificates)
        }
        return VerdictFact(.device(wasAsked: true, opens: device.opens), "On \(asked.words)", below: trouble + apps)
    }
}

extension ServedFile {
    /// What there is to say about how the file was served.
    ///
    /// - Parameter trouble: A problem of this machine that made the request fail, if it is known.
    package func fact(trouble: MachineTrouble? = nil) -> VerdictFact {
        var facts: [String] = []
        if let page { facts = [page.field("Content-Type") ?? "no Content-Type", "\(page.body.count) bytes"] }
        if let hop { facts += hop.facts() }
        var below = [VerdictFact(.serving(kind, status: status.map(String.init) ?? "---", facts))]
        if let location = hop?.location { below.append(VerdictFact(.redirect, location)) }
        below += tellingFields.map { VerdictFact(.detail, "\($0.name): \($0.value)") }
        if let problem { below.append(VerdictFact(.problem, trouble?.words(of: problem) ?? problem.description)) }
        return VerdictFact(.file(kind, status: status, isAnswered: isAnswered), url, below: below)
    }
}

extension RedirectHop {
    /// Returns where the answer came from, and how long it took.
    package func facts(namesCipher: Bool = true) -> [String] {
        var facts: [String] = []
        if let age { facts.append("from the cache, \(age) s old") }
        if isUnchanged { facts.append("unchanged (304)") }
        if let remoteAddress { facts.append(remoteAddress) }
        if let tls { facts.append([tls.version, namesCipher ? tls.cipher : nil].compactMap(\.self).joined(separator: " ")) }
        if !isCertificateChecked { facts.append("certificate not checked") }
        if age == nil { facts.append("\(Self.tenths(milliseconds)) ms") }
        return facts
    }

    /// Returns a number such as `12.3`. Negative, infinite, huge and undefined numbers become `0.0`, because JSON has no infinity.
    package static func tenths(_ number: Double) -> String {
        guard number.isFinite, number >= 0, number < 1e12 else { return "0.0" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension [RedirectHop] {
    /// Returns whether the previous hop had the same host. Safari stays in the browser for a universal link on the host of the current
    /// page.
    package func isFromSameHost(at index: Int) -> Bool {
        guard index > 0, let host = self[index].url.host else { return false }
        return self[index - 1].url.host?.lowercased() == host.lowercased()
    }
}
