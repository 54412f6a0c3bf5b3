package import AppLinks
import Bytes

/// Something to say about a decision. The faces (pane, text, JSON) show these facts; none of them walks a decision by itself.
package struct DecisionFact: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Who gets the link: the first fact.
        case end(isApp: Bool)
        /// A rule that spoke.
        case step
        /// The last rule, which decided.
        case decider
        /// What may be wrong with the link, though no rule says so.
        case hint
        /// What is not known, and how to find out.
        case unknown
    }

    package var kind: Kind
    /// A sentence. It may quote the link or a declaration.
    package var text: String
    /// Where the declaration of the rule stands: `app/src/main/AndroidManifest.xml:41`, or the number of the filter.
    package var place: String?

    package init(kind: Kind, text: String, place: String?) { (self.kind, self.text, self.place) = (kind, text, place) }
}

extension SimulatedDevice {
    /// Returns what there is to say about a decision of this device on a link, the end first.
    package func facts(of decision: Decision, on url: LinkURL, knowsSite: Bool) -> [DecisionFact] {
        var facts = [end(of: decision)] + [nearClaim(to: url)].compactMap { $0 }
        var steps = decision.steps
        // The browser opens what no app gets, so the rule by which no app gets it decides.
        if steps.last?.rule == .defaultBrowser, let before = steps.dropLast().last, before.rule != .filterMatches { steps.removeLast() }
        for (index, step) in steps.enumerated() {
            let fact = fact(of: step, index == steps.count - 1 ? .decider : .step)
            // Several filters of an app are one step to a reader, unless the last of them decides.
            if fact.kind == .step, facts.contains(where: { $0.kind == .step && $0.text == fact.text }) { continue }
            facts.append(fact)
        }
        if case .browser = decision.outcome, url.isWeb, !knowsSite {
            facts.append(DecisionFact(kind: .unknown, text: "Whether the site names an app is not known", place: nil))
        }
        return facts
    }

    /// Returns that an app claims almost the scheme of a link that no app of the device claims: it may be a typing mistake.
    private func nearClaim(to url: LinkURL) -> DecisionFact? {
        guard canBeClaimed(url), let scheme = url.scheme?.lowercased(), app(claiming: scheme)?.isAssumed ?? true else { return nil }
        let own = apps.filter { !$0.isAssumed }.map { ($0.name, $0.schemes + ($0.declared?.schemes ?? [])) }
        guard let near = NearestWord.to(scheme, among: own.flatMap(\.1)), let app = own.first(where: { $0.1.contains(near) }) else {
            return nil
        }
        return DecisionFact(kind: .hint, text: "No app of the device claims \(scheme):, but \(app.0) claims \(near):.", place: nil)
    }

    /// Returns the fact that says best why a link goes where it does: the rule that decided or, if no app gets the link, the one by which the
    /// nearest app does not get it.
    package func cause(of decision: Decision) -> DecisionFact? {
        guard case .app = decision.outcome else {
            return (decision.nearestMiss ?? decision.steps.last { $0.rule != .defaultBrowser }).map { fact(of: $0, .decider) }
        }
        return decision.steps.last.map { fact(of: $0, .decider) }
    }

    private func fact(of step: Decision.Step, _ kind: DecisionFact.Kind) -> DecisionFact {
        let named = app(step.subject).map { $0.name == $0.id ? $0.id : "\($0.name) (\($0.id))" }
        let name = named ?? (step.subject == AndroidDevice.App.chrome.id ? browserName : step.subject)
        return DecisionFact(kind: kind, text: step.words(naming: name), place: place(of: step))
    }

    private func end(of decision: Decision) -> DecisionFact {
        let receiver = receiver(decision)
        var text = words(receiver)
        if case .chooser(let ids) = decision.outcome {
            text = "\(platform == .android ? "Android" : "iOS") asks which app: \(ids.map { app($0)?.name ?? $0 }.joined(separator: ", "))"
        }
        if decision.asks { text += ", after a question" }
        if decision.staysInPlace { text = "it stays in the page" }
        var fact = DecisionFact(kind: .end(isApp: false), text: text, place: nil)
        if case .app(let id) = receiver { fact.kind = .end(isApp: app(id)?.isInstalled == true) }
        if let filter = decision.filter, let declared = self.filter(at: filter) {
            fact.place = place(of: filter)
            if let activity = declared.activity { fact.text += ", activity \(activity)" }
        }
        return fact
    }

    /// Who gets a link, in a few words.
    package func words(_ receiver: Arrival.Receiver) -> String {
        switch receiver {
        case .app(let id): "\(app(id)?.name ?? id) opens it" + (app(id)?.isAssumed == true ? ", an app that linkscope assumes" : "")
        case .browser(let name): "\(name) opens it"
        case .notInstalled(let id): "nothing opens it: \(app(id)?.name ?? id) is not installed"
        case .nobody: "nothing opens it"
        }
    }

    // MARK: Places

    private func filter(at place: Decision.FilterPlace) -> AndroidDevice.App.Declared? {
        guard case .android(let app)? = app(place.app)?.declared, app.filters.indices.contains(place.index) else { return nil }
        return app.filters[place.index]
    }

    private func place(of filter: Decision.FilterPlace) -> String? {
        guard let declared = self.filter(at: filter) else { return nil }
        return declared.place ?? "filter \(filter.index + 1)"
    }

    /// Returns the place of the declaration that a rule is about.
    private func place(of step: Decision.Step) -> String? {
        if let filter = step.filter { return place(of: filter) }
        guard let declaration = step.declaration, case .ios(let app)? = app(step.subject)?.declared else { return nil }
        return app.places[declaration]
    }
}
