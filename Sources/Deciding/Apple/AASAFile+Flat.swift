import AppLinks
import Bytes

// A fast path for millions of questions about few files and plain links. The fast path works with ranges of the text and allocates no
// strings for the parts of the question. A test checks that both paths give the same answers.

extension AASAFile {
    /// Returns the outcome of ``decision(for:appID:domain:isTraced:)`` for texts that are ranges of a line of UTF-8. Returns nil if the
    /// decision has a reason that the caller should report.
    package func outcome(in line: Span<UInt8>, link: Range<Int>, appID: Range<Int>?, domain: Range<Int>) -> AASADecision.Outcome? {
        let text = line.extracting(link)
        guard isUsable, let components = LinkURL.components(of: text), Self.isHTTPS(text, components),
            LinkObstacle.strayByte(in: text) == nil, isFrom(line.extracting(domain), text, components),
            let entries = entries(of: appID, in: line)
        else { return wholeOutcome(in: line, link: link, appID: appID, domain: domain) }
        var trial = RuleTrial(LinkSubject(text, components), isTraced: false, knowsCase: true, effort: Pattern.Effort())
        return firstMatch(in: entries, &trial)?.outcome ?? .noMatch
    }

    private func wholeOutcome(
        in line: Span<UInt8>, link: Range<Int>, appID: Range<Int>?, domain: Range<Int>
    ) -> AASADecision.Outcome? {
        let appID: String? = if let appID { line.extracting(appID).string } else { nil }
        let decision = decision(for: line.extracting(link).string, appID: appID, domain: line.extracting(domain).string)
        return decision.reason.needsWords ? nil : decision.outcome
    }

    /// Returns whether the link certainly has the scheme https and a host.
    private static func isHTTPS(_ link: Span<UInt8>, _ components: LinkURL.Components) -> Bool {
        guard let scheme = components.scheme, let host = components.host, !host.isEmpty else { return false }
        return link.extracting(scheme).isEqual(to: "https".utf8.span)
    }

    /// Returns whether the link's host certainly is the domain. If the result is false, the hosts need a closer comparison.
    private func isFrom(_ domain: Span<UInt8>, _ link: Span<UInt8>, _ components: LinkURL.Components) -> Bool {
        if domain.isEmpty { return true }
        guard let host = components.host else { return false }
        return HostNames.areSameLetters(link.extracting(host), domain)
    }

    /// Returns the indices of an app's entries. Returns nil if the app is not among the first apps of the file, or if apps differ.
    private func entries(of appID: Range<Int>?, in line: Span<UInt8>) -> [Int]? {
        guard let appID else { return entriesOfEachApp }
        for app in firstApps where app.bytes.span.isEqual(to: line.extracting(appID)) { return app.details }
        return nil
    }
}
