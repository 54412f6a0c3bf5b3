import Foundation
package import Pages
import Tasks
package import Workflows

extension WorkflowContent.Key where Value == FetchedPage {
    /// The slot for the response: its status, its headers and the hops to it. Empty for URLs that are not fetched over HTTP.
    package static var response: WorkflowContent.Key<FetchedPage> { responseKey }
}

private let responseKey = WorkflowContent.Key<FetchedPage>("response")

extension WorkflowStep {
    /// Returns a step that puts the body of the response into the data slot, and the response into ``WorkflowContent/Key/response``.
    ///
    /// The step fails with a `FetchFailure`, or with an ``HTTPStatusError`` for a status of 400 or more. For such a status, both slots are
    /// still filled. Cancelling the workflow stops the transfer.
    /// - Parameters:
    ///   - name: The name of the step in reports and errors.
    ///   - request: The request to send.
    ///   - fetcher: The fetcher that sends it.
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
    /// Returns a workflow of one step, which loads `request`.
    package static func loading(_ request: FetchRequest, with fetcher: Fetcher) -> Workflow {
        Workflow([.loadURL(from: request, with: fetcher)])
    }

    /// Returns a workflow of two steps, which loads `request` and parses the body as JSON.
    package static func loadingJSON(_ request: FetchRequest, with fetcher: Fetcher) -> Workflow {
        Workflow([.loadURL(from: request, with: fetcher), .parseJSON()])
    }
}
