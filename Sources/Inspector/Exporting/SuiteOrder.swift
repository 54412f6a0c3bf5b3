import AppLinks
package import Deciding
package import Panes
package import Projects

/// Links to save as a suite, and the device that opens them.
package struct SuiteOrder: Sendable {
    /// The links to save, by the words that choose them.
    enum Scope: String, Sendable {
        case selected, marked
        /// All links that the list shows.
        case shown = "session"
    }

    let scope: Scope
    /// The device as it is now.
    package var device: SimulatedDevice
    /// The project with the user's apps; nil if linkscope was started without one.
    package var project: UserProject?
    package var rows: RowCount
    package var line: @Sendable (Int) -> LinkLine?
    /// Whether secrets are written as they are. Otherwise variables stand for them.
    package var keepsSecrets: Bool

    /// The order as it follows the name of the file in a command.
    package var typed: String { scope.rawValue + (keepsSecrets ? " secrets" : "") }
}

/// The result of a request to save a suite.
package struct RecordedSuite: Sendable, Hashable {
    package var links: Int
    /// The name of the device file beside the suite; nil if the suite names a built-in device.
    package var deviceFile: String?
    /// The links that a suite cannot have.
    package var leftOut: Int
    /// The secrets that variables stand for.
    package var secrets: Int
    /// The web links that were opened in an app by their page. The suite has no pages.
    package var withoutPage: Int

    package init(links: Int, deviceFile: String? = nil, leftOut: Int = 0, secrets: Int = 0, withoutPage: Int = 0) {
        self.links = links
        self.deviceFile = deviceFile
        self.leftOut = leftOut
        self.secrets = secrets
        self.withoutPage = withoutPage
    }
}
