/// The app that received a link, or the reason why no app did, with a hint at what the user can do on the screen.
struct Reception: Equatable {
    /// Words such as `by Nieuws`.
    var words: String
    /// What the user can press, as it follows the words; empty if there is nothing to do.
    var hint: String

    /// The hint about a link whose scheme no app claims.
    static let addsApp = " (a adds an app)"
    /// The hint about a link whose scheme an app has claimed since it arrived.
    static let opensNow = "; o opens it now"

    init(_ words: String, hint: String = "") {
        self.words = words
        self.hint = hint
    }

    /// The words with the hint.
    var text: String { words + hint }
}
