import Fetching
import Foundation
import Pages
import Tasks

@testable import PageScripts

/// A proxy for scripts that runs on its own thread until it is released.
final class RunningProxy: Sendable {
    let port: Int
    let pass: ProxyPass
    private let inbox: ScriptInbox
    private let ended: Future<ProxyTally>

    init(
        pagePort: Int = 80, allowsPrivate: Bool = false, _ settings: FetchSettings = FetchSettings(),
        _ change: (inout ScriptLimits) -> Void = { _ in }
    ) throws {
        var limits = ScriptLimits()
        change(&limits)
        let inbox = try ScriptInbox()
        let started = Promise<(port: Int, pass: ProxyPass)>()
        let ended = Promise<ProxyTally>()
        try WorkerThread("proxy").run { [limits] in
            do throws(ScriptProblem) {
                let proxy = try ScriptProxy(
                    pagePort: pagePort, allowsPrivate: allowsPrivate, settings: settings, limits: limits, inbox: inbox)
                started.set((proxy.port, proxy.pass))
                Self.run(proxy, inbox)
                ended.set(proxy.tally)
            } catch {
                started.trySet(error: error)
                ended.trySet(error: error)
            }
        }
        self.inbox = inbox
        self.ended = ended.future
        started.future.wait()
        (port, pass) = try (started.future.outcome ?? .cancelled).get()
    }

    deinit { inbox.cancel() }

    private static func run(_ proxy: ScriptProxy, _ inbox: ScriptInbox) {
        while true {
            let mail = inbox.take()
            if mail.isCancelled { return }
            let now = ContinuousClock.now
            for (host, answer) in mail.lookedUp { proxy.learn(host, answer, now: now) }
            var set = PollSet()
            _ = set.watch(inbox.descriptor, reads: true)
            proxy.prepare(&set)
            set.wait(now.duration(to: proxy.deadline ?? now + .seconds(60)))
            proxy.turn(set, now: .now)
        }
    }

    /// Stops the proxy and returns what passed through it.
    func end() async throws -> ProxyTally {
        inbox.cancel()
        return try await ended.value
    }

    /// Returns a request with the password, as the browser sends it.
    func admitted(_ text: String) -> String {
        guard let end = text.range(of: "\r\n") else { return text }
        return text.replacingCharacters(in: end, with: "\r\nProxy-Authorization: \(pass.authorization)\r\n")
    }

    /// Sends a text over a new connection, and reads until the connection ends.
    func ask(_ text: String, isStranger: Bool = false) throws -> String {
        let connection = try RawConnection(port: port)
        try connection.send(isStranger ? text : admitted(text))
        return try connection.receive()
    }

    /// Requests a page as browsers do.
    func get(_ url: String, _ fields: String...) throws -> String {
        try ask((["GET \(url) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n"))
    }
}

/// A raw connection to loopback.
final class RawConnection {
    /// Nil after the connection was closed.
    private var socket: Descriptor?
    private var received = ""

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(port: Int) throws {
        guard let socket = ProxySocket.connect([127, 0, 0, 1], port: port) else { throw Failure(description: "nobody listens at \(port)") }
        self.socket = socket
    }

    func close() { socket = nil }

    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var set = PollSet()
            let slot = set.watch(socket, writes: true)
            set.wait(.seconds(20))
            guard set.isWritable(slot), let count = socket?.send(rest) else { throw Failure(description: "nobody takes the rest") }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives until the answer or the connection ends, or until `isEnough` returns true.
    func receive(until isEnough: (String) -> Bool = isWhole) throws -> String {
        while !isEnough(received) {
            var set = PollSet()
            let slot = set.watch(socket, reads: true)
            set.wait(.seconds(20))
            guard set.isReadable(slot), let socket else { throw Failure(description: "nothing came after \(received.debugDescription)") }
            switch socket.receive(atMost: 65536) {
            case .bytes(let bytes): received += String(decoding: bytes, as: UTF8.self)
            case .nothing: break
            case .end: return received
            }
        }
        return received
    }

    /// Returns whether the body has the promised length, because servers keep connections open.
    static func isWhole(_ answer: String) -> Bool {
        guard let end = answer.range(of: "\r\n\r\n"), let field = answer.range(of: "Content-Length: ") else { return false }
        guard field.upperBound < end.lowerBound, let length = Int(answer[field.upperBound...].prefix { $0.isNumber }) else { return false }
        return answer[end.upperBound...].utf8.count >= length
    }
}
