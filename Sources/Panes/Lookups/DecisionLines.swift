package import AppLinks
package import Deciding
import LinkLayers
package import Projects
import Screen

/// What the tab Why says before the site's files: what the devices do with the link, rule by rule, and to which screen the user's own
/// app leads it. Two instances are equal if they are the same object.
package final class DecisionLines: Sendable, Equatable {
    package let lines: [DetailLine]

    package static let none = DecisionLines([])

    private init(_ lines: [DetailLine]) { self.lines = lines }

    /// - Parameters:
    ///   - devices: The device of the session first, then the others that can be chosen.
    ///   - answer: The last verdict about the link, from which the devices know its site; nil if the site was not asked.
    package convenience init(_ url: LinkURL, on devices: [SimulatedDevice], answer: LookupOutcome?, project: UserProject?, mask: SecretMask)
    {
        var lines: [DetailLine] = []
        func add(_ label: String, _ text: String, _ role: Role, then hint: HintedText = "") {
            lines.append(DetailLine(label, said: "\(mask.said(text))\(hint)", valueRole: role))
        }
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
                if let end = facts.first { add("on \(device.name)", end.text, Self.face(of: end.kind).role) }
                continue
            }
            lines.append(.heading("On \(device.name), \(device.system.systemName)"))
            for fact in facts {
                let (label, role) = Self.face(of: fact.kind)
                add(label, fact.text, role, then: fact.kind == .unknown ? unknown : "")
                if let place = fact.place { add("where", place, .dim) }
                guard case .end = fact.kind, case .app(let id) = receiver else { continue }
                if let screen = project?.screen(of: url.text, in: id, on: device.platform)?.words { add("screen", screen, .text) }
            }
            if let own { add("hint", own.message, .warning) }
            if url.isWeb, !device.isForOwnApp(receiver) {
                lines.append(DetailLine("next", said: "\(.declare) adds an app that opens the links of its host", valueRole: .dim))
            }
            if !knowsSite, let site = project?.words(ofSiteOf: url, on: device.platform) { add("site", site, .text) }
        }
        self.init(lines + [.blank])
    }

    package static func == (left: DecisionLines, right: DecisionLines) -> Bool { left === right }

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
