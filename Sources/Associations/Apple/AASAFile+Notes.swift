package import AppLinks
import LinkLayers

extension AASAFile {
    /// Returns the notes that are a reason for decisions about a link: unknown keys in a rule that decided or came closest, unknown keys in
    /// place of missing rules, and ignored `paths` that would match the link.
    package func notes(on decisions: [AASADecision], about link: LinkURL) -> [AssociationFinding] {
        guard decisions.contains(where: \.reason.isAboutRules) else { return [] }
        let isGiven = decisions.contains { $0.outcome == .match }
        let lacksRules = allFindings.contains { [.noAppLinks, .noDetails, .noRules].contains($0.code) }
        let telling = decisions.flatMap { decision -> [Range<Int>] in
            let nearest = decision.steps.first(where: \.isNearest)?.range
            guard case .rule(let place) = decision.reason else { return nearest.map { [$0] } ?? [] }
            return component(at: place).map { [$0.range] } ?? []
        }
        return allFindings.filter { finding in
            guard finding.severity == .note, let place = finding.range?.lowerBound else { return false }
            switch finding.code {
            case .unknownKey: return telling.contains { $0.contains(place) } || !isGiven && lacksRules
            case .pathsIgnored: return !isGiven && details.contains { $0.ignoredPaths?.contains(place) == true && ignores(link, $0) }
            default: return false
            }
        }
    }

    /// Returns whether an ignored rule of an entry would give the link to the entry's apps.
    private func ignores(_ link: LinkURL, _ detail: Detail) -> Bool {
        var trial = RuleTrial(link, isTraced: false, knowsCase: true, effort: Pattern.Effort())
        return detail.ignoredRules.first { trial.matches($0) }.map { !$0.isExcluding } ?? false
    }
}

extension AssetLinksFile {
    /// Returns the notes that are a reason why no app gets a link: statements and keys that devices do not know.
    package var notesOnNoApp: [AssociationFinding] {
        allFindings.filter { $0.severity == .note && $0.code == .unknownKey }
    }
}
