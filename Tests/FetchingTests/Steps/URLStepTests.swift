import AppLinks
import Fetching
import Foundation
import JSONDocument
import Pages
import Tasks
import TestSupport
import Testing
import Workflows

@Suite("The URL step of workflows", .waits, .timeLimit(.minutes(10)))
struct URLStepTests {
    @Test("bk-095: the output is the body, and the content has the response")
    func bk095() async throws {
        let server = try PageServer(["/": .page("hello")])
        let content = try await Workflow.loading(.test(server.url("/")), with: fetcher()).run()
        #expect(content.output() == Data("hello".utf8))
        #expect(content[.response]?.status == 200)
        #expect(content[.response]?.contentType?.type == "text/html")
    }

    @Test("bk-097: a status of 400 or more fails the step with that status, and the content has the body", arguments: [400, 404, 500, 599])
    func bk097(status: Int) async throws {
        let server = try PageServer(["/": .page("sorry", status: status)])
        let workflow = try Workflow.loading(.test(server.url("/")), with: fetcher())
        let outcome = await workflow.start().settled()
        let error = try #require(outcome.error as? HTTPStatusError)
        #expect(error.status == status)
        #expect((error as NSError).code == status)
        #expect((error as NSError).userInfo["NSErrorFailingURLStringKey"] as? String == server.url("/"))
        #expect(error.localizedDescription.contains("\(status)"))
        #expect(workflow.content?[.data] == Data("sorry".utf8))
        #expect(workflow.content?[.response]?.status == status)
    }

    @Test("bk-100: 204 and an empty body are a success")
    func bk100() async throws {
        let server = try PageServer(["/": .init(.send(PageAnswer.head(204, [])))])
        let content = try await Workflow.loading(.test(server.url("/")), with: fetcher()).run()
        #expect(content.output() == Data())
    }

    @Test("bk-101: an answer without HTTP succeeds, and has no response")
    func bk101() async throws {
        let content = try await Workflow.loading(.test("data:text/plain,hello"), with: fetcher()).run()
        #expect(content.output() == Data("hello".utf8))
        #expect(content[.response] == nil)
    }

    @Test("bk-103: a JSON request has two steps, and its output is the object")
    func bk103() async throws {
        let server = try PageServer(["/": .page(#"{"a": [1]}"#, type: "application/json")])
        let workflow = try Workflow.loadingJSON(.test(server.url("/")), with: fetcher())
        #expect(workflow.steps.map(\.name) == ["load URL", "parse JSON"])
        #expect(try await workflow.run().output() == (["a": [1]] as JSONValue))
    }

    @Test("bk-104: an error page fails with its status, and the JSON step does not run")
    func bk104() async throws {
        let server = try PageServer(["/": .page("{}", type: "application/json", status: 500)])
        let workflow = try Workflow.loadingJSON(.test(server.url("/")), with: fetcher())
        let started = Locked<[String]>([])
        workflow.onStep(on: .immediate) { _, event in
            if case .started = event.kind { started.withLock { $0.append(event.step.name) } }
        }
        #expect(await workflow.start().settled().error is HTTPStatusError)
        #expect(started.withLock { $0 } == ["load URL"])
    }

    @Test("bk-106: the request uses the given fetcher")
    func bk106() async throws {
        let server = try PageServer(["/": .page("")])
        let own = fetcher { $0.userAgent = "own session" }
        _ = try await Workflow.loading(.test(server.url("/")), with: own).run()
        #expect(try server.requests().map { $0.header("User-Agent") } == ["own session"])
    }

    @Test("cancelling the workflow stops the transfer, and a network error fails the workflow")
    func ends() async throws {
        let server = try PageServer(["/": .init(.hold), "/gone": .init(.close)])
        let workflow = try Workflow.loading(.test(server.url("/")), with: fetcher())
        let end = workflow.start()
        workflow.cancel()
        #expect(await end.settled().isCancelled)
        let failed = try Workflow.loading(.test(server.url("/gone")), with: fetcher())
        #expect(await failed.start().settled().error is FetchFailure)
        #expect(try await Workflow.loading(.test("data:,x"), with: fetcher()).copy().run().output() == Data("x".utf8))
    }
}
