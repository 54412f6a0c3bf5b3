/// The app that received a link, or the reason why no app did, with what the user can do about it.
package struct Reception: Equatable {
    /// What the user can do about a link that no app received.
    package enum Remedy: Equatable {
        /// Add an app for a scheme that no app claims.
        case declare(scheme: String)
        /// Install the app with this name.
        case install(app: String)
        /// Open the link now, because an app has claimed its scheme since.
        case open

        /// What to press, as it follows the words of a reception.
        fileprivate var hint: HintedText {
            switch self {
            case .declare: " (\(.declare) adds an app)"
            case .install: " (\(press: .device))"
            case .open: "; \(.open) opens it now"
            }
        }

        /// A sentence that names no keys, for a report.
        package var advice: String {
            switch self {
            case .declare(let scheme):
                "Add an app for \(scheme): to the simulated device, or correct the scheme of the link."
            case .install(let app): "Install \(app) on the simulated device, or give the link a web page as its fallback."
            case .open: "Open the link again: an app on the device claims its scheme now."
            }
        }
    }

    static let noApp = "no app"

    /// Who received the link, such as `by Nieuws` or ``noApp``.
    var place: String
    /// Why it went there; nil if an app of the device received it.
    package var reason: String?
    /// What the user can do; nil if there is nothing to do.
    package var remedy: Remedy?
    /// Where the user opened the link after it arrived, such as `opened in Wheel at 12:04:20`; nil if the user did not open it.
    package var opening: String?

    init(_ place: String, because reason: String? = nil, remedy: Remedy? = nil) {
        self.place = place
        self.reason = reason
        self.remedy = remedy
    }

    /// The place with the reason.
    package var words: String { reason.map { "\(place): \($0)" } ?? place }

    /// The words with what happened to the link since.
    package var account: String { opening.map { "\(words); \($0)" } ?? words }

    /// The account as the end of a sentence about the link, such as `received by Nieuws` or `no app received it: it is not a URL`.
    package var sentenceEnd: String { place == Self.noApp ? "no app received it\(account.dropFirst(place.count))" : "received \(account)" }

    /// Returns the words with a hint at what the user can press. A link that was opened needs none.
    package func words(with keys: [Command: String]) -> String { words + (opening == nil ? remedy?.hint.keyed(keys).text ?? "" : "") }
}
