extension ListenerSettings {
    /// The paths to which apps post records. All of them take links and events.
    private static let postPaths: Set = ["/", "/events", "/links"]
    /// The paths of an inspector's socket to which other linkscope processes post records, one per line.
    private static let socketPaths: [String: PostSender] = ["/send": .send, "/desktop": .desktop, "/listen": .app]

    package func check(_ head: RequestHead) -> CheckedRequest {
        var checked = CheckedRequest(action: .health)
        do throws(Refusal) {
            try checkHost(head)
            checked.pageFields = try pageFields(head)
            checked.action = try action(head)
        } catch {
            checked.action = .answer(error.answer)
        }
        return checked
    }

    private func action(_ head: RequestHead) throws(Refusal) -> CheckedRequest.Action {
        let sender = isSocket ? Self.socketPaths[head.path] : nil
        let hasEvents = isSocket && (head.path == "/events" || head.path == "/events/follow")
        let isPost = Self.postPaths.contains(head.path) || sender != nil
        guard isPost || hasEvents || head.path == "/health" else {
            throw Refusal(.notFound, "There is nothing here. Post links and events to /.")
        }
        let isPage = head.path == "/" || head.path == "/health"
        let methods = (isPost ? ["POST"] : []) + (isPage ? ["GET", "HEAD"] : hasEvents ? ["GET"] : []) + ["OPTIONS"]
        guard methods.contains(head.method) else {
            let allowed = methods.joined(separator: ", ")
            throw Refusal(.methodNotAllowed, "Use one of these methods here: \(allowed).", fields: [HTTPField("Allow", allowed)])
        }
        switch head.method {
        case "OPTIONS": return .answer(preflight(head, methods))
        // How to post is no secret. A browser that opens the address has no token.
        case "GET", "HEAD":
            try checkNoBody(head)
            if hasEvents { return .events(isFollowing: head.path == "/events/follow") }
            if isPost { return .answer(HTTPAnswer(.ok, fields: [HTTPField("Content-Type", "text/plain; charset=utf-8")], body: help)) }
            try checkToken(head)
            return .health
        default:
            try checkToken(head)
            return .store(try post(head, from: sender))
        }
    }

    // MARK: Who may ask

    private func checkHost(_ head: RequestHead) throws(Refusal) {
        guard let host = try head.value("host") else { throw Refusal(.badRequest, "The request has no Host field.") }
        guard accepts(host: host) else {
            throw Refusal(.forbidden, "The Host field does not name this listener. Use \(hostAdvice).")
        }
    }

    /// Refuses requests of pages that the user did not name, because any page that is open in a browser could post. Returns the fields that
    /// let an allowed page read the answer.
    private func pageFields(_ head: RequestHead) throws(Refusal) -> [HTTPField] {
        guard let value = try head.value("origin") else { return [] }
        guard !isSocket else { throw Refusal(.forbidden, "No page may use the socket of an inspector.") }
        guard let origin = WebOrigin(value) else { throw Refusal(.forbidden, "The Origin field is not an origin.") }
        if allowedOrigins.contains(origin) {
            return [HTTPField("Access-Control-Allow-Origin", origin.text), HTTPField("Vary", "Origin")]
        }
        // A page of the listener itself: the host was checked, and the scheme is the only one that the listener speaks.
        if let host = try head.value("host"), origin.text == "http://\(host.lowercased())" { return [] }
        throw Refusal(
            .forbidden, "Pages of this origin may not post. To allow it, start the listener with --allow-origin followed by the origin.")
    }

    private func checkToken(_ head: RequestHead) throws(Refusal) {
        guard let token else { return }
        guard let authorization = try head.value("authorization"), token.isIn(authorization) else {
            throw Refusal(
                .unauthorized, "The request needs the token of the listener: Authorization: Bearer TOKEN",
                fields: [HTTPField("WWW-Authenticate", "Bearer")])
        }
    }

