import AppLinks
import Deciding
import LinkLayers
import Screen

/// The rows of a verdict: the answer, each cause with its advice, the app that gets the link and why, and the files as served.
struct VerdictLines {
    let verdict: Verdict
    /// The time of the lookup, e.g. `12:04:11`.
    let asked: String
    let mask: SecretMask

    private var facts: VerdictFacts { VerdictFacts(verdict, most: Self.mostShown) }

    /// The maximum number of causes, of apps and of files that are shown.
    private static let mostShown = 50

    /// - Parameter site: The verdict about the whole site.
    func lines(site: VerdictLines, isSiteFolded: Bool) -> [DetailLine] {
        let heading = DetailLine.heading("The site as a whole", fold: isSiteFolded ? .closed : .open, path: DetailFold.site)
        return answer + [.blank, heading] + (isSiteFolded ? [] : site.answer) + [.blank, .heading("Files as served")]
            + mask.lines(of: facts.files)
    }

    private var answer: [DetailLine] {
        let (link, site) = (verdict.question.link?.text, verdict.files.site.description)
        let source = Lookup.Kind.verdict.freshness(verdict.files.all.map { $0.hop?.age }, asked)
        var lines = mask.lines(of: facts.answer)
        lines.append(.url(link == nil ? "site" : "link", link ?? site, mask))
        lines.append(DetailLine("fetched", said: source, valueRole: .dim))
        for (index, cause) in facts.causes.enumerated() { lines += mask.lines(of: cause, number: index + 1) }
        return lines + mask.lines(of: facts.apps)
    }
}

/// The facts of a verdict as rows of the detail pane.
extension SecretMask {
    func lines(of facts: [VerdictFact]) -> [DetailLine] { facts.flatMap { lines(of: $0) } }

    /// - Parameter number: The number of a cause among the causes.
    fileprivate func lines(of fact: VerdictFact, number: Int = 0) -> [DetailLine] { rows(of: fact, number) + lines(of: fact.below) }

    private func rows(of fact: VerdictFact, _ number: Int) -> [DetailLine] {
        let text = said(fact.text)
        switch fact.kind {
        case .verdict(let isYes): return [.message("verdict", text, isYes.map { $0 ? .ok : .error } ?? .warning)]
        case .exception: return [.message("unless", text)]
        case .cause(let severity, let code):
            return [.blank, .message("\(number) \(severity.rawValue)", "\(text) [\(code)]", label: severity.role)]
        case .place: return [.message("where", text, .dim)]
        case .advice: return [.message("to do", text, .accent)]
        case .platform(let platform, let opens):
            let label = opens.map { $0 ? "yes" : "no" } ?? ""
            return [.blank, .heading(platform.name), .message(label, text, label: opens == true ? .ok : .error)]
        case .device(wasAsked: true, _): return [.blank, .heading(text)]
        case .device: return [.blank, .heading("On Android"), .message("not asked", text, label: .warning)]
        case .unknown: return [.message("unknown", text, label: .warning)]
        case .app(let name, let getsLink):
            let label = getsLink.map { $0 ? "gets it" : "does not get it" } ?? "app"
            let words = fact.text.isEmpty ? name : "\(name): \(fact.text)"
            return [.message(label, said(words), label: getsLink == true ? .ok : .key)]
        case .rule(let isNearest): return isNearest ? [.message("", "nearest: \(text)", .dim)] : []
        case .decision(let kind):
            let (label, role) = DecisionLines.face(of: kind)
            if case .end = kind { return [.message("if installed", text, role)] }
            return [.message(label, text, role)]
        case .certificate(let isMissing):
            // A fingerprint has no spaces at which it could be broken.
            let label = isMissing ? "not in the file" : "signed with"
            return [DetailLine(label, fact.text, labelRole: isMissing ? .error : .key, valueRole: .dim).overflowing(.rows(5))]
        case .file(_, let status, let isAnswered):
            let role: Role = status == 200 ? .ok : isAnswered ? .warning : .error
            return [.url(status.map(String.init) ?? "no answer", fact.text, self, label: role)]
        case .serving(let kind, _, let facts): return [.message("", said(([kind.words] + facts).joined(separator: ", ")), .dim)]
        case .redirect: return [.redirect(to: fact.text, self)]
        case .problem: return [.message("", text, .error)]
        case .detail: return [.message("", text, .dim)]
        case .more(let count): return [DetailLine("", "\(count) more: linkscope verify lists them", valueRole: .dim)]
        }
    }
}

extension Finding.Severity {
    /// The role of the label of a cause or of a finding about a page.
    var role: Role {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .key
        }
    }
}
