package import AppLinks
package import Pages
package import Tasks

/// A browser that runs the scripts of pages.
package protocol ScriptRunning: Sendable {
    /// Loads the page at `url` and returns it once its scripts have run.
    ///
    /// - Parameters:
    ///   - url: The page's own URL, with the fragment that its scripts read.
    ///   - allowsPrivate: Whether the page may connect to addresses that are not on the public Internet.
    ///   - token: Cancels the future and ends the browser.
    /// - Returns: A future of the page. If it fails, the error is a `ScriptProblem`.
    func run(_ url: LinkURL, allowsPrivate: Bool, token: CancellationToken?) -> Future<ScriptedPage>

    /// Returns a future that settles when no browser is running any more. A cancelled run takes a moment to clean up.
    func drained() -> Future<Void>
}

/// A page after its scripts have run.
package struct ScriptedPage: Sendable, Hashable {
    /// The HTML of the page, in UTF-8.
    package var html: [UInt8]
    package var run: ScriptRun

    package init(html: [UInt8], run: ScriptRun) {
        self.html = html
        self.run = run
    }
}
