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

extension Departure {
    /// Why nothing opened; nil if an app or the browser opened.
    var failure: String? {
        guard outcome.type == .failure else { return nil }
        return steps.last { $0.state == .skipped }?.reason ?? "the App Link has no target and no web page"
    }

    /// The scheme of the last target that could have opened in an app, if no app claims it.
    var unclaimedScheme: String? {
        steps.last { step in step.state == .skipped && step.app == nil && step.url.map(SimulatedDevice.canBeClaimed) == true }?.url?.scheme
    }
}
