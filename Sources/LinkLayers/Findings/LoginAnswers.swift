import AppLinks
import Bytes

/// Recognizes what a login adds to the link that it returns to.
enum LoginAnswers {
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ sink: inout FindingList) {
        if let fragment = url.components.fragment, edits.text.bytes[fragment].elementsEqual("_=_".utf8) {
            let hash = fragment.lowerBound - 1..<fragment.upperBound
            let message = "Facebook Login appends #_=_, which has no meaning, to its callback link."
            sink.found(
                Finding(.loginAnswer, message, range: edits.place(hash), repair: edits.repair("Remove #_=_.", [Repair.Edit(hash, [])])))
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
        func isNamed(_ component: LinkQuery.Component, _ word: StaticString) -> Bool {
            component.name.count == word.utf8CodeUnitCount
                && url.query.decoded.withSpan(component.name) { $0.isWord(word, in: 0..<$0.count) }
        }
        let components = url.query.components
        if let denial = components.last(where: { isNamed($0, "denied") }) { return (denial, true) }
        guard let error = components.last(where: { isNamed($0, "error") }) else { return nil }
        let hasReason = components.contains { component in
            url.query.decoded.withSpan(component.name) { reasons.contain($0, 0..<$0.count) }
        }
        return hasReason ? (error, false) : nil
    }

    private static let reasons: [StaticString] = ["error_description", "error_reason", "error_code", "error_uri", "error_message", "state"]
}
