import Panes
import Records
import Screen

// The window with the saved sessions, and the replay of one. The journals are read, renamed and deleted outside `State`.

extension State {
    mutating func startChoosingSession() -> [Effect] {
        overlay = .sessions(SessionList())
        return [.listSessions]
    }

    /// Shows the sessions that were listed, and the result of a change.
    mutating func show(_ sessions: [SessionSummary], _ told: Notice?) {
        if let told { notice = told }
        guard case .sessions(var list)? = overlay else { return }
        list.sessions = sessions
        list.cursor.replace(count: sessions.count)
        list.cursor.settle(height: sessionRows)
        overlay = .sessions(list)
    }

    /// The number of rows for sessions. The last row of the window is for the name, or for the question.
    private var sessionRows: Int { max(windowPlace.rows - 1, 1) }

    mutating func press(_ key: Key, in list: SessionList) -> [Effect] {
        var list = list
        switch list.step {
        case .choosing: return choose(key, list)
        case .naming(var line):
            switch key {
            case .escape: list.step = .choosing
            case .enter:
                list.step = .choosing
                overlay = .sessions(list)
                return list.selected.map { [.nameSession($0.path, line.text)] } ?? []
            default:
                guard line.edit(key) else { return [] }
                list.step = .naming(line)
            }
        case .deleting:
            list.step = .choosing
            overlay = .sessions(list)
            return key == "y" ? list.selected.map { [.deleteSession($0.path)] } ?? [] : []
        }
        overlay = .sessions(list)
        return []
    }

    private mutating func choose(_ key: Key, _ list: SessionList) -> [Effect] {
        var list = list
        if let session = list.selected {
            switch key {
            case .enter:
                guard session.use == .free else { return refuse(session) }
                overlay = nil
                return [.openSession(session.path)]
            case "n":
                guard session.use != .other else { return refuse(session) }
                list.step = .naming(TextLine(session.name ?? ""))
                overlay = .sessions(list)
                return []
            case "x":
                guard session.use != .current else { return notify(.plain, "The open session cannot be deleted.") }
                guard session.use == .free else { return refuse(session) }
                list.step = .deleting
                overlay = .sessions(list)
                return []
            default: break
            }
        }
        guard let moved = moved(list.cursor, by: key, height: sessionRows) else { return leave(key) }
        list.cursor = moved
        overlay = .sessions(list)
        return []
    }

    private mutating func refuse(_ session: SessionSummary) -> [Effect] {
        notify(
            .plain, session.use == .current ? "This is the session that is open." : "Another inspector uses this session. Quit it first.")
    }

    // MARK: Replaying

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
