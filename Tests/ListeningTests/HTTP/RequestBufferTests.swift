import Testing

@testable import Listening

@Suite("The heads and bodies of requests")
struct RequestBufferTests {
    private func head(_ text: String) throws(Refusal) -> RequestHead? {
        var buffer = RequestBuffer()
        buffer.append(text.utf8)
        return try buffer.nextHead()
    }

    @Test func `a head has a method, a path without its query, and fields with names in lowercase`() throws {
        let head = try #require(try head("POST /events?x=1 HTTP/1.1\r\nHost: a:1\r\nCONTENT-type:\t text/plain \r\nEmpty:\r\n\r\n"))
        #expect(head.method == "POST" && head.path == "/events" && !head.isVersion10)
        #expect(head.fields == [HTTPField("host", "a:1"), HTTPField("content-type", "text/plain"), HTTPField("empty", "")])
    }

    @Test func `requests are read one after another however they are cut`() throws {
        let sent = "\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello\r\nGET /health HTTP/1.0\r\nHost: b\r\n\r\n"
        for size in 1...sent.utf8.count {
            var buffer = RequestBuffer()
            var seen: [String] = []
            var waitsForBody = false
            for start in stride(from: 0, to: sent.utf8.count, by: size) {
                buffer.append(Array(sent.utf8.dropFirst(start).prefix(size)))
                while true {
                    if waitsForBody {
                        guard let body = buffer.nextBody(5) else { break }
                        seen.append(String(decoding: body, as: UTF8.self))
                        waitsForBody = false
                    } else {
                        guard let head = try buffer.nextHead() else { break }
                        seen.append("\(head.method) \(head.path)")
                        waitsForBody = head.announcesBody
                    }
                }
            }
            #expect(seen == ["POST /", "hello", "GET /health"], "in pieces of \(size)")
            #expect(buffer.count == 0)
        }
    }

    @Test func `an incomplete head is waited for`() throws {
        #expect(try head("GET / HTTP/1.1\r\nHost: a\r\n") == nil)
        #expect(try head("") == nil)
    }

    @Test(arguments: [
        "hello\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n", "G(T / HTTP/1.1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\n\r\n", "GET a HTTP/1.1\r\n\r\n", "GET /\u{1} HTTP/1.1\r\n\r\n", "GET /ä HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n continued\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}",
    ])
    func `what is not a request is refused`(text: String) {
        let refusal = #expect(throws: Refusal.self) { try head(text) }
        #expect(refusal?.answer.status == .badRequest)
    }

    @Test(arguments: [("deliver\nshop://a\n", true), ("events --follow\n", true), ("GET /events HTTP/1.1", false), ("", false)])
    func `the line of an older linkscope is known before it ends`(text: String, isOlder: Bool) {
        var buffer = RequestBuffer()
        buffer.append(text.utf8)
        #expect(buffer.isOlder == isOlder)
    }

    @Test func `another version is refused`() {
        for version in ["HTTP/2.0", "HTTP/1.2", "http/1.1"] {
            let refusal = #expect(throws: Refusal.self) { try head("GET / \(version)\r\n\r\n") }
            #expect(refusal?.answer.status == .versionNotSupported)
        }
    }

    @Test func `a head that does not end is refused before it fills the memory`() {
        let endless = "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 17_000)
        let many = "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 101) + "\r\n"
        for text in [endless, endless + "\r\n\r\n", many] {
            let refusal = #expect(throws: Refusal.self) { try head(text) }
            #expect(refusal?.answer.status == .fieldsTooLarge)
        }
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.1", "Connection: x, Close\r\n", false), ("1.0", "", false),
        ("1.0", "Connection: Keep-Alive\r\n", true),
    ])
    func `the connection is kept unless a side wants to close it`(version: String, field: String, isKept: Bool) throws {
        #expect(try head("GET / HTTP/\(version)\r\n\(field)\r\n")?.keepsConnection == isKept)
    }
}
