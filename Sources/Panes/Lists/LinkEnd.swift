import AppLinks
package import Deciding
import Records
import Screen

/// How a link ended. Each fact has one word, which is the same in the rows of the links and of the events, in the details, in the journey,
/// in notices, in plain mode, and in the filter `end:`.
///
/// | when | what happened | word |
/// |---|---|---|
/// | the link arrived | an app received it | `ok` |
/// | | no app received it | `no app` |
/// | | it is a web page, so it waits to be opened | `page` |
/// | the user opened it | an app opened | `ok app` |
/// | | the browser opened | `ok web` |
/// | | nothing opened | `failed` |
/// | either | it ended well, but the link has an error | `error` |
/// | the user took back an act | an event that the act had posted stays in the stream | `undone` |
///
/// Reasons for these results use other words: a target was `skipped`, or an app that claims a link may be `not installed`.
package enum LinkEnd: String, Sendable, CaseIterable {
    // In the order of a sort: failures come first.
    case failed, error
    case noApp = "no app"
    case page
    case okApp = "ok app"
    case okWeb = "ok web"
    case received = "ok"
    /// The end of an event, never of a link.
    case undone

    package var word: String { rawValue }

    /// The ends that are not good. The filter `end:failed` finds them all.
    static let failures = Set(allCases.filter { $0.role == .error || $0.role == .warning })

    var role: Role {
        switch self {
        case .failed, .error: .error
        case .noApp: .warning
        case .page, .undone: .dim
        case .okApp, .okWeb, .received: .ok
        }
    }

    /// The place of the end in a sort.
    var rank: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }

    /// Creates the end from the arguments `success` and `type` of an event; nil if they do not tell one.
    init?(success: String?, type: String?) {
        switch (success, type) {
        case ("0", _): self = .failed
        case ("1", "app"): self = .okApp
        case ("1", "web"): self = .okWeb
        case ("1", _): self = .received
        default: return nil
        }
    }

    /// Creates the end that an event tells; nil if it tells none.
    init?(_ event: Event) {
        if event.isUndone { self = .undone } else { self.init(success: event["success"], type: event["type"]) }
    }

    /// - Parameter departure: The result of opening the link; nil if the user did not open it.
    package init(_ flags: LinkRow.Flags, departure: Departure?) {
        let end: LinkEnd =
            switch departure?.outcome.type {
            case .app: .okApp
            case .browser: .okWeb
            case .failure: .failed
            case nil where flags.contains(.wasReceived): .received
            case nil: flags.contains(.isWebPage) ? .page : .noApp
            }
        self = end.role == .ok && flags.contains(.hasError) ? .error : end
    }
}

extension LinkRow {
    /// Returns whether the link has an error or a warning, or did not open.
    ///
    /// - Parameter departure: The result of opening the link; nil if the user did not open it.
    package func hasProblem(after departure: Departure?) -> Bool {
        hasProblem || LinkEnd.failures.contains(LinkEnd(flags, departure: departure))
    }
}
