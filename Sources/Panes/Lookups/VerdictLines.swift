import AppLinks
import Deciding
import LinkLayers
import Screen

/// The rows of a verdict: the answer, each cause with its advice, the app that gets the link and the rule that decides it, and the files as
/// they were served.
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
        let files = FactLines(mask: mask).lines(of: facts.files)
        return answer + [.blank, heading] + (isSiteFolded ? [] : site.answer) + [.blank, .heading("Files as served")] + files
    }

    private var answer: [DetailLine] {
        let face = FactLines(mask: mask)
        let subject = mask.beginning(of: verdict.question.link?.text ?? verdict.files.site.description, columns: 400)
        let source = Lookup.Kind.verdict.freshness(verdict.files.all.map { $0.hop?.age }, asked)
        var lines = face.lines(of: facts.answer)
        lines.append(DetailLine(verdict.question.link == nil ? "site" : "link", subject).overflowing(.rows(2)))
        lines.append(DetailLine("fetched", said: source, valueRole: .dim).overflowing(.words))
        for (index, cause) in facts.causes.enumerated() { lines += face.lines(of: cause, number: index + 1) }
        return lines + face.lines(of: facts.apps)
    }
}

/// Shows the facts of a verdict as rows of the detail pane.
struct FactLines {
    let mask: SecretMask

    func lines(of facts: [VerdictFact]) -> [DetailLine] { facts.flatMap { lines(of: $0) } }

    /// - Parameter number: The number of a cause among the causes.
    func lines(of fact: VerdictFact, number: Int = 0) -> [DetailLine] { rows(of: fact, number) + lines(of: fact.below) }

    private func rows(of fact: VerdictFact, _ number: Int) -> [DetailLine] {
        let text = mask.said(fact.text)
        switch fact.kind {
        case .verdict(let isYes): return [row("verdict", text, isYes.map { $0 ? .ok : .error } ?? .warning)]
        case .exception: return [row("unless", text)]
        case .cause(let severity, let code):
            let role: Role = severity == .error ? .error : severity == .note ? .key : .warning
            return [.blank, row("\(number) \(severity.rawValue)", "\(text) [\(code)]", label: role)]
        case .place: return [row("where", text, .dim)]
        case .advice: return [row("to do", text, .accent)]
        case .platform(let platform, let opens):
            let label = opens.map { $0 ? "yes" : "no" } ?? ""
            return [.blank, .heading(platform.name), row(label, text, label: opens == true ? .ok : .error)]
        case .device(wasAsked: true, _): return [.blank, .heading(text)]
        case .device: return [.blank, .heading("On Android"), row("not asked", text, label: .warning)]
        case .unknown: return [row("unknown", text, label: .warning)]
        case .app(let name, let getsLink):
            let label = getsLink.map { $0 ? "gets it" : "does not get it" } ?? "app"
            let words = fact.text.isEmpty ? name : "\(name): \(fact.text)"
            return [row(label, mask.said(words), label: getsLink == true ? .ok : .key)]
        case .rule(let isNearest): return isNearest ? [row("", "nearest: \(text)", .dim)] : []
        case .decision(let kind):
            let (label, role) = DecisionLines.face(of: kind)
            if case .end = kind { return [row("if installed", text, role)] }
            return [row(label, text, role)]
        case .certificate(let isMissing):
            // A fingerprint has no spaces at which it could be broken.
            let label = isMissing ? "not in the file" : "signed with"
            return [DetailLine(label, fact.text, labelRole: isMissing ? .error : .key, valueRole: .dim).overflowing(.rows(5))]
        case .file(_, let status, let isAnswered):
            let role: Role = status == 200 ? .ok : isAnswered ? .warning : .error
            let url = mask.beginning(of: fact.text, columns: 400)
            return [DetailLine(status.map(String.init) ?? "no answer", url, labelRole: role).overflowing(.rows(2))]
        case .serving(let kind, _, let facts): return [row("", mask.said(([kind.words] + facts).joined(separator: ", ")), .dim)]
        case .redirect:
            let url = mask.beginning(of: fact.text, columns: 400)
            return [DetailLine("", "-> \(url)", valueRole: .accent).overflowing(.rows(2))]
        case .problem: return [row("", text, .error)]
        case .detail: return [row("", text, .dim)]
        case .more(let count): return [DetailLine("", "\(count) more: linkscope verify lists them", valueRole: .dim)]
        }
    }

    private func row(_ label: String, _ value: String, _ role: Role = .text, label labelRole: Role = .key) -> DetailLine {
        DetailLine(label, value, labelRole: labelRole, valueRole: role).overflowing(.words)
    }
}
