import Panes
import Records
import Screen

// The replay of a saved session.

extension State {
    /// Holds the replay, or lets it go on.
    mutating func holdReplay() -> [Effect] {
        guard var replay = edges.replay else { return [] }
        replay.isHeld.toggle()
        edges.replay = replay
        return [.holdReplay(replay.isHeld)]
    }

    /// Notes the end of the replay.
    mutating func noteReplay(_ name: String, _ source: SourceState) {
        guard edges.replay?.name == name else { return }
        switch source {
        case .ended:
            edges.replay = nil
            let links = lists.links.count + hold.count == 1 ? "1 link" : "\(lists.links.count + hold.count) links"
            notice = Notice(.good, "The replay has ended: \(links).")
        case .failed: edges.replay = nil
        case .reading, .following, .listening, .changed, .waiting: break
        }
    }
}
