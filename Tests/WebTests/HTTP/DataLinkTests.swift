import AppLinks
import Deciding
import HTTPTransport
import Testing
import Web

@Suite("Data links, which contain their page")
struct DataLinkTests {
    @Test(
        "type, charset and bytes",
        arguments: [
            ("data:text/html,%3Cp%3EHello", "text/html", "<p>Hello"), ("data:,a%20b", "text/plain;charset=US-ASCII", "a b"),
            ("data:text/html;charset=utf-8;base64,PHA+SGVsbG8=", "text/html;charset=utf-8", "<p>Hello"),
            ("data:;base64,SGk", "text/plain;charset=US-ASCII", "Hi"), ("DATA:text/html,%20x#cut", "text/html", " x"),
            ("data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"), ("data:text/html; base64 ,SGk", "text/html", "Hi"),
            (#"data:text/html;charset="utf-8",<b>%C3%A9"#, #"text/html;charset="utf-8""#, "<b>é"),
        ])
    func page(url: String, type: String, text: String) async throws {
        let page = try await fetcher().page(.page(try link(url)))
        #expect(page.field("Content-Type") == type)
        #expect(String(decoding: page.body, as: UTF8.self) == text)
        #expect(page.hops.isEmpty)
        #expect(page.status == nil)
    }

    @Test("invalid data links", arguments: ["data:text/html", "data:;base64,***", "data:;base64,A"])
    func noPage(url: String) async throws {
        #expect(try await fetcher().failure(.page(try link(url))).problem.code == "bad-data-link")
    }

    @Test("the size limit is the same as for pages")
    func limit() async throws {
        var request = FetchRequest(try link("data:," + String(repeating: "x", count: 101)))
        request.limits.bodyBytes = 100
        #expect(try await fetcher().failure(request).problem == .pageTooLarge(limit: 100))
    }
}
