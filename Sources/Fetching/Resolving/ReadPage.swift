import AppLinks
import LinkLayers
import Pages

/// A page that has been read: as the server sent it, and then as its scripts have made it.
struct ReadPage: Sendable {
    private var page: FetchedPage
    private let encoding: TextEncoding?
    private var findings: [PageFinding] = []
    /// How the run of the scripts ended; nil when they were not to run, or when there are none.
    private var scripts: Result<ScriptRun, ScriptProblem>?
    /// What the page declares; nil for a page that is not HTML.
    private(set) var content: PageContent?

    /// Decodes the text of a page that is HTML to UTF-8, and reads it.
    ///
    /// - Throws: `FetchFailure`, which has the hops to the page.
    init(_ page: FetchedPage, _ observer: LookupObserver) throws {
        self.page = page
        // Nothing needs the bytes once the text is read.
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
            findings.append(
                PageFinding(
                    "unknown-charset", .warning,
                    "This system cannot decode \(text.encoding.name), the encoding of the page: letters beyond ASCII are wrong."
                ))
        }
    }

    /// What the page says.
    var resolution: PageResolution {
        PageResolution(page: page, content: content, encoding: encoding?.name, findings: findings, scripts: scripts)
    }

    /// The URL of the page with the fragment of the link: servers do not see the fragment, scripts do, and redirects keep it.
    var urlForScripts: LinkURL {
        guard page.url.fragment == nil, let fragment = page.requested.fragment else { return page.url }
        return LinkURL("\(page.url.absoluteString)#\(fragment)") ?? page.url
    }

    /// Returns the page as its scripts have made it.
    func after(_ scripted: ScriptedPage) -> ReadPage {
        guard let before = content else { return self }
        var page = self
        do throws(FetchProblem) {
            var after = try DocumentReader.read(scripted.html)
            // The scripts have run, so no finding advises to run them.
            after.scripts = 0
            page.content = after
            page.scripts = .success(scripted.run)
            page.findings += scripted.run.findings(before: before, after: after)
        } catch {
            return without(.noPage(reason: "\(error)"))
        }
        return page
    }

    /// Returns the page as it came, with a finding that says why its scripts could not run.
    func without(_ problem: ScriptProblem) -> ReadPage {
        var page = self
        page.scripts = .failure(problem)
        page.findings.append(PageFinding(problem))
        return page
    }
}
