import Pages

extension FuzzTarget {
    /// What the proxy sends on is exactly one head, for the host that was checked, with the same meaning as before.
    static func proxyProblem(_ bytes: [UInt8]) -> String? {
        var whole = HeadBuffer(limit: 1000)
        let count = whole.take(bytes)
        var pieces = HeadBuffer(limit: 1000)
        guard bytes.map({ pieces.take([$0]) }).reduce(0, +) == count, pieces.bytes == whole.bytes else { return "pieces make another head" }
        guard whole.bytes == Array(bytes[..<count]) else { return "the head is not what came" }
        if whole.isComplete, count > 1000 { return "the head is larger than it may be" }
        return requestProblem(bytes) ?? answerProblem(bytes)
    }

    private static func requestProblem(_ bytes: [UInt8]) -> String? {
        guard let request = try? ProxyRequest(bytes) else { return nil }
        let names = "abcdefghijklmnopqrstuvwxyz0123456789-._:".utf8
        guard !request.host.isEmpty, request.host.utf8.allSatisfy(names.contains), (1...65535).contains(request.port) else {
            return "it goes to \(request.host):\(request.port)"
        }
        for receiver in [ProxyRequest.Receiver.server, .proxy(authorization: nil), .proxy(authorization: "Basic eA==")] {
            let head = request.head(for: receiver)
            if let problem = headProblem(head) { return "\(problem), sent to \(receiver)" }
        }
        // The form for an upstream proxy is the form that the browser sent.
        guard let again = try? ProxyRequest(request.head(for: .proxy(authorization: nil))) else { return "what is sent on is no request" }
        var expected = request
        if request.isTunnel { expected.fields = [] }
        return again == expected ? nil : "what is sent on reads otherwise: \(again)"
    }

    private static func answerProblem(_ bytes: [UInt8]) -> String? {
        guard let answer = ProxyAnswer(bytes) else { return nil }
        if let problem = headProblem(answer.head) { return "\(problem) in the answer" }
        guard let again = ProxyAnswer(answer.head) else { return "what is passed on is no answer" }
        return again == answer ? nil : "what is passed on reads otherwise"
    }

    /// One head ends once, at its end, and says once that the connection closes.
    private static func headProblem(_ head: [UInt8]) -> String? {
        var buffer = HeadBuffer(limit: .max)
        guard buffer.take(head) == head.count, buffer.isComplete else { return "there is more than one head, or none" }
        let lines = head.split(separator: 10).map { String(decoding: $0, as: UTF8.self).lowercased() }
        let isTunnel = lines.first?.hasPrefix("connect ") ?? false
        guard isTunnel || lines.count(where: { $0.hasPrefix("connection:") }) == 1 else { return "it does not say once that it closes" }
        guard lines.count(where: { $0.hasPrefix("host:") }) <= 1 || head.starts(with: "HTTP/".utf8) else { return "two hosts" }
        return head.contains(0) ? "a NUL came through" : nil
    }
}
