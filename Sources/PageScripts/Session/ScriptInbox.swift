import Pages
import Tasks

/// Messages from other threads to the thread that runs scripts: answers of servers, and the request to cancel the run.
final class ScriptInbox: Sendable {
    struct Mail: Sendable {
        /// The outcomes of requests, with the browser's IDs for the requests.
        var outcomes: [(request: String, outcome: Outcome<FetchedPage>)] = []
        var isCancelled = false
    }

    private let mail = Locked(Mail())
    private let wake: (reader: Descriptor, writer: Descriptor)

    init() throws(ScriptProblem) {
        wake = try Descriptor.makePipe()
    }

    /// A descriptor that becomes readable when there is mail.
    var descriptor: Descriptor { wake.reader }

    func cancel() { tell { $0.isCancelled = true } }

    func put(_ outcome: Outcome<FetchedPage>, of request: String) { tell { $0.outcomes.append((request, outcome)) } }

    /// Returns the mail that has arrived since the last call.
    func take() -> Mail {
        while case .bytes = wake.reader.receive(atMost: 64) {}
        return mail.withLock { mail in
            defer { mail.outcomes = [] }
            return mail
        }
    }

    private func tell(_ change: @Sendable (inout Mail) -> Void) {
        mail.withLock { change(&$0) }
        // If the pipe is full, the thread has already been woken.
        _ = wake.writer.send([1])
    }
}
