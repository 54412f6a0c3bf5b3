import Testing

@testable import Listening

@Suite("What is decided by the head of a request")
struct CheckTests {
    private static let token = "0123456789abcdefXYZ"

    private func head(
        _ method: String = "POST", _ path: String = "/", _ changes: [String: String?] = [:], more: [HTTPField] = []
    ) -> RequestHead {
        var fields = ["host": "127.0.0.1:8089"]
        if method == "POST" { fields.merge(["content-type": "application/json", "content-length": "12"]) { $1 } }
        for (name, value) in changes { fields[name] = value }
        return RequestHead(method: method, path: path, fields: fields.map { HTTPField($0.key, $0.value) } + more)
    }

    private func status(_ head: RequestHead, _ settings: ListenerSettings = ListenerSettings()) -> HTTPStatus? {
        guard case .answer(let answer) = settings.check(head).action else { return nil }
        return answer.status
    }

    private func field(_ name: String, _ answer: HTTPAnswer) -> String? { answer.fields.first { $0.name == name }?.value }

    private func answer(_ head: RequestHead, _ settings: ListenerSettings) throws -> HTTPAnswer {
        let checked = settings.check(head)
        guard case .answer(let answer) = checked.action else { throw Refusal(.badRequest, "\(checked.action)") }
        return checked.answer(answer)
    }

    @Test(arguments: ["/", "/events", "/links"])
    func `records are posted to three paths`(path: String) {
        #expect(ListenerSettings().check(head("POST", path)).action == .store(Post(format: .json, length: 12, waits: false)))
    }

    @Test(arguments: [("GET", "/x"), ("POST", "/eventss"), ("POST", "/events/"), ("POST", "*")])
    func `there is nothing else`(method: String, path: String) {
        #expect(status(head(method, path)) == .notFound)
    }

    @Test(arguments: [
        ("PUT", "/", "POST, GET, HEAD, OPTIONS"), ("GET", "/links", "POST, OPTIONS"), ("POST", "/health", "GET, HEAD, OPTIONS"),
    ])
    func `another method is refused, with those that are allowed`(method: String, path: String, allowed: String) throws {
        let answer = try answer(head(method, path), ListenerSettings())
        #expect(answer.status == .methodNotAllowed)
        #expect(field("Allow", answer) == allowed)
    }

