package import AppLinks
package import Deciding
package import Projects
import Screen

/// What the tab Verdict says before the site's files: what the devices do with the link, rule by rule, and to which screen the user's own
/// app leads it.
package struct DecisionLines: Sendable, Equatable {
    private enum Row: Sendable, Equatable {
        case heading(String)
        case fact(String, String, Role)
        case blank
    }

    private var rows: [Row] = []

    package static let none = DecisionLines()

    private init() {}

    /// - Parameters:
    ///   - devices: The device of the session first, then the others that can be chosen.
    ///   - knowsSite: Whether the association files of the link's site were fetched.
    fileprivate init(_ url: LinkURL, on devices: [SimulatedDevice], project: UserProject?, knowsSite: Bool, mask: SecretMask) {
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
                add(label, fact.text + (fact.kind == .unknown ? "; \(Lookup.Kind.verdict.key) asks it" : ""), role, mask)
                if let place = fact.place { add("where", place, .dim, mask) }
                guard case .end = fact.kind, case .app(let id) = receiver else { continue }
                if let screen = project?.screen(of: url.text, in: id, on: device.platform)?.words { add("screen", screen, .text, mask) }
            }
        }
        rows.append(.blank)
    }

    package var isEmpty: Bool { rows.isEmpty }

    package var lines: [DetailLine] {
        rows.map { row in
            switch row {
            case .heading(let text): DetailLine.heading(text)
            case .fact(let label, let text, let role): DetailLine(label, text, valueRole: role).overflowing(.words)
            case .blank: DetailLine.blank
            }
        }
    }

    private mutating func add(_ label: String, _ text: String, _ role: Role, _ mask: SecretMask) {
        rows.append(.fact(label, mask.said(text), role))
    }

    private static func face(of kind: DecisionFact.Kind) -> (label: String, role: Role) {
        switch kind {
        case .end(let isApp): ("result", isApp ? .ok : .warning)
        case .step: ("", .text)
        case .decider: ("because", .text)
        case .unknown: ("unknown", .accent)
        }
    }
}

/// All values on which the decisions about a link depend. Equal sources have equal decisions, so the source is the key under which they are
/// cached.
package struct DecisionSource: Sendable, Equatable {
    let url: LinkURL
    let devices: [SimulatedDevice]
    /// The verdict about the link, if it is known.
    let verdict: Dated<LookupOutcome>?
    let project: UserProject?
    /// How often the project was read.
    let projectChanges: Int
    let display: Display

    package init(
        url: LinkURL, devices: [SimulatedDevice], verdict: Dated<LookupOutcome>?, project: UserProject?, projectChanges: Int,
        display: Display
    ) {
        (self.url, self.devices, self.verdict, self.display) = (url, devices, verdict, display)
        (self.project, self.projectChanges) = (project, projectChanges)
    }

    /// The projects are compared by their numbers.
    package static func == (left: DecisionSource, right: DecisionSource) -> Bool {
        left.url == right.url && left.devices == right.devices && left.verdict == right.verdict
            && left.projectChanges == right.projectChanges && left.display == right.display
    }

    package func lines() -> DecisionLines {
        guard case .verdict(let answer)? = verdict?.value, !answer.link.isUnknown else {
            return DecisionLines(url, on: devices, project: project, knowsSite: false, mask: display.mask)
        }
        return DecisionLines(
            url, on: devices.map { $0.knowing(answer.link) }, project: project, knowsSite: true, mask: display.mask)
    }
}
