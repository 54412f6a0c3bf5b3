import AppLinks
import Pages
import Tasks
import Workflows

extension ResolvingSlot {
    /// The result of running the page's scripts; empty if that was not requested or the page has none.
    static let scripts = WorkflowContent.Key<Result<ScriptRun, ScriptProblem>>("scripts")
    /// The findings about the run.
    static let scriptFindings = WorkflowContent.Key<[PageFinding]>("script findings")
}

extension WorkflowStep {
    /// Runs the scripts of an HTML page in a browser, and replaces the page's content with the result. A page whose scripts cannot run
    /// stays unchanged, with a finding that says why.
    ///
    /// - Parameter onPageWithoutScripts: Called with the page before its scripts run.
    static func runScripts(
        with scripts: any ScriptRunning, allowsPrivate: Bool, on executor: FutureExecutor,
        onPageWithoutScripts: (@Sendable (PageResolution) -> Void)?
    ) -> WorkflowStep {
        WorkflowStep(ResolvingStep.scripts.rawValue, on: executor) { content, run in
            guard let page = content[ResolvingSlot.page], let before = content[ResolvingSlot.content] else { return Future(content) }
            if let onPageWithoutScripts, let page = content.resolution { onPageWithoutScripts(page) }
            let scripted = scripts.run(page.urlForScripts, allowsPrivate: allowsPrivate, token: run.token)
            return scripted.continueWith(executor) { end in
                var content = content
                do {
                    switch end.outcome {
                    case .success(let page): try content.put(page, in: before)
                    case .failure(let error): throw error
                    case .cancelled, nil: throw CancellationError()
                    }
                } catch let problem as ScriptProblem {
                    content[ResolvingSlot.scripts] = .failure(problem)
                    content[ResolvingSlot.scriptFindings] = [PageFinding(problem)]
                }
                return content
            }
        }
    }
}

extension WorkflowContent {
    fileprivate mutating func put(_ page: ScriptedPage, in before: PageContent) throws(ScriptProblem) {
        var after: PageContent
        do throws(FetchProblem) {
            after = try DocumentReader.read(page.html)
        } catch {
            throw .noPage(reason: "\(error)")
        }
        // The scripts have run, so no finding must advise running them.
        after.scripts = 0
        self[ResolvingSlot.content] = after
        self[ResolvingSlot.scripts] = .success(page.run)
        self[ResolvingSlot.scriptFindings] = page.run.findings(before: before, after: after)
    }
}

extension FetchedPage {
    /// The URL of the page with the fragment of the link, because scripts can read the fragment, and redirects keep it.
    fileprivate var urlForScripts: LinkURL {
        guard url.fragment == nil, let fragment = requested.fragment else { return url }
        return LinkURL("\(url.absoluteString)#\(fragment)") ?? url
    }
}
