/// The place where a navigation ended.
public enum NavigationType: String, Sendable, Hashable {
    /// The navigation ended in an app.
    case app
    /// The navigation ended in the browser, because no target opened.
    case browser
    /// The navigation failed, because nothing opened.
    case failure
}

/// The result of a navigation.
public struct NavigationOutcome: Sendable, Hashable {
    /// The place where the navigation ended.
    public let type: NavigationType

    /// The attempts in order, up to the first destination that opened.
    public let attempts: [NavigationAttempt]

    /// The complete URL that opened, including the data.
    public let openedURL: LinkURL?

    /// The last error in building a URL to open, if the navigation failed. Nil if the navigation succeeded, or if every URL could be built.
    public let error: NavigationError?

    /// The measurement event of the navigation. Every outcome has one.
    public let event: MeasurementEvent
}

/// The attempt to open one destination.
public struct NavigationAttempt: Sendable, Hashable {
    /// The kind of destination.
    public enum Destination: Sendable, Hashable {
        /// The target with this index in the link.
        case target(Int)
        /// The link's web URL.
        case web
    }

    /// The result of an attempt.
    public enum Result: Sendable, Hashable {
        /// Skipped: the target has no URL.
        case withoutURL
        /// Skipped: the URL to open could not be built.
        case notBuilt(NavigationError)
        /// The URL was passed to the opener, which returned this answer.
        case answered(OpenAnswer)
    }

    /// The destination.
    public let destination: Destination

    /// The destination's own URL, without the data.
    public let url: LinkURL?

    /// The URL that was passed to the opener, with the data.
    public let outboundURL: LinkURL?

    /// The result of the attempt.
    public let result: Result

    /// Whether this attempt opened the URL and thereby ended the navigation.
    public var isTaken: Bool {
        if case .answered(let answer) = result { answer.isOpened } else { false }
    }
}
