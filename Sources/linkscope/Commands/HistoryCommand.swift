import ArgumentParser
import History
import Intake

/// `linkscope history`: what was seen in earlier sessions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Search, show, export and delete saved sessions, or send a link or event again.",
        discussion: """
            The history is a database ($XDG_STATE_HOME/linkscope/history.db, by default in ~/.local/state) that linkscope builds from the \
            session journals. The inspector adds new entries in the background, and history commands add them too. Secrets are masked in the \
            database. Deleting a session also deletes its entries.
            """,
        subcommands: [
            HistorySearch.self, HistoryShow.self, HistoryExport.self, HistoryReplay.self, HistoryPrune.self, HistoryRebuild.self,
        ]
    )

    /// Opens the history, and adds what is new.
    @MainActor static func open(in console: Console) throws(CommandFailure) -> History {
        let environment = console.environment
        do {
            var history = try History(state: try Folders.state(environment: environment))
            do {
                say(history.replaced, in: console)
                try update(history, in: console)
            } catch let error as HistoryError {
                guard case .damaged = error.cause else { throw error }
                history = try History.cleared(state: try Folders.state(environment: environment))
                say(history.replaced, in: console)
                try update(history, in: console)
            }
            return history
        } catch {
            throw CommandFailure("\(error)")
        }
    }

    private static func say(_ aside: String?, in console: Console) {
        guard let aside else { return }
        console.error("linkscope: the history was damaged and is being rebuilt from the journals; the damaged file is now \(aside)")
    }

    /// Adds new entries, and shows the progress on a terminal. If another process adds entries for a long time, goes on without waiting for
    /// that process.
    @discardableResult
    @MainActor static func update(_ history: History, in console: Console) throws -> History.Update {
        let line = ProgressLine(console)
        defer { line.clear() }
        let folder = try Folders.sessions(environment: console.environment)
        do throws(HistoryError) {
            let update = try history.update(
                from: folder, progress: { update in line.show("Adding to the history: \(update.entries) entries") })
            if update.unreadable > 0 {
                let count = update.unreadable == 1 ? "1 session" : "\(update.unreadable) sessions"
                console.error("linkscope: \(count) could not be read, so new entries may be missing")
            }
            return update
        } catch {
            guard case .busy = error.cause else { throw error }
            console.error("linkscope: another linkscope is adding entries to the history, so the newest ones may be missing")
            return History.Update()
        }
    }
}
