import Foundation
import JSONDocument
import Tasks
import Testing
import Workflows
import WorkflowsHTTP

/// The URL step as an application sees it: with public names only, and a session that needs no network.
struct SessionTests {
    private let page: URL

    init() throws {
        page = try #require(URL(string: "https://example.com/names.json"))
    }

    @Test("an injected session answers all requests of a workflow")
    func injected() async throws {
        let asked = Promise<HTTPSession.Request>()
        let session = HTTPSession { request, _ in
            asked.trySet(request)
            return Future(.init(url: request.url, fields: [.init("Content-Type", "application/json")], body: Data(#"["a"]"#.utf8)))
        }
        let content = try await Workflow.loadingJSON(.init(page), with: session).run()
        #expect(content.output() == (["a"] as JSONValue))
        #expect(content[.response]?.field("content-type") == "application/json")
        #expect(asked.future.result == HTTPSession.Request(page))
    }

    @Test("the steps that load a URL, save a file, load it and parse it work together")
    func companions() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let session = HTTPSession { request, _ in Future(.init(url: request.url, body: Data("{}".utf8))) }
        let workflow = Workflow([
            .loadURL(from: .init(page), with: session), .saveFile(to: file), .loadFile(from: file), .parseJSON(),
        ])
        #expect(try await workflow.run().output() == ([:] as JSONValue))
        #expect(try Data(contentsOf: file) == Data("{}".utf8))
    }

    @Test("a status of 400 or more fails with BkTask's domain, code and key, and leaves the body")
    func status() async throws {
        let session = HTTPSession { request, _ in Future(.init(url: request.url, status: 404, body: Data("gone".utf8))) }
        let workflow = Workflow.loading(.init(page), with: session)
        let error = try #require(await workflow.start().settled().error) as NSError
        #expect(error.domain == "BkHTTPErrorDomain")
        #expect(error.code == 404)
        #expect(error.userInfo["BkHTTPStatusCode"] as? Int == 404)
        #expect(workflow.content?[.data] == Data("gone".utf8))
        #expect(workflow.content?[.response]?.status == 404)
    }

    @Test("the options of a session can be read; the shared session has those of the system")
    func options() {
        var options = HTTPSession.Options()
        options.timeLimit = .seconds(5)
        #expect(HTTPSession(options: options).options == options)
        #expect(HTTPSession.shared.options == .system)
        #expect(HTTPSession.Options.system.environment == ProcessInfo.processInfo.environment)
    }

    @Test("a cancelled workflow cancels the token of its request")
    func cancelling() async {
        let cancelled = Promise<Void>()
        let end = Promise<HTTPSession.Response>()
        let session = HTTPSession { _, token in
            token?.onCancellation {
                cancelled.trySet()
                end.tryCancel()
            }
            return end.future
        }
        let workflow = Workflow.loading(.init(page), with: session)
        workflow.start()
        workflow.cancel()
        #expect(cancelled.future.isCompleted)
        #expect(await workflow.completion.settled().isCancelled)
    }

    @Test("a field or a method that would break the request is refused", arguments: ["a\r\nX-Other: b", "a\u{0}"])
    func refused(value: String) async {
        var request = HTTPSession.Request(page)
        request.fields = [.init("X-Colour", value)]
        let session = HTTPSession(options: .init())
        let field = await session.load(request).settled().error as? HTTPSessionError
        #expect(field?.reason == .badRequest)
        request.fields = []
        request.method = "GET " + value
        let method = await session.load(request).settled().error as? HTTPSessionError
        #expect(method?.reason == .badRequest)
    }
}
