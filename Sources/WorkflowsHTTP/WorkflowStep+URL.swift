internal import Foundation
public import Tasks
public import Workflows

extension WorkflowContent.Key where Value == HTTPSession.Response {
    /// The slot for the response to the URL step: its status, its fields and its final URL. Empty for URLs that are not HTTP URLs.
    public static var response: WorkflowContent.Key<HTTPSession.Response> { responseKey }
}

private let responseKey = WorkflowContent.Key<HTTPSession.Response>("response")

extension WorkflowStep {
    /// Creates a step that loads a URL: the body goes into the data slot, and the response into the slot `.response`.
    ///
    /// The step fails with the error of the session (an ``HTTPSessionError`` if the session uses the network), or with an
    /// ``HTTPStatusError`` for a status of 400 or more. Even for such a status, both slots are filled. Canceling the workflow stops the
    /// transfer.
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - request: The request to send.
    ///   - session: The session that sends it. Copies of the workflow use the same session.
    ///   - executor: Where the step puts the response into the content.
    public static func loadURL(
        _ name: String = "load URL", from request: HTTPSession.Request, with session: HTTPSession = .shared,
        on executor: FutureExecutor = .immediate
    ) -> WorkflowStep {
        WorkflowStep(name, on: .immediate) { content, run in
            session.load(request, token: run.token).continueOnSuccessWith(executor) { response in
                var content = content
                content.setOutput(response.body, for: .data)
                content[.response] = response.status == nil ? nil : response
                if let status = response.status, status >= 400 {
                    run.keep(content)
                    throw HTTPStatusError(status: status, url: response.url)
                }
                return content
            }
        }
    }
}

extension Workflow {
    /// Returns a workflow of one step, which loads a URL. You may add more steps.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - session: The session that sends it.
    public static func loading(_ request: HTTPSession.Request, with session: HTTPSession = .shared) -> Workflow {
        Workflow([.loadURL(from: request, with: session)])
    }

    /// Returns a workflow of two steps, which loads a URL and parses its body as JSON. You may add more steps.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - session: The session that sends it.
    public static func loadingJSON(_ request: HTTPSession.Request, with session: HTTPSession = .shared) -> Workflow {
        Workflow([.loadURL(from: request, with: session), .parseJSON()])
    }
}
