/// A tab of the detail pane. Each shows one result for the selected link or event. The tabs keep this order.
package enum DetailTab: String, Sendable, CaseIterable {
    case decoded = "Decoded", raw = "Raw", journey = "Journey", page = "Page", verdict = "Verdict", events = "Events", diff = "Diff"
    case whatIf = "What-if"

    package var title: String { rawValue }

    /// Returns the tab that is `steps` further to the right. After the last tab comes the first one.
    package func moved(by steps: Int) -> DetailTab {
        let count = Self.allCases.count
        let index = Self.allCases.firstIndex(of: self) ?? 0
        return Self.allCases[((index + steps) % count + count) % count]
    }
}

/// A part of a link that `show` goes to on the screen, and reads out in plain mode.
package enum DetailPart: String, Sendable, CaseIterable {
    case summary, target, referer, extras, raw, findings, events, journey, page, verdict

    /// The tab that has the part.
    package var tab: DetailTab {
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
