/// The reason why a page's scripts could not be run. The page itself was still fetched.
package enum ScriptProblem: Error, Sendable, Hashable {
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
}

extension ScriptProblem: CustomStringConvertible {
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
