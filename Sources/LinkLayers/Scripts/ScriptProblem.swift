/// The reason why a page's scripts could not be run. The page itself was still fetched.
package enum ScriptProblem: Error, Sendable, Hashable {
    /// Chromium was not found. The value is the path that the user gave, if any.
    case noBrowser(String?)
    case notStarted(path: String, reason: String)
    /// The browser exited by itself, with its last output.
    case ended(reason: String)
    case tooSlow(seconds: Double)
    case noPage(reason: String)
    case pageTooLarge(limit: Int)
    /// The browser sent something that linkscope cannot parse.
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
    /// What happened and what to do about it. May contain text from the page and the browser.
    package var description: String {
        switch self {
        case .noBrowser(nil):
            "The page's scripts were not run: that takes Chromium, which is not installed here (Debian: apt-get install chromium; macOS: brew "
                + "install --cask chromium; any other place: --chromium PATH, or LINKSCOPE_CHROMIUM)."
        case .noBrowser(let path?):
            "The page's scripts were not run: there is no program at \(path). Name Chromium's own, or leave --chromium and LINKSCOPE_CHROMIUM "
                + "away to have it looked for."
        case .notStarted(let path, let reason):
            "The page's scripts were not run: \(path) does not start: \(reason)."
        case .ended(let reason):
            "The page's scripts were not run: Chromium ended before the page was there\(reason.isEmpty ? "." : ": \(reason)")"
        case .tooSlow(let seconds):
            "The page's scripts were given up after \(FetchProblem.text(seconds)) s: they, or Chromium, keep the page busy."
        case .noPage(let reason):
            "Chromium does not get the page: \(reason). What is told is the page without its scripts."
        case .pageTooLarge(let limit):
            "The page that the scripts have made is larger than \(FetchProblem.text(bytes: limit)): not read."
        case .unintelligible:
            "The page's scripts were not run: what Chromium answers is not what is understood here. Is it very old, or something else?"
        case .system(let reason):
            "The page's scripts were not run: the system gives no room for Chromium: \(reason). Its files are where TMPDIR says, or in /tmp."
        }
    }
}
