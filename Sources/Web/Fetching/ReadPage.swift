package import AppLinks
package import Deciding
import LinkLayers
package import Tasks

/// A page that has been read, first as the server sent it, and then as its scripts have changed it.
struct ReadPage: Sendable {
    private var page: FetchedPage
    private let encoding: TextEncoding?
    private var findings: [PageFinding] = []
    /// The result of running the scripts; nil if no browser was asked to run them.
    private var scripts: Result<ScriptRun, ScriptProblem>?
    /// What the page declares; nil for a page that is not HTML.
    private(set) var content: PageContent?

    /// Decodes the text of a page that is HTML to UTF-8, and reads it.
    ///
    /// - Throws: A `FetchFailure` with the hops to the page.
    init(_ page: FetchedPage, _ observer: LookupObserver) throws {
        self.page = page
        // The bytes are not needed after the text has been read.
        self.page.body = []
        let type = page.contentType
        let text = LookupStep.decode.run(observer) {
            type?.isHTML ?? true ? TextDecoder.decode(page.body, header: type?.charset) : nil
        }
        encoding = text?.encoding
        content = try LookupStep.read.run(observer) {
            do throws(FetchProblem) {
                return if let text { try DocumentReader.read(text.utf8) } else { nil }
            } catch {
                throw FetchFailure(error, hops: page.hops)
            }
        }
        if let text, !text.isKnown {
            findings.add(
                "unknown-charset", .warning,
                "This system cannot decode \(text.encoding.name), the encoding of the page: letters beyond ASCII are wrong.")
        }
    }

    /// What the page says.
    var resolution: PageResolution {
        PageResolution(page: page, content: content, encoding: encoding?.name, findings: findings, scripts: scripts)
    }

    /// The URL of the page with the fragment of the link. Scripts see the fragment, although servers do not, and redirects keep it.
    var urlForScripts: LinkURL {
        guard page.url.fragment == nil, let fragment = page.requested.fragment else { return page.url }
        return LinkURL("\(page.url.absoluteString)#\(fragment)") ?? page.url
    }

    /// Returns the page as its scripts have changed it.
    func after(_ scripted: ScriptedPage) -> ReadPage {
        guard let before = content else { return self }
        var page = self
        do throws(FetchProblem) {
            var after = try DocumentReader.read(scripted.html)
            // The scripts have run, so no finding should advise running them.
            after.scripts = 0
            page.content = after
            page.scripts = .success(scripted.run)
            page.findings += scripted.run.findings(before: before, after: after)
        } catch {
            return without(.noPage(reason: "\(error)"))
        }
        return page
    }

    /// Returns the page as the server sent it, with a finding that says why its scripts could not run.
    func without(_ problem: ScriptProblem) -> ReadPage {
        var page = self
        page.scripts = .failure(problem)
        page.findings.append(PageFinding(problem))
        return page
    }
}

/// A browser that runs the scripts of pages.
package protocol ScriptRunning: Sendable {
    /// Loads the page at `url` and returns it once its scripts have run.
    ///
    /// - Parameters:
    ///   - url: The page's own URL, with the fragment that its scripts read.
    ///   - permissions: What the page may do beside connecting to the public Internet.
    ///   - token: Cancels the future and ends the browser.
    /// - Returns: A future of the page. If it fails, the error is a `ScriptProblem`.
    func run(_ url: LinkURL, permissions: FetchPermissions, token: CancellationToken?) -> Future<ScriptedPage>

    /// Returns a future that settles when no browser is running any more. A cancelled run takes a moment to clean up.
    func drained() -> Future<Void>
}

/// A page after its scripts have run.
package struct ScriptedPage: Sendable, Hashable {
    /// The HTML of the page, in UTF-8.
    package var html: [UInt8]
    package var run: ScriptRun
}
