import Pages
import Testing

@Suite("Requests of a browser to a proxy")
struct ProxyRequestTests {
    @Test(
        "whom they are for",
        arguments: [
            ("GET http://a.example/b?c HTTP/1.1", "a.example", 80, "/b?c"), ("GET HTTP://A.Example:8080 HTTP/1.1", "a.example", 8080, "/"),
            ("GET http://a.example?q=1 HTTP/1.1", "a.example", 80, "/?q=1"), ("POST http://[::1]:81/ HTTP/1.0", "::1", 81, "/"),
            ("GET http://2130706433/%0a HTTP/1.1", "2130706433", 80, "/%0a"), ("CONNECT a.example:443 HTTP/1.1", "a.example", 443, nil),
            ("CONNECT [2001:DB8::1]:80 HTTP/1.1", "2001:db8::1", 80, nil),
        ])
    func targets(line: String, host: String, port: Int, path: String?) throws {
        let request = try ProxyRequest(head(line))
        #expect(request.host == host && request.port == port && request.path == path)
    }

    @Test(
        "what is for nobody on the web is refused",
        arguments: [
            "GET https://a.example/ HTTP/1.1", "GET ftp://a.example/ HTTP/1.1", "GET file:///etc/passwd HTTP/1.1", "GET / HTTP/1.1",
            "GET http:///x HTTP/1.1", "GET http://me:pw@a.example/ HTTP/1.1", "GET http://a.example:0/ HTTP/1.1",
            "GET http://a.example:/ HTTP/1.1", "GET http://a.example:65536/ HTTP/1.1", "GET http://a.example:8o/ HTTP/1.1",
            "GET http://[::1/ HTTP/1.1", "GET http://[a.example]/ HTTP/1.1", "GET http://[::1%25eth0]/ HTTP/1.1",
            "GET http://a%2eb/ HTTP/1.1", "GET http://a\\b/ HTTP/1.1", "GET http://a.example/#x HTTP/1.1", "CONNECT a.example HTTP/1.1",
            "CONNECT http://a.example:443 HTTP/1.1", "CONNECT :443 HTTP/1.1", "CONNECT a.example:443:443 HTTP/1.1",
            "CONNECT \(String(repeating: "a", count: 254)):443 HTTP/1.1",
        ])
    func noTarget(line: String) throws {
        #expect(throws: ProxyRequest.Problem.wrongTarget) { try ProxyRequest(head(line)) }
    }

    @Test(
        "heads that two readers could take apart in two ways are refused",
        arguments: [
            "", "\r\n", "GET http://a.example/ HTTP/1.1\n\n", "GET http://a.example/ HTTP/1.1\r\nA: b\n\r\n",
            "GET http://a.example/ HTTP/1.1\r\nA: b\rX: c\r\n\r\n", "GET http://a.example/ HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
            "GET http://a.example/ HTTP/1.1\r\nA : b\r\n\r\n", "GET http://a.example/ HTTP/1.1\r\n: b\r\n\r\n",
            "GET http://a.example/ HTTP/1.1\r\nno colon\r\n\r\n", "GET http://a.example/ HTTP/1.1\r\nA: \u{0}\r\n\r\n",
            "GET http://a.example/ HTTP/2\r\n\r\n", "GET  http://a.example/ HTTP/1.1\r\n\r\n", "GET\thttp://a.example/ HTTP/1.1\r\n\r\n",
            "GET http://a.example/é HTTP/1.1\r\n\r\n", "GET http://a.example/ x HTTP/1.1\r\n\r\n", "GET http://a.example/ HTTP/1.1\r\n",
            "POST http://a.example/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
            "POST http://a.example/ HTTP/1.1\r\nContent-Length: +1\r\n\r\n", "POST http://a.example/ HTTP/1.1\r\nContent-Length: \r\n\r\n",
            "CONNECT a.example:443 HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
        ])
    func malformed(head: String) throws {
        #expect(throws: ProxyRequest.Problem.malformed) { try ProxyRequest(Array(head.utf8)) }
    }

