import Foundation
import Inspector
import Panes
import Records
import Store
import Synchronization
import Tasks

/// Searches all sessions for the inspector, and keeps the history up to date with a low priority.
nonisolated final class HistoryRunner: Sendable {
    private struct State: Sendable {
        /// The words of the last search; nil after the window was closed.
        var words: String?
        var isUpdating = false
        /// Whether records have arrived since the running update began.
        var isChanged = false
        /// The last problem of an update. It is told once.
        var trouble: String?
        var isEnded = false

        /// Returns whether there is something to update. If there is nothing, notes that no update is running.
        mutating func startsUpdate() -> Bool {
            isUpdating = isChanged && !isEnded
            isChanged = false
            return isUpdating
        }
    }

    private let environment: [String: String]
    private let post: @Sendable (Message) -> Void
    private let state = Mutex(State())
    private let opened = Mutex<History?>(nil)
    private let searching = WorkerThread("history", patience: .seconds(2))
    private let updating = WorkerThread("history update")

    init(environment: [String: String], post: @escaping @Sendable (Message) -> Void) {
        self.environment = environment
        self.post = post
    }

    /// Searches for words, and drops an earlier search that still waits. The first search of a window also brings the history up to date.
    func search(_ words: String, updates: Bool) {
        state.withLock { $0.words = words }
        searching.runSomewhere { [self] in
            search(words)
            if updates { update() }
        }
    }

    func stopSearch() { state.withLock { $0.words = nil } }

    /// Stops everything. What was added to the history is kept.
    func end() {
        state.withLock { state in
            state.words = nil
            state.isEnded = true
        }
    }

    private func search(_ words: String) {
        // Only the last of several searches that wait is carried out.
        guard state.withLock({ $0.words == words }) else { return }
        var query = HistoryQuery()
        query.words = words
        query.limit = HistoryNews.most
        tell { .found(try withJournals(try history().search(query)), words: words) }
    }

    /// Reads the entries that are near an entry in its session.
    func readSession(of entry: HistoryEntry) {
        searching.runSomewhere { [self] in
            var before = HistoryQuery()
            before.session = entry.session
            before.before = entry.id
            before.limit = HistoryNews.mostBeside
            tell {
                let history = try history()
                let entries =
                    try history.search(before).reversed()
                    + history.entries(after: entry.id - 1, of: entry.session, limit: HistoryNews.mostBeside)
                return .session(try withJournals(entries), around: entry.id)
            }
        }
    }

    /// Posts the news of the history, or the error that prevented reading it.
    private func tell(_ news: () throws -> HistoryNews) {
        do { post(.history(try news())) } catch { post(.history(.failed("\(error)"))) }
    }

    /// Returns the entries with the paths of their journals, if the journals still exist.
    private func withJournals(_ entries: [HistoryEntry]) throws(Folders.Problem) -> [HistoryEntry] {
        let folder = try Folders.sessions(environment: environment)
        let paths = Dictionary(Sessions.journals(in: folder).map { (String(Sessions.id(of: $0)), $0) }, uniquingKeysWith: { $1 })
        return entries.map { entry in
            var entry = entry
            entry.journal = paths[entry.session]
            return entry
        }
    }

    private func history() throws -> History {
        try opened.withLock { opened in
            if let opened, !opened.isOutdated { return opened }
            let history = try History(state: try Folders.state(environment: environment))
            opened = history
            return history
        }
    }

    /// Brings the history up to date in the background. If an update is running, another one follows it.
    func update() {
        let starts = state.withLock { state in
            state.isChanged = true
            defer { state.isUpdating = true }
            return !state.isUpdating && !state.isEnded
        }
        guard starts else { return }
        updating.runSomewhere { [self] in
            lowerThreadPriority()
            while state.withLock({ $0.startsUpdate() }) { addNewEntries() }
            let words = state.withLock { $0.words }
            guard let words else { return }
            tellWindow(.upToDate(prunable: prunable))
            search(words)
        }
    }

    /// The number of sessions that `linkscope history prune` would delete.
    private var prunable: Int {
        guard let folder = try? Folders.sessions(environment: environment) else { return 0 }
        return Retention().removals(Sessions.all(in: folder, current: nil), now: WallClock.now()).count
    }

    /// If the database is damaged, builds it again, and says so. Returns whether the database was replaced.
    private func repairs(_ error: any Error) throws -> Bool {
        guard (error as? HistoryError)?.isDamage == true else { return false }
        let state = try Folders.state(environment: environment)
        let rebuilt = try History.rebuilt(
            state: state, from: try Folders.sessions(environment: environment), isCancelled: isEnded, progress: tellProgress)
        guard let rebuilt else { return false }
        opened.withLock { $0 = rebuilt.history }
        if let aside = rebuilt.history.replaced {
            post(.notice(Notice(.bad, "The history was damaged and was built again from the journals. The damaged file is now \(aside).")))
        }
        return true
    }

    private func isEnded() -> Bool { state.withLock { $0.isEnded } }

    private func tellProgress(_ update: History.Update) { tellWindow(.adding(update.entries)) }

    private func addNewEntries() {
        do {
            let folder = try Folders.sessions(environment: environment)
            _ = try history().update(from: folder, isCancelled: isEnded, progress: tellProgress)
            state.withLock { $0.trouble = nil }
        } catch let error as HistoryError where error.cause == .busy {
            // Another process adds the same entries.
            return
        } catch {
            let trouble: String
            do {
                if try repairs(error) { return }
                trouble = "\(error)"
            } catch {
                trouble = "\(error)"
            }
            let isNew = state.withLock { state in
                defer { state.trouble = trouble }
                return state.trouble != trouble && !state.isEnded
            }
            tellWindow(.failed(trouble))
            if isNew { post(.notice(Notice(.bad, "The history could not be updated: \(trouble). This session is still saved."))) }
        }
    }

    /// Posts news for the window, if it is open.
    private func tellWindow(_ news: HistoryNews) {
        if state.withLock({ $0.words != nil }) { post(.history(news)) }
    }
}
