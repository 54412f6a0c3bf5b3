import Foundation
import JSONDocument
import Tasks
import TestSupport
import Testing
import Workflows
import WorkflowsHTTP

@Suite("The URL step of workflows", .waits, .timeLimit(.minutes(30)))
struct URLStepTests {
    /// A session that ignores the proxies of the machine.
    private let session = HTTPSession(options: .init())

    private func request(_ url: String) throws -> HTTPSession.Request {
        HTTPSession.Request(try #require(URL(string: url)))
    }

    private func request(_ server: PageServer, _ target: String = "/") throws -> HTTPSession.Request {
        try request(server.url(target))
    }

    @Test("bk-095: the output is the body, and the content has the response")
    func bk095() async throws {
        let server = try PageServer(["/": .page("hello")])
        let content = try await Workflow.loading(request(server), with: session).run()
        #expect(content.output() == Data("hello".utf8))
        #expect(content[.response]?.status == 200)
        #expect(content[.response]?.field("content-type") == "text/html; charset=utf-8")
        #expect(content[.response]?.url.absoluteString == server.url("/"))
    }

    @Test("bk-097: a status of 400 or more fails the step with that status, and the content has the body", arguments: [400, 404, 500, 599])
    func bk097(status: Int) async throws {
        let server = try PageServer(["/": .page("sorry", status: status)])
        let workflow = try Workflow.loading(request(server), with: session)
        let outcome = await workflow.start().settled()
        let error = try #require(outcome.error as? HTTPStatusError)
        #expect(error.status == status)
        let bridged = error as NSError
        #expect(bridged.domain == "BkHTTPErrorDomain")
        #expect(bridged.code == status)
        #expect(bridged.userInfo["BkHTTPStatusCode"] as? Int == status)
        #expect(bridged.userInfo["NSErrorFailingURLStringKey"] as? String == server.url("/"))
        #expect((bridged.userInfo["NSErrorFailingURLKey"] as? URL)?.absoluteString == server.url("/"))
        #expect(error.localizedDescription.contains("\(status)"))
        #expect(workflow.content?[.data] == Data("sorry".utf8))
        #expect(workflow.content?[.response]?.status == status)
    }

    @Test("bk-100: 204 and an empty body are a success")
    func bk100() async throws {
        let server = try PageServer(["/": .init(.send(PageAnswer.head(204, [])))])
        let content = try await Workflow.loading(request(server), with: session).run()
        #expect(content.output() == Data())
    }

    @Test("bk-101: an answer without HTTP succeeds, and has no response")
    func bk101() async throws {
        let content = try await Workflow.loading(request("data:text/plain,hello"), with: session).run()
        #expect(content.output() == Data("hello".utf8))
        #expect(content[.response] == nil)
    }

    @Test("bk-103: a JSON request has two steps, and its output is the object")
    func bk103() async throws {
        let server = try PageServer(["/": .page(#"{"a": [1]}"#, type: "application/json")])
        let workflow = try Workflow.loadingJSON(request(server), with: session)
        #expect(workflow.steps.map(\.name) == ["load URL", "parse JSON"])
        #expect(try await workflow.run().output() == (["a": [1]] as JSONValue))
    }

    @Test("bk-104: an error page fails with its status, and the JSON step does not run")
    func bk104() async throws {
        let server = try PageServer(["/": .page("{}", type: "application/json", status: 500)])
        let workflow = try Workflow.loadingJSON(request(server), with: session)
        let started = Locked<[String]>([])
        workflow.onStep(on: .immediate) { _, event in
            if case .started = event.kind { started.withLock { $0.append(event.step.name) } }
        }
        #expect(await workflow.start().settled().error is HTTPStatusError)
        #expect(started.withLock { $0 } == ["load URL"])
    }

    @Test("bk-106: the request uses the given session, also in a copy")
    func bk106() async throws {
        let server = try PageServer(["/": .page("")])
        var options = HTTPSession.Options()
        options.userAgent = "own session"
        let own = HTTPSession(options: options)
        #expect(own.options.userAgent == "own session")
        let workflow = try Workflow.loading(request(server), with: own)
        _ = try await workflow.copy().run()
        #expect(try server.requests().map { $0.header("User-Agent") } == ["own session"])
    }

    @Test("cancelling the workflow stops the transfer, and a network error fails the workflow")
    func ends() async throws {
        let server = try PageServer(["/": .init(.hold), "/gone": .init(.close)])
        let workflow = try Workflow.loading(request(server), with: session)
        let end = workflow.start()
        workflow.cancel()
        #expect(await end.settled().isCancelled)
        let failed = try Workflow.loading(request(server, "/gone"), with: session)
        #expect(await failed.start().settled().error is HTTPSessionError)
        #expect(try await Workflow.loading(request("data:,x"), with: session).copy().run().output() == Data("x".utf8))
    }

    @Test("a request sends its method, fields and body, and follows redirects only with GET")
    func requests() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page("here")])
        var post = try request(server)
        post.method = "POST"
        post.fields = [.init("X-Colour", "green")]
        post.body = Data("a=1".utf8)
        #expect(try await session.load(post).value.status == 302)
        let sent = try #require(try server.requests().first)
        #expect(sent.method == "POST")
        #expect(sent.header("X-Colour") == "green")
        #expect(sent.body == Array("a=1".utf8))
        #expect(try await session.load(request(server)).value.body == Data("here".utf8))
    }

    @Test("the options limit a response and the addresses")
    func limits() async throws {
        let server = try PageServer(["/": .page("too much")])
        let page = try request(server)
        var options = HTTPSession.Options()
        options.bodyLimit = 3
        let small = await HTTPSession(options: options).load(page).settled()
        #expect((small.error as? HTTPSessionError)?.reason == .tooLarge)
        options.allowsPrivateAddresses = false
        let outside = await HTTPSession(options: options).load(page).settled()
        let error = try #require(outside.error as? HTTPSessionError)
        #expect(error.reason == .privateAddress)
        #expect((error as NSError).domain == "NSURLErrorDomain")
        #expect(!error.description.contains("linkscope"))
    }
}
