import Dispatch
import Foundation
import Intake
import JSONDocument
import Listening

/// One run of `linkscope listen`.
struct ListenRun {
    /// What is printed on standard output.
    enum Report {
        /// Sentences for the user.
        case text
        /// One JSON object.
        case object
        /// A line of JSON for each change, for a program that started the listener.
        case changes
    }

    let console: Console
    let settings: ListenerSettings
    let inspector: Int32?
    let report: Report
    let showsToken: Bool

    /// Listens until a signal ends the program, or until nobody reads the changes anymore.
    func run() throws(CommandFailure) {
        let ended = DispatchSemaphore(value: 0)
        // Kept until the end, so that Ctrl-C is a success.
        let interruption = Interruption(console) { ended.signal() }
        defer { withExtendedLifetime(interruption) {} }
        let bound = try bind()
        var settings = settings
        settings.port = bound.port
        let client = InspectorClient(folder: Folders.runtime(environment: console.environment))
        let (report, console) = (report, console)
        let delivery = InspectorDelivery(client, pid: inspector) { Self.tell($0, report, console) }
        let service = ListenerService(
            settings, store: { lines throws(GroupCommit.Failure) in try Self.store(lines, delivery) }, inspector: { delivery.inspector },
            now: { MonotonicClock.nanoseconds() })
        let start = delivery.start()
        if inspector != nil, case .failed(let error) = start { throw CommandFailure(error.description) }
        let facts = ListenerFacts(
            settings: settings, addresses: bound.addresses, inspector: delivery.inspector, showsToken: showsToken)
        switch report {
        case .text: console.bytes(Array(facts.text.utf8))
        case .object: console.bytes(facts.json.line)
        case .changes: console.bytes(ListenerStatus.listening(facts).json.line)
        }
        if case .failed = start { Self.tell(start, report, console) }
        let listener: HTTPListener
        do throws(SystemError) {
            listener = try HTTPListener(bound, service)
        } catch {
            throw CommandFailure("the listener could not be started: \(error)")
        }
        wait(for: ended, service)
        listener.close()
    }

    private func bind() throws(CommandFailure) -> BoundPort {
        let place = "\(settings.address.host):\(settings.port)"
        do throws(SystemError) {
            return try BoundPort(settings.address, port: settings.port)
        } catch  where error.code == EADDRINUSE {
            throw CommandFailure(
                "\(place) is in use: end the program that uses it, or choose another port with --port (0 picks a free one)")
        } catch  where error.code == EACCES {
            throw CommandFailure("\(place): \(error.reason); choose a port above 1023")
        } catch {
            throw CommandFailure("\(place): \(error.reason)")
        }
    }

    /// Waits for the end. If changes are reported, reports the rate each second in which it differs.
    private func wait(for ended: DispatchSemaphore, _ service: ListenerService) {
        guard report == .changes else { return ended.wait() }
        var before = ListenerCounts()
        var perSecond = 0
        while ended.wait(timeout: .now() + .seconds(1)) == .timedOut {
            if isReaderGone { return }
            let counts = service.counts
            let now = counts.accepted - before.accepted
            if counts != before || now != perSecond { console.bytes(ListenerStatus.rate(perSecond: now, counts).json.line) }
            (before, perSecond) = (counts, now)
        }
    }

    /// Whether the program that reads standard output has ended. Only that program would end the listener.
    private var isReaderGone: Bool {
        var watched = pollfd(fd: console.standardOutput, events: 0, revents: 0)
        return unsafe poll(&watched, 1, 0) > 0
    }

    // MARK: Threads of clients

    private nonisolated static func store(_ lines: [UInt8], _ delivery: InspectorDelivery) throws(GroupCommit.Failure) {
        do throws(SocketError) {
            try delivery.deliver(lines)
        } catch {
            throw GroupCommit.Failure(error.description)
        }
    }

    private nonisolated static func tell(_ change: InspectorDelivery.Report, _ report: Report, _ console: Console) {
        switch (change, report) {
        case (.inspector(let pid), .changes): console.bytes(ListenerStatus.inspector(pid, error: nil).json.line)
        case (.failed(let error), .changes): console.bytes(ListenerStatus.inspector(nil, error: error.description).json.line)
        case (.inspector(let pid), _): console.error("Records go to inspector \(pid).")
        case (.failed(let error), _): console.error("linkscope: \(error)")
        }
    }
}