    /// Answers the question that a browser asks before a page posts JSON.
    private func preflight(_ head: RequestHead, _ methods: [String]) -> HTTPAnswer {
        var fields = [HTTPField("Allow", methods.joined(separator: ", "))]
        if !head.values("access-control-request-method").isEmpty {
            fields += [
                HTTPField("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
                HTTPField("Access-Control-Allow-Headers", "Content-Type, Authorization"), HTTPField("Access-Control-Max-Age", "600"),
            ]
            // Chromium asks this before a public page may reach a private address.
            if !head.values("access-control-request-private-network").isEmpty {
                fields.append(HTTPField("Access-Control-Allow-Private-Network", "true"))
            }
        }
        return HTTPAnswer(.noContent, fields: fields)
    }

    // MARK: What is sent

    private func post(_ head: RequestHead, from sender: PostSender?) throws(Refusal) -> Post {
        let encoding = try head.value("content-encoding")
        guard encoding == nil || encoding?.lowercased() == "identity" else {
            throw Refusal(.unsupportedMediaType, "The body must not be compressed.")
        }
        let format = sender == nil ? try PostFormat(try head.value("content-type")) : .records
        guard head.values("transfer-encoding").isEmpty, let length = try head.value("content-length") else {
            throw Refusal(.lengthRequired, "The request needs a Content-Length field, and must not be sent in chunks.")
        }
        let count = try Self.count(length)
        guard count <= format.longestBody else {
            throw Refusal(.contentTooLarge, "The body is longer than \(format.longestBody >> 20) MiB. Send it in several posts.")
        }
        let expectation = try head.value("expect")?.lowercased()
        guard expectation == nil || expectation == "100-continue" else {
            throw Refusal(.expectationFailed, "The listener knows only the expectation 100-continue.")
        }
        return Post(format: format, sender: sender ?? .app, length: count, waits: expectation != nil && !head.isVersion10)
    }

    private func checkNoBody(_ head: RequestHead) throws(Refusal) {
        let length = try head.value("content-length")
        guard length == nil || length == "0", head.values("transfer-encoding").isEmpty else {
            throw Refusal(.badRequest, "A request with this method has no body.")
        }
    }

    /// Parses the length of a body. A number that does not fit is too large.
    private static func count(_ text: String) throws(Refusal) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw Refusal(.badRequest, "The Content-Length field is not a number.")
        }
        return Int(text) ?? .max
    }

    /// Says how to post.
    private var help: [UInt8] {
        let curl = isSocket ? "curl --unix-socket SOCKET http://localhost/" : "curl \(url)/"
        let authorization = token == nil ? "" : "-H 'Authorization: Bearer TOKEN' "
        return Array(
            """
            linkscope listens here for links and measurement events, and passes them to the inspector.

              \(curl) \(authorization)-H 'Content-Type: application/json' -d '{"event_name":"al_nav_in","event_args":{}}'
              \(curl) \(authorization)-H 'Content-Type: text/plain' -d 'shop://item/7'

            POST /, /events or /links, with one of these types:
              application/json      one event or link, or a list of them
              application/x-ndjson  one event or link per line
              text/plain            one link per line

            The answer is 202 when the records are stored. GET /health says which inspector gets them.
            `linkscope listen --snippet swift` (kotlin, javascript) prints code that forwards the events of an app.

            """.utf8)
    }
}

/// A request whose head was checked, so that it is known what to do with it before its body is read.
package struct CheckedRequest: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Send this answer. If the request has a body, it is not read.
        case answer(HTTPAnswer)
        /// Say which inspector gets the records.
        case health
        /// Send the events of the inspector, and if the client follows them, each new one.
        case events(isFollowing: Bool)
        /// Read the body and store its records.
        case store(Post)
    }

    package var action: Action
    /// The fields that let a page read the answer. Empty for a request that comes from no page.
    package var pageFields: [HTTPField] = []

    /// Returns an answer with the fields for the page.
    package func answer(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        answer.fields += pageFields
        return answer
    }
}

/// The body that follows a head, and what it is made of.
package struct Post: Sendable, Hashable {
    package var format: PostFormat
    package var sender = PostSender.app
    /// The number of bytes.
    package var length: Int
    /// Whether the client waits for an answer before it sends the body, as curl does with a large one.
    package var waits: Bool
}
