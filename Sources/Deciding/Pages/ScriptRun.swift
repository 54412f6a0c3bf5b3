package import AppLinks
import LinkLayers

/// A record of what a browser did while it ran the scripts of a page.
package struct ScriptRun: Sendable, Hashable {
    /// An address that the page or its scripts tried to request. linkscope refused the request.
    package struct Refusal: Sendable, Hashable {
        package var host: String
        package var address: String
        package var kind: AddressKind

        package init(host: String, address: String, _ kind: AddressKind) {
            self.host = host
            self.address = address
            self.kind = kind
        }
    }

    /// A limit on the requests of a page. When a limit is reached, linkscope refuses all further requests and cancels those in progress.
    package enum Limit: String, Sendable, Hashable {
        case requests, bytes, hosts
    }

    /// The browser's name for itself, such as `Chrome/156.0.8078.79`.
    package var browser = ""
    /// Whether the browser ran the page in its sandbox.
    package var isSandboxed = true
    /// The URL of the page at the end. This URL differs from the requested URL if redirects or scripts navigated elsewhere.
    package var url = ""
    /// The number of requests that were sent.
    package var requests = 0
    /// The number of bytes received over the network.
    package var bytes = 0
    package var milliseconds = 0.0
    /// The refused hosts, each once, at most ``mostListed``.
    package var refusals: [Refusal] = []
    /// The hosts of WebSocket and WebTransport connections, each once, at most ``mostListed``. Such connections are never made.
    package var sockets: [String] = []
    /// The app links that scripts tried to open, each once, at most ``mostListed``.
    package var openings: [String] = []
    package var limit: Limit?
    /// Whether the scripts had become idle before the page was read.
    package var isSettled = true

    package static let mostListed = 20

    package init() {}

    /// Returns the findings about the run and about the changes that the scripts made.
    package func findings(before: PageContent, after: PageContent) -> [PageFinding] {
        var findings: [PageFinding] = []
        if before.tags.platforms.isEmpty, !after.tags.platforms.isEmpty {
            findings.add(
                "tags-only-by-script", .warning,
                "The App Link tags appear only after the page's scripts run: most apps do not run scripts and will not see them. "
                    + "Write the tags into the page on the server.")
        }
        if !refusals.isEmpty {
            let list = refusals.map { $0.host == $0.address ? $0.host : "\($0.host) (\($0.address))" }.joined(separator: ", ")
            findings.add(
                "scripts-refused-address", .warning,
                "The page or its scripts requested addresses that are not on the public Internet: \(list). linkscope refused "
                    + "them. Allow them with --allow-private.")
        }
        if !sockets.isEmpty {
            findings.add(
                "scripts-no-socket", .warning,
                "The page's scripts opened a WebSocket or WebTransport to \(sockets.joined(separator: ", ")). linkscope blocks "
                    + "these connections, so the page may be incomplete.")
        }
        for opening in openings {
            findings.add(
                "scripts-open-app", .note,
                "A script goes to \(opening) to open an app without a tap: browsers ask first, or do nothing.")
        }
        if let limit {
            findings.add(
                "scripts-limit", .warning, "The scripts requested too much (\(limit.rawValue)): linkscope refused all further requests.")
        }
        if !isSettled {
            findings.add("scripts-unsettled", .note, "The scripts were still running: the page was read as it was at that time.")
        }
        if !isSandboxed {
            findings.add(
                "sandbox-off", .note,
                "Chromium ran without its sandbox, which it cannot use as root. Run linkscope as another user for pages you do not trust.")
        }
        return findings
    }

    /// What the scripts have cost.
    package var facts: [String] {
        ["\(requests == 1 ? "1 request" : "\(requests) requests"), \(bytes) bytes", "\(RedirectHop.tenths(milliseconds)) ms"]
    }
}

/// The reason why a page's scripts could not be run. The page itself was still fetched.
package enum ScriptProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Chromium was not found. The value is the path that the user gave, if any.
    case noBrowser(String?)
    case notStarted(path: String, reason: String)
    /// The browser exited before linkscope had read the page. The reason contains the browser's last output.
    case ended(reason: String)
    case tooSlow(seconds: Double)
    case noPage(reason: String)
    case pageTooLarge(limit: Int)
    /// The browser sent a message that linkscope cannot parse.
    case unintelligible
    /// A socket, pipe or folder could not be created.
    case system(String)

    /// A stable code that scripts can match on.
    package var code: String {
        switch self {
        case .noBrowser: "chromium-missing"
        case .notStarted, .ended, .unintelligible, .system: "chromium-failed"
        case .tooSlow: "scripts-too-slow"
        case .noPage: "scripts-no-page"
        case .pageTooLarge: "scripts-page-too-large"
        }
    }

    /// A sentence that says what happened, and what to do about it. May contain text from the page and the browser.
    package var description: String {
        switch self {
        case .noBrowser(nil):
            "The page's scripts were not run: Chromium is not installed (Debian: apt-get install chromium; macOS: brew install --cask chromium). "
                + "If it is elsewhere, name it with --chromium PATH or LINKSCOPE_CHROMIUM."
        case .noBrowser(let path?):
            "The page's scripts were not run: there is no program at \(path). Correct --chromium or LINKSCOPE_CHROMIUM, or remove it "
                + "so that linkscope looks for Chromium."
        case .notStarted(let path, let reason):
            "The page's scripts were not run: \(path) does not start: \(reason)."
        case .ended(let reason):
            "The page's scripts were not run: Chromium exited before the page was loaded\(reason.isEmpty ? "." : ": \(reason)")"
        case .tooSlow(let seconds):
            "The page's scripts were stopped after \(FetchProblem.text(seconds)) s: the page was still busy."
        case .noPage(let reason):
            "Chromium could not load the page: \(reason). linkscope read the page as the server sent it."
        case .pageTooLarge(let limit):
            "After its scripts ran, the page is larger than \(FetchProblem.text(bytes: limit)): linkscope did not read it."
        case .unintelligible:
            "The page's scripts were not run: linkscope does not understand Chromium's answers. Check that it is a recent Chromium."
        case .system(let reason):
            "The page's scripts were not run: the system has no room for Chromium: \(reason). Free some space in TMPDIR (or /tmp if TMPDIR is not set)."
        }
    }
}
