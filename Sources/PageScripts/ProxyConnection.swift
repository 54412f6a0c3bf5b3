import Fetching
import Pages

// One connection of the browser to the proxy, and the one to the server that answers it:
//
//     head ─► looking up ─► connecting ─► relaying ─► over
//       └─────────┴─────────────┴─► answering ─► lingering ─► over
//
// It is for one request. What the browser sends behind that request's body ends it, and the answer says that it is closed: the next request
// comes over a connection of its own, and is looked at as the first one was.

/// The browser's side and the server's side of one request. Lives on the thread that runs scripts.
final class ProxyConnection {
    enum Phase { case head, lookingUp, connecting, relaying, answering, lingering, over }

    private(set) var phase = Phase.head
    /// What the browser asks for, once its head is there.
    private(set) var request: ProxyRequest?
    /// When something has to have happened.
    private(set) var deadline: ContinuousClock.Instant?

    private let client: Descriptor
    private var server: Descriptor?
    private let limits: ScriptLimits
    private var head: HeadBuffer
    /// The server's head while it comes; nil where everything is passed on as it is.
    private var answer: HeadBuffer?
    /// How much of heads the server may still send.
    private var headBytesLeft: Int
    private var receiver = ProxyRequest.Receiver.server
    /// Those that were not tried yet, the next one last.
    private var addresses: [[UInt8]] = []
    private var port = 0

    private var up = RelayBuffer()
    private var down = RelayBuffer()
    private var bodyLeft = 0
    private var takesMore = true
    private var hasServerEnded = false

    private var clientSlot: PollSet.Slot = nil
    private var serverSlot: PollSet.Slot = nil

    /// As much is read at once.
    private static let piece = 16 << 10
    /// As many addresses of one server are tried.
    private static let mostAddresses = 4

    init(_ client: Descriptor, limits: ScriptLimits, now: ContinuousClock.Instant) {
        self.client = client
        self.limits = limits
        head = HeadBuffer(limit: limits.headBytes)
        headBytesLeft = limits.headBytes
        deadline = now + limits.headTime
    }

    func prepare(_ set: inout PollSet) {
        clientSlot = nil
        serverSlot = nil
        switch phase {
        case .head: clientSlot = set.watch(client, reads: true)
        case .connecting: serverSlot = set.watch(server, writes: true)
        case .relaying:
            clientSlot = set.watch(client, reads: takesMore && up.room > 0, writes: !down.isEmpty)
            serverSlot = set.watch(server, reads: !hasServerEnded && down.room > 0, writes: !up.isEmpty)
        case .answering: clientSlot = set.watch(client, writes: true)
        case .lingering: clientSlot = set.watch(client, reads: true)
        case .lookingUp, .over: break
        }
    }

    // MARK: The request

    /// Reads on; true when the request is there.
    func readRequest(_ set: PollSet) -> Bool {
        guard phase == .head, set.isReadable(clientSlot) else { return false }
        switch client.receive(atMost: Self.piece) {
        case .nothing: return false
        case .end: end()
        case .bytes(let bytes):
            let count = head.take(bytes)
            if head.isTooLarge { fail(431, "Request Header Fields Too Large") }
            guard head.isComplete else { return false }
            do throws(ProxyRequest.Problem) {
                let request = try ProxyRequest(head.bytes)
                self.request = request
                bodyLeft = request.bodyLength
                return take(bytes[count...])
            } catch {
                fail(400, "Bad Request")
            }
        }
        return false
    }

    /// The name is being looked up: nothing to do until then.
    func waitForName() {
        phase = .lookingUp
        deadline = nil
    }

    /// Goes to the first of the addresses that answers.
    func connect(to addresses: [[UInt8]], port: Int, as receiver: ProxyRequest.Receiver, now: ContinuousClock.Instant) {
        self.addresses = addresses.prefix(Self.mostAddresses).reversed()
        self.port = port
        self.receiver = receiver
        connectToNext(now)
    }

    /// Ends it with an answer of our own, without a word about why: what is asking is a script.
    func fail(_ status: Int, _ reason: String) {
        server = nil
        down = RelayBuffer()
        down.append(ProxyAnswer.own(status, reason))
        phase = .answering
        deadline = nil
    }

