/// Where a navigation ended.
public enum NavigationType: String, Sendable, Hashable {
    /// In an application.
    case app
    /// In the browser, because no target opened.
    case browser
    /// Nowhere.
    case failure
}

/// All that happened on the way out of an application.
public struct NavigationOutcome: Sendable, Hashable {
    /// Where it ended.
    public let type: NavigationType

    /// What was tried, in order, up to the first that opened.
    public let attempts: [NavigationAttempt]

    /// The whole URL that opened, with the data in it.
    public let openedURL: LinkURL?

    /// Why nothing could be opened, when that was because no URL could be built. Nil when somebody was asked, or when it worked.
    public let error: NavigationError?

    /// What measuring applications are to be told: one event, whatever the outcome.
    public let event: MeasurementEvent
}

/// One destination that a navigation came to.
public struct NavigationAttempt: Sendable, Hashable {
    /// Which one.
    public enum Destination: Sendable, Hashable {
        /// A target, by its place in the link.
        case target(Int)
        /// The link's web URL.
        case web
    }

    /// What came of it.
    public enum Result: Sendable, Hashable {
        /// Passed over: the target names no URL.
        case withoutURL
        /// Passed over: the URL to open could not be built.
        case notBuilt(NavigationError)
        /// The URL was handed to the opener, which gave this answer.
        case answered(OpenAnswer)
    }

    /// Which one.
    public let destination: Destination

    /// The destination's own URL, without the data.
    public let url: LinkURL?

    /// The URL that was handed over, with the data.
    public let outboundURL: LinkURL?

    /// What came of it.
    public let result: Result

    /// Whether this is where the navigation ended.
    public var isTaken: Bool {
        if case .answered(let answer) = result { answer.isOpened } else { false }
    }
}
