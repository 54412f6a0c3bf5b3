import AppLinks
import Screen

extension Departure.Step {
    /// The number of the target, or `web`.
    var place: String {
        switch destination {
        case .target(let index): "\(index + 1)"
        case .web: "web"
        }
    }

    /// A word for what became of the step, with its role.
    var result: (word: String, role: Role) {
        switch state {
        case .taken: ("taken", .ok)
        case .skipped: ("skipped", .warning)
        case .notReached: ("not tried", .dim)
        }
    }
}
