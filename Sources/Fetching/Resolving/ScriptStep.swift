import AppLinks
import Pages
import Tasks
import Workflows

extension ResolvingSlot {
    /// What came of running the page's scripts; empty where nobody wanted that, or there is nothing to run.
    static let scripts = WorkflowContent.Key<Result<ScriptRun, ScriptProblem>>("scripts")
    /// What was found out about the run.
    static let scriptFindings = WorkflowContent.Key<[PageFinding]>("script findings")
}

extension WorkflowStep {
    /// Lets a browser run the scripts of a page that is HTML, and puts what it says then in the place of what it said before. A page whose
    /// scripts cannot be run stays as it is, and why is said.
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
        // They have run: nothing more is to be expected of them.
        after.scripts = 0
        self[ResolvingSlot.content] = after
        self[ResolvingSlot.scripts] = .success(page.run)
        self[ResolvingSlot.scriptFindings] = page.run.findings(before: before, after: after)
    }
}

extension FetchedPage {
    /// Where the page is, with the fragment of the link: servers do not see it, scripts do, and redirects hand it on.
    fileprivate var urlForScripts: LinkURL {
        guard url.fragment == nil, let fragment = requested.fragment else { return url }
        return LinkURL("\(url.absoluteString)#\(fragment)") ?? url
    }
}
