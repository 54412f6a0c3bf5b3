import Devices
import Inspector
import Listening
import Panes
import Records
import Store
import Tasks

/// Starts and stops the sources of a session, and counts their records.
final class SourceRunner {
    private let records: Records
    private let tools: ToolRunner
    private var running: [any IntakeSource] = []
    /// The sources that the user has started, by name. The next session starts them again.
    private(set) var requests: [String: SourceRequest] = [:]
    /// The ends of the sources that were stopped. A tool that is cancelled still takes a moment to end.
    private var ending: [Future<Void>] = []

    init(_ records: Records, environment: [String: String]) {
        self.records = records
        tools = ToolRunner(environment: environment)
    }

    /// Starts a source without adding it to ``requests``, so the next session does not start it again.
    func start(_ source: any IntakeSource) {
        running.append(source)
        source.start()
    }

    func start(_ request: SourceRequest) {
        requests[request.sourceName] = request
        switch request {
        case .listen(let port): start(HTTPSource(port: port, records: records))
        case .follow(let tool, let device): start(DeviceLogSource(tool, device: device, runner: tools, records: records))
        }
    }

    func stop(_ name: String) {
        requests[name] = nil
        end { $0.name == name }
        records.tell(name, .ended)
    }

    /// Stops all sources. The returned future settles when no tool is running any more.
    func end() -> Future<Void> {
        end { _ in true }
        return .whenAll(ending)
    }

    private func end(_ isMeant: (any IntakeSource) -> Bool) {
        ending.removeAll { $0.isCompleted }
        for source in running where isMeant(source) {
            source.cancel()
            ending.append(source.ended())
        }
        running.removeAll(where: isMeant)
    }

    var counts: [String: SourceCounts] {
        var counts = records.sourceCounts
        for source in running {
            let refusals = source.refusals
            guard refusals.refused > 0 else { continue }
            counts[source.name, default: SourceCounts()].refused = refusals.refused
            counts[source.name, default: SourceCounts()].lastRefusal = refusals.lastRefusal
        }
        return counts
    }
}