    func end() {
        server = nil
        phase = .over
    }

    private func connectToNext(_ now: ContinuousClock.Instant) {
        server = nil
        while let address = addresses.popLast() {
            guard let socket = ProxySocket.connect(address, port: port) else { continue }
            server = socket
            phase = .connecting
            deadline = now + limits.connectTime
            return
        }
        fail(502, "Bad Gateway")
    }

    // MARK: The answer

    /// Does what can be done now, and counts it.
    func turn(_ set: PollSet, _ tally: inout ProxyTally, now: ContinuousClock.Instant) {
        switch phase {
        case .connecting where set.isWritable(serverSlot):
            if let server, ProxySocket.isConnected(server) { begin() } else { connectToNext(now) }
        case .connecting where deadline.map({ now >= $0 }) == true: connectToNext(now)
        case .head where deadline.map({ now >= $0 }) == true: end()
        case .relaying: relay(set, &tally)
        case .answering where set.isWritable(clientSlot):
            guard down.send(to: client) else { return end() }
            if down.isEmpty { linger(now) }
        case .lingering where deadline.map({ now >= $0 }) == true: end()
        case .lingering where set.isReadable(clientSlot):
            if case .end = client.receive(atMost: Self.piece) { end() }
        default: break
        }
    }

    /// What a closed socket has not read makes the system take back what it has not delivered: the browser has a moment to close first.
    private func linger(_ now: ContinuousClock.Instant) {
        ProxySocket.endSending(client)
        phase = .lingering
        deadline = now + .seconds(1)
    }

    private func begin() {
        guard let request else { return end() }
        phase = .relaying
        deadline = nil
        if request.isTunnel, receiver == .server {
            down.append(Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8))
        } else {
            // Ahead of what has come of the body meanwhile.
            let body = up
            up = RelayBuffer()
            up.append(request.head(for: receiver))
            up.append(body.content)
            if !request.isTunnel { answer = HeadBuffer(limit: headBytesLeft) }
        }
    }

    private func relay(_ set: PollSet, _ tally: inout ProxyTally) {
        if set.isReadable(clientSlot), takesMore { readClient(&tally) }
        if phase == .relaying, set.isReadable(serverSlot) { readServer(&tally) }
        guard phase == .relaying, let server else { return }
        if !up.send(to: server) {
            // It may have answered before it closed.
            takesMore = false
            up = RelayBuffer()
        }
        if !down.send(to: client) || hasServerEnded && down.isEmpty { end() }
    }

    private func readClient(_ tally: inout ProxyTally) {
        switch client.receive(atMost: min(up.room, Self.piece)) {
        case .nothing: break
        case .bytes(let bytes):
            tally.send(bytes.count)
            if !take(bytes[...]) { end() }
        case .end:
            // The browser never closes half of a connection: it wants nothing more.
            end()
        }
    }

    /// False for more than the request is.
    private func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        if request?.isTunnel == false {
            guard bytes.count <= bodyLeft else {
                fail(400, "Bad Request")
                return false
            }
            bodyLeft -= bytes.count
        }
        up.append(bytes)
        return true
    }

    private func readServer(_ tally: inout ProxyTally) {
        guard let server else { return }
        switch server.receive(atMost: min(max(1, down.room), Self.piece)) {
        case .nothing: break
        case .bytes(let bytes):
            tally.receive(bytes.count)
            takeAnswer(bytes[...])
        case .end:
            hasServerEnded = true
            if answer != nil { fail(502, "Bad Gateway") }
        }
    }

    private func takeAnswer(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty, answer != nil {
            let count = answer?.take(rest) ?? 0
            rest = rest.dropFirst(count)
            headBytesLeft -= count
            guard let answer, answer.isComplete else {
                if answer?.isTooLarge == true { fail(502, "Bad Gateway") }
                return
            }
            guard let head = ProxyAnswer(answer.bytes) else { return fail(502, "Bad Gateway") }
            self.answer = head.isInterim ? HeadBuffer(limit: headBytesLeft) : nil
            if !head.isInterim { down.append(head.head) }
        }
        down.append(rest)
    }
}
