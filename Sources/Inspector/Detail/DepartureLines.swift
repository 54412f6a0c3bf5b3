import AppLinks
import Screen

/// The rows of the destinations of a link, each with the reason why it is taken or skipped.
struct DepartureLines {
    let steps: [Departure.Step]
    let mask: SecretMask

    /// The maximum number of destinations that are shown.
    private static let mostShown = 50

    func lines() -> [DetailLine] {
        var lines: [DetailLine] = []
        // The last step is always shown, because it is the web fallback if there is one.
        let shown = steps.count > Self.mostShown ? steps.prefix(Self.mostShown) + steps.suffix(1) : steps[...]
        for step in shown {
            let (word, role) = step.result
            let name = step.appName.map { "\(text($0)): " } ?? ""
            lines.append(
                DetailLine("\(step.place) \(word)", name + (step.url.map { text($0.text) } ?? "(no URL)"), labelRole: role)
                    .overflowing(.rows(2)))
            lines.append(DetailLine("", mask.words(text(step.reason)), valueRole: role).overflowing(.words))
        }
        if steps.count > shown.count { lines.append(DetailLine("", "\(steps.count - shown.count) more", valueRole: .dim)) }
        return lines
    }

    private func text(_ text: String) -> String { mask.beginning(of: text, columns: 400) }
}
