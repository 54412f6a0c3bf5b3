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

    /// The target or the web page as words: `target 2`.
    var placeWords: String {
        switch destination {
        case .target(let index): "target \(index + 1)"
        case .web: "web page"
        }
    }

    /// A word for the result of the step, with its role.
    var result: (word: String, role: Role) {
        switch state {
        case .taken: ("opened", .ok)
        case .skipped: ("skipped", .warning)
        case .notReached: ("not needed", .dim)
        }
    }
}

extension Departure {
    /// Returns who opened the link, how this ended, and the role of the end, such as `Shop opened it ` and `in the app Nieuws`.
    ///
    /// - Parameter name: Returns the name of an app, browser or home screen.
    func account(_ name: (SimulatedDevice.Front) -> String) -> (who: String, end: String, role: Role) {
        let who = name(frontBefore)
        return switch outcome.type {
        case .app: ("\(who) opened it ", "in the app \(name(frontAfter))", .ok)
        case .browser: ("\(who) opened it ", "in the browser \(name(frontAfter))", .ok)
        case .failure: ("\(who) tried to open it: ", LinkEnd.failed.word, .error)
        }
    }

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
