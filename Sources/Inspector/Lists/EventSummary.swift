import AppLinks
import Records

/// An event in short: where it comes from, where it leads, and how it ended.
package struct EventSummary: Sendable, Equatable {
    /// The app that sent the link, or that the user left.
    package var from: String
    /// The target of a link that arrived; for an event of leaving, the link that was opened, without its App Link data.
    package var to: String
    /// `app` or `browser` for what opened, `ok` if the event does not say what did, or `failed` with the reason; empty if the event tells
    /// no result.
    package var result: String
    /// The whole link of the event.
    package var url: String

    package init(_ event: EventContent) {
        let values = Dictionary(event.arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        let output = values["outputURL"]
        switch EventPhrase(event).direction {
        case .outward, .back:
            from = event.app ?? ""
            to = output.map(Self.withoutData) ?? ""
        case .parsed, .inward, .other:
            from = values["refererAppName"] ?? values["refererURL"] ?? event.sender ?? values["sourceApplication"] ?? ""
            to = values["targetURL"] ?? ""
        }
        result =
            switch (values["success"], values["type"]) {
            case ("0", _): (event.failure ?? values["error"]).map { "failed: \($0)" } ?? "failed"
            case ("1", "app"): "app"
            case ("1", "web"): "browser"
            case ("1", _): "ok"
            default: ""
            }
        url = event.url ?? values["inputURL"] ?? output ?? ""
    }

    private static func withoutData(_ text: String) -> String {
        guard let link = LinkURL(text).map({ IncomingLink($0) }), let data = link.dataRange else { return text }
        return String(decoding: RowStory.text(Array(text.utf8), without: data), as: UTF8.self)
    }
}
