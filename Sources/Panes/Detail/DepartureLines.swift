import AppLinks
package import Deciding
package import Screen

extension Departure {
    /// The maximum number of destinations that are shown.
    private static let mostShown = 50

    /// Returns the rows of the destinations of the link, each with the reason why it is taken or skipped.
    func lines(_ mask: SecretMask) -> [DetailLine] {
        func text(_ text: String) -> String { mask.beginning(of: text, columns: 400) }
        var lines: [DetailLine] = []
        // The last step is always shown, because it is the web fallback if there is one.
        let shown = steps.count > Self.mostShown ? steps.prefix(Self.mostShown) + steps.suffix(1) : steps[...]
        for step in shown {
            let (word, role) = step.result
            let name = step.appName.map { "\(text($0)): " } ?? ""
            lines.append(
                DetailLine("\(step.place) \(word)", name + (step.url.map { text($0.text) } ?? "(no URL)"), labelRole: role)
                    .overflowing(.rows(2)))
            lines.append(.message("", mask.words(text(step.reason)), role))
        }
        if steps.count > shown.count { lines.append(DetailLine("", "\(steps.count - shown.count) more", valueRole: .dim)) }
        return lines
    }

    /// Returns who opened the link, how this ended, and the role of the end, such as `Shop opened it ` and `in the app Nieuws`.
    package func account(_ name: FrontName) -> (who: String, end: String, role: Role) {
        let who = name(frontBefore)
        return switch outcome.type {
        case .app: ("\(who) opened it ", "in the app \(name(frontAfter))", .ok)
        case .browser: ("\(who) opened it ", "in the browser \(name(frontAfter))", .ok)
        case .failure: ("\(who) tried to open it: ", LinkEnd.failed.word, .error)
        }
    }

    /// Why nothing opened; nil if an app or the browser opened.
    package var failure: String? {
        guard outcome.type == .failure else { return nil }
        return steps.last { $0.state == .skipped }?.reason ?? "the App Link has no target and no web page"
    }

    /// The scheme of the last target that could have opened in an app, if no app claims it.
    package var unclaimedScheme: String? {
        steps.last { step in step.state == .skipped && step.app == nil && step.canBeClaimed }?.url?.scheme
    }
}

extension Departure.Step {
    /// The number of the target, or `web`.
    var place: String {
        switch destination {
        case .target(let index): "\(index + 1)"
        case .web: "web"
        }
    }

    /// The target or the web page as words: `target 2`.
    package var placeWords: String { destination == .web ? "web page" : "target \(place)" }

    package var result: (word: String, role: Role) {
        switch state {
        case .taken: ("opened", .ok)
        case .skipped: ("skipped", .warning)
        case .notReached: ("not needed", .dim)
        }
    }
}
