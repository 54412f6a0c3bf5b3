import LinkLayers
package import Pages
import Tasks
package import Workflows

/// The slots through which the steps of resolving pass on their results.
package enum ResolvingSlot {
    /// The hops so far, even while the page is still being fetched.
    package static let hops = WorkflowContent.Key<[RedirectHop]>("hops")
    package static let page = WorkflowContent.Key<FetchedPage>("page")
    static let text = WorkflowContent.Key<TextDecoder.Decoded>("text")
    static let content = WorkflowContent.Key<PageContent>("content")
    package static let resolution = WorkflowContent.Key<PageResolution>("resolution")
}

/// The steps of resolving, in order. Their names are shown while they run.
package enum ResolvingStep: String, CaseIterable, Sendable {
    case fetch = "fetch the page"
    case decode = "decode its text"
    case read = "read its elements"
    case scripts = "run its scripts"
    case conclude = "make the App Links"
}

extension WorkflowStep {
    /// Fetches the page into ``ResolvingSlot/page``, and stores each hop when its response has come.
    static func fetchPage(_ request: FetchRequest, with fetcher: any PageFetching, onHop: (@Sendable (RedirectHop) -> Void)?)
        -> WorkflowStep
    {
        WorkflowStep(ResolvingStep.fetch.rawValue, on: .immediate) { content, run in
            let hops = Locked<[RedirectHop]>([])
            let page = fetcher.fetch(request, token: run.token) { hop in
                var content = content
                content[ResolvingSlot.hops] = hops.withLock { hops in
                    hops.append(hop)
                    return hops
                }
                run.keep(content)
                run.report(0)
                onHop?(hop)
            }
            return page.continueOnSuccessWith(.immediate) { page in
                var content = content
                content[ResolvingSlot.hops] = page.hops
                content[ResolvingSlot.page] = page
                return content
            }
        }
    }

    /// Decodes the text of a page that is HTML to UTF-8. Any other page has no text.
    static func decodeText(on executor: FutureExecutor) -> WorkflowStep {
        content(ResolvingStep.decode.rawValue, on: executor) { content in
            guard let page = content[ResolvingSlot.page] else { return }
            let type = page.contentType
            guard type?.isHTML ?? true else { return }
            content[ResolvingSlot.text] = TextDecoder.decode(page.body, header: type?.charset)
        }
    }

    static func readElements(on executor: FutureExecutor) -> WorkflowStep {
        content(ResolvingStep.read.rawValue, on: executor) { content in
            guard let text = content[ResolvingSlot.text] else { return }
            do throws(FetchProblem) {
                content[ResolvingSlot.content] = try DocumentReader.read(text.utf8)
            } catch {
                throw FetchFailure(error, hops: content[ResolvingSlot.hops] ?? [])
            }
        }
    }

    static func conclude(on executor: FutureExecutor) -> WorkflowStep {
        content(ResolvingStep.conclude.rawValue, on: executor) { content in content[ResolvingSlot.resolution] = content.resolution }
    }
}

extension WorkflowContent {
    /// The resolution of the page as far as it has been parsed; nil before the page was fetched.
    var resolution: PageResolution? {
        guard var page = self[ResolvingSlot.page] else { return nil }
        // The text has been parsed, so the bytes are not needed any more.
        page.body = []
        let text = self[ResolvingSlot.text]
        var findings: [PageFinding] = []
        if let text, !text.isKnown {
            findings.append(
                PageFinding(
                    "unknown-charset", .warning,
                    "This system cannot decode \(text.encoding.name), the encoding of the page: letters beyond ASCII are wrong."
                ))
        }
        findings += self[ResolvingSlot.scriptFindings] ?? []
        return PageResolution(
            page: page, content: self[ResolvingSlot.content], encoding: text?.encoding.name, findings: findings,
            scripts: self[ResolvingSlot.scripts])
    }
}
