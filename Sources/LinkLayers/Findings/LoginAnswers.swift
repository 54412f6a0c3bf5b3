import AppLinks
import Bytes

/// Recognizes what a login adds to the link that it returns to.
enum LoginAnswers {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        if let fragment = url.components.fragment, edits.text.bytes[fragment].elementsEqual("_=_".utf8) {
            let hash = fragment.lowerBound - 1..<fragment.upperBound
            let message = "Facebook Login appends #_=_ to its callback link. Ignore it."
            sink.found(
                Finding(.loginAnswer, message, range: edits.place(hash), repair: edits.repair("Remove it.", [Repair.Edit(hash, [])])))
        }
        guard let (refusal, isDenied) = refusal(in: url), let value = refusal.value else { return }
        let isRefused = isDenied || url.query.decoded.withSpan(value) { $0.isWord("access_denied", in: 0..<$0.count) }
        let message =
            isRefused
            ? "This link reports a refused login: the user or the server did not allow it."
            : "This link reports a failed login."
        sink.found(Finding(.loginAnswer, message, range: edits.place(refusal.item.range)))
    }

    /// Returns whether the link reports a failed login.
    static func isAnswer(_ url: SplitLink) -> Bool { refusal(in: url) != nil }

    /// Returns the parameter that reports a failed login, and whether its name says that it was refused.
    private static func refusal(in url: SplitLink) -> (LinkQuery.Component, isDenied: Bool)? {
        var refusal: LinkQuery.Component?
        var isRefused = false
        var hasReason = false
        for component in url.query.components {
            url.query.decoded.withSpan(component.name) { name in
                let range = 0..<name.count
                if name.isWord("error", in: range) { refusal = component }
                hasReason = hasReason || reasons.contain(name, range)
                if name.isWord("denied", in: range) { (refusal, isRefused, hasReason) = (component, true, true) }
            }
        }
        guard let refusal, hasReason else { return nil }
        return (refusal, isRefused)
    }

    private static let reasons: [StaticString] = ["error_description", "error_reason", "error_code", "error_uri", "error_message", "state"]
}
