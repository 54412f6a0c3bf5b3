import Foundation
package import Pages
import Tasks
package import Workflows

extension WorkflowContent.Key where Value == FetchedPage {
    /// The slot for the answer of a server: its status, its headers and the hops to it. Empty for what nobody speaks HTTP for.
    package static var response: WorkflowContent.Key<FetchedPage> { responseKey }
}

private let responseKey = WorkflowContent.Key<FetchedPage>("response")

extension WorkflowStep {
    /// A step that puts what `request` brings into the data slot, and the answer into ``WorkflowContent/Key/response``.
    ///
    /// It fails with a `FetchFailure`, and with an ``HTTPStatusError`` for a status of 400 or more; then data and answer are there all the same.
    /// Cancelling the workflow stops the transfer.
    /// - Parameters:
    ///   - name: What observers and errors call it.
    ///   - request: What to fetch.
    ///   - fetcher: What to fetch it with.
    package static func loadURL(_ name: String = "load URL", from request: FetchRequest, with fetcher: Fetcher) -> WorkflowStep {
        WorkflowStep(name, on: .immediate) { content, run in
            fetcher.fetch(request, token: run.token).continueOnSuccessWith(.immediate) { page in
                var content = content
                content.setOutput(Data(page.body), for: .data)
                content[.response] = page.status == nil ? nil : page
                if let status = page.status, status >= 400 {
                    run.keep(content)
                    throw HTTPStatusError(status: status, url: page.url)
                }
                return content
            }
        }
    }
}

extension Workflow {
    /// A workflow of one step, which loads `request`.
    package static func loading(_ request: FetchRequest, with fetcher: Fetcher) -> Workflow {
        Workflow([.loadURL(from: request, with: fetcher)])
    }

    /// A workflow of two steps: it loads `request`, and reads JSON from what has come.
    package static func loadingJSON(_ request: FetchRequest, with fetcher: Fetcher) -> Workflow {
        Workflow([.loadURL(from: request, with: fetcher), .parseJSON()])
    }
}
