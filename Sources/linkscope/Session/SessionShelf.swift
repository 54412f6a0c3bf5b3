import Inspector
import Panes
import Store
import Synchronization
import Tasks

/// Lists, names, deletes and opens the saved sessions, on a thread of its own.
nonisolated final class SessionShelf: Sendable {
    private let records: Records
    private let environment: [String: String]
    private let thread = WorkerThread("sessions")
    private let chosen = Mutex<SessionJournal?>(nil)

    init(_ records: Records, _ environment: [String: String]) {
        self.records = records
        self.environment = environment
    }

    /// Removes and returns the journal of the session that the user has opened.
    func takeChosen() -> SessionJournal? {
        chosen.withLock { journal in
            defer { journal = nil }
            return journal
        }
    }

    func list() -> Future<Message?> { run { nil } }

    func name(_ path: String, _ name: String) -> Future<Message?> {
        run { [records] () throws(Sessions.Problem) in
            if path == records.journalPath { try records.rename(to: name) } else { try Sessions.rename(path, to: name) }
            let kept = try Sessions.kept(name)
            return Notice(
                .good,
                kept == name
                    ? "Session renamed." : "The session is named \(kept): a name keeps only letters and digits, with hyphens between them.")
        }
    }

    func delete(_ path: String) -> Future<Message?> {
        run { () throws(Sessions.Problem) in
            try Sessions.delete(path)
            return Notice(.good, "The session is deleted.")
        }
    }

    /// Opens a session. If that succeeds, calls `end`, which ends this session.
    func open(_ path: String, end: @escaping @Sendable () -> Void) -> Future<Message?> {
        thread.answer { [self] in
            do throws(Sessions.Problem) {
                let journal = try Sessions.open(path)
                chosen.withLock { $0 = journal }
                end()
                return nil
            } catch {
                return .notice(Notice(.bad, "The session was not opened: \(error)."))
            }
        }
    }

    /// Runs a change, and then lists the sessions.
    private func run(_ change: @escaping @Sendable () throws(Sessions.Problem) -> Notice?) -> Future<Message?> {
        thread.answer { [records, environment] in
            var notice: Notice?
            do throws(Sessions.Problem) { notice = try change() } catch { notice = Notice(.bad, "Not changed: \(error).") }
            do throws(Folders.Problem) {
                let folder = try Folders.sessions(environment: environment)
                return .sessions(Sessions.all(in: folder, current: records.journalPath), notice)
            } catch {
                return .sessions([], Notice(.bad, "\(error)"))
            }
        }
    }
}
