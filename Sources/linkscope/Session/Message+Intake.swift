import Inspector
import Intake

extension Message {
    /// Creates the message for an event of the intake. Returns nil for an action that only another version of linkscope knows.
    nonisolated init?(_ event: IntakeEvent) {
        switch event {
        case .records(let batch): self = .arrived(batch)
        case .source(let name, let state): self = .source(name: name, state)
        case .journal(let state): self = .journal(state)
        case .act(let json, let time, let numbers):
            guard let act = Act(json) else { return nil }
            self = .replayed(act.renumbered(by: numbers), at: time)
        }
    }
}
