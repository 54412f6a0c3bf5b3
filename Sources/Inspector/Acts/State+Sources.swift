import Bytes
import DeviceTools
import Panes
import Records
import Screen

// The sources: the HTTP listener, the logs of devices, and everything else that brings records. They run outside `State`. Their counts are
// asked for once a second, and only while the dialog is open.

extension State {
    /// The time between two counts, in milliseconds.
    static let countInterval: Int64 = 1000

    mutating func start(_ request: SourceRequest) -> [Effect] {
        // A notice about a mistake in an earlier command no longer applies.
        notices.hide()
        let isOn = edges.sources[request.sourceName]?.isOn == true
        return (isOn ? [.stopSource(request.sourceName)] : []) + [.startSource(request)]
    }

    mutating func countSources(after milliseconds: Int64) -> Effect {
        edges.isCountingSources = true
        return .countSources(after: milliseconds)
    }

    // MARK: News

    mutating func note(_ name: String, _ source: SourceState, now: Int64) {
        edges.sources.note(name, source, at: now)
        if case .changed = source { memory.forget() }
        guard edges.replay?.name == name else { return }
        switch source {
        case .ended:
            edges.replay = nil
            notice = Notice(.good, "The replay has ended: \((lists.links.count + hold.count).counted("link")).")
        case .failed: edges.replay = nil
        case .reading, .following, .listening, .changed, .waiting: break
        }
    }

    // MARK: The replay of a saved session

    mutating func holdReplay() -> [Effect] {
        edges.replay?.isHeld.toggle()
        return edges.replay.map { [.holdReplay($0.isHeld)] } ?? []
    }
}
