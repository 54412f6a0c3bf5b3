import AppLinks
import Deciding

// What the devices decided, in the words of an answer: the app's key, the claim, and the reason from the step that came nearest.

extension ProjectDevice where Device == AndroidDevice {
    /// Returns what the device does with a link that is tapped.
    func answer(_ link: String) -> LinkAnswer {
        let decision = device.decide(link, from: .request(categories: [AndroidRequest.browsable]))
        var answer = LinkAnswer(opening: .nothing, why: .scheme, decision: decision)
        switch decision.outcome {
        case .app(let ids), .chooser(let ids):
            let first = device.apps.first { ids.contains($0.id) && keys[$0.id] != nil }?.id
            (answer.opening, answer.app) = (first == nil ? .browser : .app, first.flatMap { keys[$0] })
            (answer.why, answer.isCertain) = (.claimed, ids.count == 1)
            let place = decision.filter.flatMap { $0.app == first ? $0 : nil }
            answer.claim = (place ?? decision.steps.first { $0.rule == .filterMatches && $0.subject == first }?.filter).flatMap(claim)
        case .browser(let id):
            answer.opening = .browser
            // An app of the project that takes all web links is a browser to Android.
            if let id, let key = keys[id] {
                (answer.opening, answer.app, answer.why) = (.app, key, .claimed)
                answer.claim = decision.filter.flatMap(claim)
            }
        case .system, .store: (answer.opening, answer.why) = (.system, .systemScheme)
        case .fallback, .nothing: break
        }
        if answer.app == nil, answer.why == .scheme { explain(&answer, link) }
        return answer
    }

    /// Finds the filter that came nearest, and what it lacks.
    private func explain(_ answer: inout LinkAnswer, _ link: String) {
        let steps = answer.decision.steps
        if let refused = steps.last(where: { $0.rule == .notVerified }), let claim = refused.filter.flatMap(claim) {
            answer.claim = claim
            answer.why = unverified(claim, of: refused.subject, link)
            return
        }
        guard let nearest = answer.decision.nearestMiss, let miss = nearest.miss else { return }
        answer.claim = nearest.filter.flatMap(claim)
        answer.why =
            switch miss {
            case .noDefault: .noDefault
            case .category: .noBrowsable
            case .type: .type
            case .path, .group, .schemeSpecificPart: .path
            case .authority: .host
            case .scheme, .nearScheme, .takesNoLink, .action: .scheme
            }
    }

    /// Why the host of a filter that takes the link is not verified.
    private func unverified(_ claim: Claim, of app: String, _ link: String) -> LinkAnswer.Why {
        let host = LinkURL(link)?.host?.lowercased() ?? ""
        let domains = device.apps.first { $0.id == app }?.domains.keys.map { $0 } ?? []
        // The device knows the domains for which it asked the site.
        if domains.contains(where: { $0 == host || $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst(1)) }) { return .packageNotListed }
        guard let filter = claim.filter?.filter, filter.isVerifiedAutomatically else { return .notVerified }
        return filter.schemes.allSatisfy(FilterClaim.web.contains) ? .hostNotVerified : .mixedSchemes
    }
}

extension ProjectDevice where Device == AppleDevice {
    /// Returns what the device does with a link that is tapped in a message.
    func answer(_ link: String) -> LinkAnswer {
        let decision = device.decide(link, from: AppleOpening(.messages))
        var answer = LinkAnswer(opening: .nothing, why: .scheme, decision: decision)
        switch decision.outcome {
        case .app(let ids), .chooser(let ids):
            (answer.opening, answer.app, answer.why, answer.isCertain) = (.app, ids.first.flatMap { keys[$0] }, .claimed, ids.count == 1)
            answer.claim = decision.steps.last.flatMap(claim)
            // Of several apps that the site names, each may be the one that opens.
            if let own = device.apps.first(where: { ids.contains($0.id) })?.appID {
                var rest = device
                rest.apps.removeAll { $0.appID == own }
                if !rest.apps.isEmpty, case .app = rest.decide(link, from: AppleOpening(.messages)).outcome { answer.isCertain = false }
            }
        case .browser:
            answer.opening = .browser
            let refused = decision.steps.last { $0.rule == .fileRefuses || $0.rule == .modeOff }
            answer.claim = refused.flatMap(claim)
            answer.why = refused.map(Self.why) ?? .host
        case .system, .store: (answer.opening, answer.why) = (.system, .systemScheme)
        case .fallback, .nothing: break
        }
        return answer
    }

    private static func why(_ step: Decision.Step) -> LinkAnswer.Why {
        switch step.association {
        case .rule: .excluded
        case .noRule: .pathNotListed
        case .appNotListed, .noPossibleApp, .impossibleApp: .appIDNotListed
        case .unusableFile: .fileUnusable
        case .otherHost, .obstacle: .host
        case nil: step.rule == .modeOff ? .developerMode : .host
        }
    }
}
