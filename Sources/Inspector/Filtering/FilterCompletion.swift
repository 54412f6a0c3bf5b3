/// One of the completions of what the user typed into the line of the filter. Each Tab chooses the next completion. After the last one
/// comes the first.
struct FilterCompletion: Sendable {
    private let choices: [String]
    private var index = 0

    /// Creates the first completion of a text; nil if there is nothing to complete.
    init?(of text: String) {
        choices = FilterField.completions(of: text)
        if choices.isEmpty { return nil }
    }

    /// The completed text.
    var text: String { choices[index] }

    /// The next completion; nil if there is no other one. Tab then completes what follows the only completion.
    var next: FilterCompletion? {
        guard choices.count > 1 else { return nil }
        var next = self
        next.index = (index + 1) % choices.count
        return next
    }
}
