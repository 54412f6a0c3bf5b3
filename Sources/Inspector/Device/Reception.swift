/// The app that received a link, or the reason why no app did, with a hint at what the user can do on the screen.
struct Reception: Equatable {
    /// Words such as `by Nieuws`.
    var words: String
    /// What the user can press, as it follows the words; empty if there is nothing to do.
    var hint: String
    /// Where the user opened the link after it arrived, such as `opened in Wheel at 12:04:20`; nil if the user did not open it.
    var opening: String?

    /// The hint about a link whose scheme no app claims.
    static let addsApp = " (a adds an app)"
    /// The hint about a link whose scheme an app has claimed since it arrived.
    static let opensNow = "; o opens it now"

    init(_ words: String, hint: String = "") {
        self.words = words
        self.hint = hint
    }

    /// The words with what happened to the link since.
    var account: String { opening.map { "\(words); \($0)" } ?? words }

    /// The account with the hint. A link that was opened needs none.
    var text: String { opening == nil ? words + hint : account }
}