    @Test("a body whose length is not told is refused")
    func chunked() throws {
        #expect(throws: ProxyRequest.Problem.unknownLength) {
            try ProxyRequest(head("POST http://a.example/ HTTP/1.1", "Transfer-Encoding: chunked"))
        }
        #expect(try ProxyRequest(head("POST http://a.example/ HTTP/1.1", "content-length: 12")).bodyLength == 12)
    }

    @Test("what goes on to the server: its own host, and nothing that concerns the connection to us")
    func sending() throws {
        let request = try ProxyRequest(
            head(
                "GET http://a.example:8080/b HTTP/1.1", "Host: other.example", "Proxy-Connection: keep-alive", "Connection: X-Mine, close",
                "X-Mine: 1", "Upgrade: h2c", "Proxy-Authorization: Basic x", "Cookie:  a=b ", "Content-Length: 0"))
        let sent = String(decoding: request.head(for: .server), as: UTF8.self)
        #expect(sent == "GET /b HTTP/1.1\r\nHost: a.example:8080\r\nCookie: a=b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        let relayed = String(decoding: request.head(for: .proxy(authorization: "Basic eA==")), as: UTF8.self)
        #expect(relayed.hasPrefix("GET http://a.example:8080/b HTTP/1.1\r\nHost: a.example:8080\r\nCookie: a=b\r\n"))
        #expect(relayed.hasSuffix("Proxy-Authorization: Basic eA==\r\nConnection: close\r\n\r\n"))
        let tunnel = try ProxyRequest(head("CONNECT [::1]:443 HTTP/1.1", "User-Agent: x"))
        #expect(
            String(decoding: tunnel.head(for: .proxy(authorization: nil)), as: UTF8.self)
                == "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n")
    }

    private func head(_ lines: String...) -> [UInt8] { Array((lines + ["", ""]).joined(separator: "\r\n").utf8) }
}

@Suite("Answers on their way through a proxy")
struct ProxyAnswerTests {
    @Test("the connection is closed behind them, whatever the server says")
    func closing() throws {
        let answer = try #require(
            ProxyAnswer(Array("HTTP/1.1 200 OK\nConnection: keep-alive,\r\n X-Folded\r\nKeep-Alive: 5\r\nA: b\r\n c\r\n\r\n".utf8)))
        #expect(answer.status == 200 && !answer.isInterim)
        #expect(String(decoding: answer.head, as: UTF8.self) == "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nConnection: close\r\n\r\n")
        #expect(ProxyAnswer(Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8))?.isInterim == true)
    }

    @Test(
        "what is no answer to a request of ours",
        arguments: [
            "", "\r\n\r\n", "<html>", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 -20 OK\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 407 Who are you\r\n\r\n", "HTTP/1.1 200 OK\r\nA: \u{0}\r\n\r\n",
        ])
    func none(head: String) {
        #expect(ProxyAnswer(Array(head.utf8)) == nil)
    }
}

@Suite("Collecting a head")
struct HeadBufferTests {
    @Test("it ends at the empty line; what is behind that is left", arguments: ["\r\n", "\n"])
    func end(line: String) {
        let text = Array("A\(line)B\(line)\(line)body".utf8)
        var whole = HeadBuffer(limit: 100)
        #expect(whole.take(text) == text.count - 4 && whole.isComplete)
        var pieces = HeadBuffer(limit: 100)
        let taken = text.map { pieces.take([$0]) }.reduce(0, +)
        #expect(taken == text.count - 4 && pieces.bytes == whole.bytes)
    }

    @Test("beyond the limit it never is complete")
    func limit() {
        let text = Array("A\r\n\r\n".utf8)
        var fits = HeadBuffer(limit: text.count)
        #expect(fits.take(text) == text.count && fits.isComplete)
        var tooLarge = HeadBuffer(limit: text.count - 1)
        #expect(tooLarge.take(text) == text.count - 1 && tooLarge.isTooLarge && !tooLarge.isComplete)
        #expect(tooLarge.take([10]) == 0)
    }
}
