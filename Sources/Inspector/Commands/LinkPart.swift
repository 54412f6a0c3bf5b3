/// A part of a link that `show` goes to on the screen, and reads out in plain mode.
package enum LinkPart: String, Sendable, CaseIterable {
    case summary, target, referer, extras, raw, findings, events, journey, page, verdict

    /// The tab that has the part.
    var tab: DetailTab {
        switch self {
        case .summary, .target, .referer, .extras, .findings: .decoded
        case .raw: .raw
        case .events: .events
        case .journey: .journey
        case .page: .page
        case .verdict: .verdict
        }
    }
}
