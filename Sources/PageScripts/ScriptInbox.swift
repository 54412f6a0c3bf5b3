import Fetching
import Pages
import Tasks

/// What other threads tell the one that runs scripts: answers of name servers, and that it is to stop.
final class ScriptInbox: Sendable {
    struct Mail: Sendable {
        var lookedUp: [(host: String, answer: HostLookup.Answer)] = []
        var isCancelled = false
    }

    private let mail = Locked(Mail())
    private let wake: (reader: Descriptor, writer: Descriptor)

    init() throws(ScriptProblem) {
        wake = try Descriptor.pipe()
    }

    /// What ends a wait.
    var descriptor: Descriptor { wake.reader }

    func cancel() { tell { $0.isCancelled = true } }

    func lookedUp(_ host: String, _ answer: HostLookup.Answer) { tell { $0.lookedUp.append((host, answer)) } }

    /// What has come since the last time.
    func take() -> Mail {
        while case .bytes = wake.reader.receive(atMost: 64) {}
        return mail.withLock { mail in
            defer { mail.lookedUp = [] }
            return mail
        }
    }

    private func tell(_ change: @Sendable (inout Mail) -> Void) {
        mail.withLock { change(&$0) }
        // A full pipe has woken it already.
        _ = wake.writer.send([1])
    }
}
