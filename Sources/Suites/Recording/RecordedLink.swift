package import AppLinks

/// A link to record in a suite, and how it was opened.
package struct RecordedLink: Sendable, Hashable {
    package var link: String
    /// The app or browser from which the link was opened; nil for a link that arrived by itself.
    package var from: SimulatedDevice.Front?

    package init(_ link: String, from: SimulatedDevice.Front? = nil) {
        self.link = link
        self.from = from
    }
}

/// A suite that was made of links, with the device that it needs.
package struct Recording: Sendable {
    package var suite: String
    /// The device file beside the suite; nil if the suite names a built-in device.
    package var device: String?
    package var links: Int
    /// The links that a suite cannot have, such as those that are not UTF-8.
    package var leftOut: Int
    /// The secrets that variables stand for.
    package var secrets: Int
}

/// The reason why links cannot be saved as a suite.
package enum RecordingProblem: Error, Sendable, Hashable {
    /// None of the links can be recorded.
    case noLinks
    /// The suite would exceed the limits for suites.
    case tooLarge
    /// The device cannot be saved in a file.
    case device(String)

    /// The reason, as a sentence.
    package var words: String {
        switch self {
        case .noLinks: "None of these links can be saved: they are truncated, are not UTF-8, or cannot be written in YAML."
        case .tooLarge: "These links are too many for one suite. Filter the list, or mark fewer links."
        case .device(let reason): "The device cannot be saved: \(reason)."
        }
    }
}