    @Test func `the start page says how to post, and never the token`() throws {
        let settings = ListenerSettings(port: 8089, token: AccessToken(Self.token))
        let answer = try answer(head("GET", "/"), settings)
        let body = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == .ok)
        #expect(body.contains("curl http://127.0.0.1:8089/") && body.contains("Authorization: Bearer TOKEN"))
        #expect(!body.contains(Self.token))
    }

    // MARK: Who may ask

    @Test(arguments: ["127.0.0.1:8089", "localhost:8089", "LocalHost:8089", "[::1]:8089", "10.0.2.2:8089"])
    func `the listener answers to its own names`(host: String) {
        #expect(status(head("POST", "/", ["host": host])) == nil)
    }

    @Test(arguments: [
        "evil.example:8089", "127.0.0.1.evil.example:8089", "localhost:1", "localhost", "127.0.0.1", "", ":8089", "localhost:8089x",
        "localhost:",
        "localhost:99999", "[::1", "192.168.1.7:8089", "localhost:08089999",
    ])
    func `a name that a site can own, or another port, is refused`(host: String) {
        #expect(status(head("POST", "/", ["host": host])) == .forbidden)
        #expect(status(head("GET", "/health", ["host": host])) == .forbidden)
    }

    @Test func `a request needs exactly one host`() {
        #expect(status(head("POST", "/", ["host": nil])) == .badRequest)
        #expect(status(head(more: [HTTPField("host", "evil.example")])) == .badRequest)
    }

    @Test func `on an address of the network, the listener answers to that address`() throws {
        var settings = ListenerSettings(address: try #require(ListenAddress("192.168.1.7")))
        #expect(status(head("POST", "/", ["host": "192.168.1.7:8089"]), settings) == nil)
        #expect(status(head("POST", "/", ["host": "192.168.1.8:8089"]), settings) == .forbidden)
        settings.address = try #require(ListenAddress("0.0.0.0"))
        #expect(status(head("POST", "/", ["host": "192.168.1.8:8089"]), settings) == nil)
        #expect(status(head("POST", "/", ["host": "[fe80::1]:8089"]), settings) == nil)
        #expect(status(head("POST", "/", ["host": "evil.example:8089"]), settings) == .forbidden)
    }

    @Test(arguments: ["http://evil.example", "null", "https://127.0.0.1:8089", "http://localhost:3000", "http://127.0.0.1", "x", ""])
    func `a page of another origin may not post, and cannot read the answer`(origin: String) throws {
        let answer = try answer(head("POST", "/", ["origin": origin]), ListenerSettings())
        #expect(answer.status == .forbidden)
        #expect(field("Access-Control-Allow-Origin", answer) == nil)
        #expect(status(head("OPTIONS", "/", ["origin": origin])) == .forbidden)
        #expect(status(head("GET", "/health", ["origin": origin])) == .forbidden)
    }

    @Test func `a page of the listener itself may post`() {
        #expect(status(head("POST", "/", ["origin": "http://127.0.0.1:8089"])) == nil)
    }

    @Test func `a page whose origin was named may post, and can read every answer`() throws {
        let settings = ListenerSettings(allowedOrigins: [try #require(WebOrigin("HTTP://localhost:3000"))])
        let checked = settings.check(head("POST", "/", ["origin": "http://localhost:3000"]))
        #expect(checked.action == .store(Post(format: .json, length: 12, waits: false)))
        #expect(checked.pageFields.contains(HTTPField("Access-Control-Allow-Origin", "http://localhost:3000")))
        let refused = try answer(head("POST", "/x", ["origin": "http://localhost:3000"]), settings)
        #expect(refused.status == .notFound && field("Access-Control-Allow-Origin", refused) == "http://localhost:3000")
        #expect(status(head("POST", "/", ["origin": "http://localhost:3001"]), settings) == .forbidden)
    }

    @Test func `the question that a browser asks before a page posts JSON is answered`() throws {
        let settings = ListenerSettings(token: AccessToken(Self.token), allowedOrigins: [try #require(WebOrigin("https://shop.example"))])
        let asked = head(
            "OPTIONS", "/events",
            [
                "origin": "https://shop.example", "access-control-request-method": "POST", "access-control-request-headers": "content-type",
                "access-control-request-private-network": "true",
            ])
        let answer = try answer(asked, settings)
        #expect(answer.status == .noContent)
        #expect(field("Access-Control-Allow-Origin", answer) == "https://shop.example")
        #expect(field("Access-Control-Allow-Methods", answer) == "POST, OPTIONS")
        #expect(field("Access-Control-Allow-Headers", answer) == "Content-Type, Authorization")
        #expect(field("Access-Control-Allow-Private-Network", answer) == "true")
    }

    @Test(
        arguments: [
            (nil, false), ("Bearer 0123456789abcdefXYZ", true), ("bearer 0123456789abcdefXYZ", true), ("Bearer 0123456789abcdefXY", false),
            ("Bearer 0123456789abcdefXYZZ", false), ("Bearer 0123456789abcdefXYz", false), ("Basic 0123456789abcdefXYZ", false),
            ("Bearer ", false), ("Bearer   0123456789abcdefXYZ", true), ("Bearer    ", false),
            ("Bearer", false), ("0123456789abcdefXYZ", false), ("Bearer 0123456789abcdefXYZ0123456789abcdefXYZ", false),
        ] as [(String?, Bool)])
    func `with a token, a request needs it`(authorization: String?, isIn: Bool) {
        let settings = ListenerSettings(token: AccessToken(Self.token))
        #expect(status(head("POST", "/", ["authorization": authorization]), settings) == (isIn ? nil : .unauthorized))
        #expect(status(head("GET", "/health", ["authorization": authorization]), settings) == (isIn ? nil : .unauthorized))
    }

    // MARK: What is sent

    @Test(
        arguments: [
            ("application/json", .json), ("Application/JSON; charset=UTF-8", .json), ("application/x-ndjson", .jsonLines),
            ("application/ndjson", .jsonLines), ("text/plain", .text), ("text/plain;charset=utf-8", .text),
            ("text/plain; charset=\"utf-8\"", .text),
            ("text/plain; charset=latin1", nil), ("application/x-www-form-urlencoded", nil), ("text/html", nil), (nil, nil), ("", nil),
        ] as [(String?, PostFormat?)])
    func `three types are known`(type: String?, format: PostFormat?) {
        let action = ListenerSettings().check(head("POST", "/", ["content-type": type])).action
        if let format {
            #expect(action == .store(Post(format: format, length: 12, waits: false)))
        } else {
            #expect(status(head("POST", "/", ["content-type": type])) == .unsupportedMediaType)
        }
    }

    @Test func `a body is not decompressed`() {
        #expect(status(head("POST", "/", ["content-encoding": "gzip"])) == .unsupportedMediaType)
        #expect(status(head("POST", "/", ["content-encoding": "identity"])) == nil)
    }

    @Test func `a body needs a length that is within the limit`() {
        #expect(status(head("POST", "/", ["content-length": nil])) == .lengthRequired)
        #expect(status(head("POST", "/", ["content-length": nil, "transfer-encoding": "chunked"])) == .lengthRequired)
        #expect(status(head("POST", "/", ["transfer-encoding": "chunked"])) == .lengthRequired)
        #expect(status(head("POST", "/", ["content-length": "4194304"])) == nil)
        #expect(status(head("POST", "/", ["content-length": "4194305"])) == .contentTooLarge)
        #expect(status(head("POST", "/", ["content-length": "99999999999999999999999999"])) == .contentTooLarge)
        for length in ["-1", "+5", "0x10", "1,2", "", "5 5"] {
            #expect(status(head("POST", "/", ["content-length": length])) == .badRequest, "\(length)")
        }
        #expect(status(head(more: [HTTPField("content-length", "13")])) == .badRequest)
    }

    @Test func `a client may wait before it sends the body`() {
        #expect(
            ListenerSettings().check(head("POST", "/", ["expect": "100-Continue"])).action
                == .store(Post(format: .json, length: 12, waits: true)))
        #expect(status(head("POST", "/", ["expect": "miracles"])) == .expectationFailed)
    }

    @Test func `a request without a body must not announce one`() {
        #expect(status(head("GET", "/", ["content-length": "5"])) == .badRequest)
        #expect(status(head("GET", "/", ["content-length": "0"])) == .ok)
    }

    // MARK: The socket of an inspector

    /// Returns a request as a linkscope process sends it: without a type, and without the port of a host.
    private func request(_ method: String, _ path: String, _ changes: [String: String?] = [:]) -> RequestHead {
        head(method, path, ["host": "localhost", "content-type": nil].merging(changes) { $1 })
    }

    @Test(arguments: [("/send", PostSender.send), ("/desktop", .desktop), ("/listen", .app)])
    func `on the socket, other processes of linkscope post to paths of their own`(path: String, sender: PostSender) {
        #expect(
            ListenerSettings.socket.check(request("POST", path)).action
                == .store(Post(format: .records, sender: sender, length: 12, waits: false)))
        #expect(status(request("GET", path), .socket) == .methodNotAllowed)
        #expect(status(head("POST", path)) == .notFound)
    }

    @Test func `on the socket, apps may post as they do to a port`() {
        #expect(
            ListenerSettings.socket.check(request("POST", "/", ["content-type": "text/plain"])).action
                == .store(Post(format: .text, length: 12, waits: false)))
        #expect(status(request("POST", "/"), .socket) == .unsupportedMediaType)
        #expect(status(request("GET", "/"), .socket) == .ok)
        #expect(status(request("GET", "/send/more"), .socket) == .notFound)
    }

    @Test func `only the socket gives the events`() {
        #expect(ListenerSettings.socket.check(request("GET", "/events")).action == .events(isFollowing: false))
        #expect(ListenerSettings.socket.check(request("GET", "/events/follow")).action == .events(isFollowing: true))
        #expect(status(request("GET", "/events", ["content-length": "5"]), .socket) == .badRequest)
        #expect(status(request("HEAD", "/events"), .socket) == .methodNotAllowed)
        #expect(status(head("GET", "/events")) == .methodNotAllowed)
        #expect(status(head("GET", "/events/follow")) == .notFound)
    }

    @Test func `on the socket, the host is this machine, and no page may ask`() {
        for host in ["evil.example", "localhost:8089", ""] {
            #expect(status(request("POST", "/send", ["host": host]), .socket) == .forbidden)
            #expect(status(request("GET", "/events", ["host": host]), .socket) == .forbidden)
        }
        for origin in ["http://localhost", "http://evil.example", "null"] {
            #expect(status(request("POST", "/send", ["origin": origin]), .socket) == .forbidden)
            #expect(status(request("GET", "/events", ["origin": origin]), .socket) == .forbidden)
        }
    }

    @Test func `on the socket, a body may be as long as a batch`() {
        #expect(status(request("POST", "/listen", ["content-length": "8388608"]), .socket) == nil)
        #expect(status(request("POST", "/listen", ["content-length": "8388609"]), .socket) == .contentTooLarge)
        #expect(status(request("POST", "/send", ["content-length": nil]), .socket) == .lengthRequired)
    }
}
