package import AppLinks
package import Deciding
import LinkLayers
package import Projects
import Screen

/// What the tab Verdict says before the site's files: what the devices do with the link, rule by rule, and to which screen the user's own
/// app leads it.
package struct DecisionLines: Sendable, Equatable {
    private enum Row: Sendable, Equatable {
        case heading(String)
        case fact(String, HintedText, Role)
        case blank
    }

    private var rows: [Row] = []

    package static let none = DecisionLines()

    private init() {}

    /// - Parameters:
    ///   - devices: The device of the session first, then the others that can be chosen.
    ///   - answer: The last verdict about the link, from which the devices know its site; nil if the site was not asked.
    package init(_ url: LinkURL, on devices: [SimulatedDevice], answer: LookupOutcome?, project: UserProject?, mask: SecretMask) {
        var devices = devices
        var knowsSite = false
        var unknown: HintedText = "; \(.verify) asks it"
        if case .verdict(let answer)? = answer {
            knowsSite = !answer.link.isUnknown
            if knowsSite { devices = devices.map { $0.knowing(answer.link) } } else { unknown = ": no server answered" }
        }
        let own = LinkInspection(Array(url.text.utf8)).findings.first { $0.code == .deadService || $0.code == .endingService }
        for (index, device) in devices.enumerated() {
            let (receiver, decision) = device.receiver(of: url)
            let facts = device.facts(of: decision, on: url, knowsSite: knowsSite)
            guard index == 0 else {
                // One row for each of the other devices; what-if explains them.
                if let end = facts.first { add("on \(device.name)", end.text, Self.face(of: end.kind).role, mask) }
                continue
            }
            rows.append(.heading("On \(device.name), \(device.system.systemName)"))
            for fact in facts {
                let (label, role) = Self.face(of: fact.kind)
                add(label, fact.text, role, mask, then: fact.kind == .unknown ? unknown : "")
                if let place = fact.place { add("where", place, .dim, mask) }
                guard case .end = fact.kind, case .app(let id) = receiver else { continue }
                if let screen = project?.screen(of: url.text, in: id, on: device.platform)?.words { add("screen", screen, .text, mask) }
            }
            if let own { add("hint", own.message, .warning, mask) }
            if url.isWeb, !device.isForOwnApp(receiver) {
                rows.append(.fact("next", "\(.declare) adds an app that opens the links of its host", .dim))
            }
            if !knowsSite, let site = project?.words(ofSiteOf: url, on: device.platform) { add("site", site, .text, mask) }
        }
        rows.append(.blank)
    }

    package var isEmpty: Bool { rows.isEmpty }

    package var lines: [DetailLine] {
        rows.map { row in
            switch row {
            case .heading(let text): DetailLine.heading(text)
            case .fact(let label, let text, let role): DetailLine(label, said: text, valueRole: role).overflowing(.words)
            case .blank: DetailLine.blank
            }
        }
    }

    private mutating func add(_ label: String, _ text: String, _ role: Role, _ mask: SecretMask, then hint: HintedText = "") {
        rows.append(.fact(label, "\(mask.said(text))\(hint)", role))
    }

    static func face(of kind: DecisionFact.Kind) -> (label: String, role: Role) {
        switch kind {
        case .end(let isApp): ("result", isApp ? .ok : .warning)
        case .step: ("", .text)
        case .decider: ("because", .text)
        case .hint: ("hint", .warning)
        case .unknown: ("unknown", .accent)
        }
    }
}
