import AppLinks
import Bytes

// A fast path for millions of questions about few files and plain links. The fast path works with ranges of the text and allocates no
// strings for the parts of a link. Links that must be decoded or folded take the general path. A test checks that both paths give the same
// answers.

extension AASAFile {
    /// Returns the outcome of ``decision(for:appID:domain:isTraced:)`` for texts that are ranges of a line of UTF-8. Returns nil if the
    /// decision has a reason that the caller should report.
    package func outcome(in line: Span<UInt8>, link: Range<Int>, appID: Range<Int>?, domain: Range<Int>) -> AASADecision.Outcome? {
        let text = line.extracting(link)
        guard isUsable, let components = LinkURL.components(of: text), Self.isHTTPS(text, components),
            LinkObstacle.strayByte(in: text) == nil, isFrom(line.extracting(domain), text, components),
            let app = places(of: appID, in: line)
        else { return wholeOutcome(in: line, link: link, appID: appID, domain: domain) }
        let path = LinkSubject.withoutIdleSlashes(components.path, of: text)
        var trial: RuleTrial?
        var effort = Pattern.Effort()
        for place in app {
            // Rules are accessed by index, because a copy of a rule would copy all its parts.
            for index in details[place].components.indices {
                let isMatch: Bool
                if let answer = details[place].components[index].plainAnswer(text, components, path: path, &effort) {
                    isMatch = answer
                } else {
                    if trial == nil {
                        trial = LinkURL(text.string).map { RuleTrial($0, isTraced: false, knowsCase: true, effort: Pattern.Effort()) }
                    }
                    isMatch = trial?.matches(details[place].components[index]) ?? false
                }
                if isMatch { return details[place].components[index].isExcluding ? .exclude : .match }
            }
        }
        return .noMatch
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
        guard let scheme = components.scheme, scheme.count == 5, let host = components.host, !host.isEmpty else { return false }
        return link[0] == UInt8(ascii: "h") && link[1] == UInt8(ascii: "t") && link[2] == UInt8(ascii: "t")
            && link[3] == UInt8(ascii: "p") && link[4] == UInt8(ascii: "s")
    }

    /// Returns whether the link's host certainly is the domain. If the result is false, the hosts need a closer comparison.
    private func isFrom(_ domain: Span<UInt8>, _ link: Span<UInt8>, _ components: LinkURL.Components) -> Bool {
        if domain.isEmpty { return true }
        guard let host = components.host else { return false }
        return HostNames.areSameLetters(link.extracting(host), domain)
    }

    /// Returns the indices of an app's entries. Returns nil if the app is not among the first apps of the file, or if apps differ.
    private func places(of appID: Range<Int>?, in line: Span<UInt8>) -> [Int]? {
        guard let appID else { return entriesOfEachApp }
        for app in firstApps where app.bytes.span.isEqual(to: line.extracting(appID)) { return app.details }
        return nil
    }
}

extension AASAComponent {
    /// Returns whether the rule matches the link. Returns nil if the rule needs a decoded or folded link.
    ///
    /// - Parameter path: The path without insignificant slashes.
    func plainAnswer(_ link: Span<UInt8>, _ components: LinkURL.Components, path range: Range<Int>, _ effort: inout Pattern.Effort) -> Bool?
    {
        guard isPercentEncoded, !ignoresCase else { return nil }
        if let path, !path.isEverything, path.answer(link.extracting(range), &effort) != .match { return false }
        switch query {
        case nil: break
        case .whole(let pattern): if !pattern.isEverything, pattern.answer(link, components.query, &effort) != .match { return false }
        case .items(let items):
            for index in items.indices where !items[index].pattern.isEverything {
                if !Self.parametersMatch(items[index].name, items[index].pattern, link, components.query, &effort) { return false }
            }
        }
        guard let fragment, !fragment.isEverything else { return true }
        return fragment.answer(link, components.fragment, &effort) == .match
    }

    /// Returns whether all parameters with a name match a pattern. A missing parameter counts as empty.
    private static func parametersMatch(
        _ name: ParameterName, _ pattern: Pattern, _ link: Span<UInt8>, _ query: Range<Int>?, _ effort: inout Pattern.Effort
    ) -> Bool {
        guard let query else { return pattern.answer(link, nil, &effort) == .match }
        var isThere = false
        var start = query.lowerBound
        while start <= query.upperBound {
            var end = start
            var equals: Int?
            while end < query.upperBound, link[end] != UInt8(ascii: "&") {
                if equals == nil, link[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if link.extracting(start..<(equals ?? end)).isEqual(to: name.bytes.span) {
                isThere = true
                guard pattern.answer(link.extracting((equals ?? end - 1) + 1..<end), &effort) == .match else { return false }
            }
            start = end + 1
        }
        return isThere || pattern.answer(link, nil, &effort) == .match
    }
}

extension Pattern {
    /// Returns whether the pattern matches a part of a link. A missing part counts as empty.
    fileprivate func answer(_ link: Span<UInt8>, _ part: Range<Int>?, _ effort: inout Effort) -> Answer {
        answer(link.extracting(part ?? 0..<0), &effort)
    }
}
