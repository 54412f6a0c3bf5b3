import JSONDocument

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

/// The reason why the URL for a destination could not be built.
public struct NavigationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error; its raw value is a stable identifier.
    public enum Code: String, Sendable, Hashable {
        /// The data or the extras hold a value that JSON cannot express, such as NaN.
        case notExpressible = "not-expressible-as-json"
        /// The extras are JSON but not an object.
        case extrasNotObject = "extras-not-an-object"
        /// The App Link data is JSON but not an object.
        case dataNotObject = "data-not-an-object"
        /// With the data added, the destination is no longer a URL.
        case notURL = "not-a-url"
    }

    /// The kind of error.
    public let code: Code

    /// One sentence that says what is wrong, where, and how to fix it.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ error: JSONSerializationError) {
        self.init(.notExpressible, "The link's data cannot be written as JSON: \(error). Leave the value out, or send it as a string.")
    }
}

/// Opens URLs on behalf of an app. On Apple systems, an implementation can use `UIApplication`. In tests, a list of schemes is enough.
public protocol AppOpening: Sendable {
    /// Returns whether some app would open `url`, without opening it.
    func canOpen(_ url: LinkURL) -> Bool

    /// Opens `url`. Returns whether the URL was opened.
    func open(_ url: LinkURL) -> Bool
}

/// The result of asking a system to open a URL.
public enum OpenAnswer: Sendable, Hashable {
    /// An app opened the URL. The value is the app's ID, if known.
    case opened(by: String?)
    /// A browser opened the URL. The value is the browser's name, if known.
    case openedInBrowser(String?)
    /// Nothing opened the URL, because the app with this ID, which claims the scheme, is not installed.
    case notInstalled(String)
    /// Nothing opened the URL, because no app claims the scheme.
    case noAppClaims
    /// Nothing opened the URL, because an installed app claims the scheme but refused, or for a reason that the system does not give. The
    /// value is the app's ID, if known.
    case refused(by: String?)

    /// Whether the URL was opened.
    public var isOpened: Bool {
        switch self {
        case .opened, .openedInBrowser: true
        case .notInstalled, .noAppClaims, .refused: false
        }
    }
}
