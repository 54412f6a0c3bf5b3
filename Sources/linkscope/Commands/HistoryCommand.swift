import ArgumentParser
import Foundation
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
    @MainActor static func open() throws(CommandFailure) -> History {
        let environment = ProcessInfo.processInfo.environment
        do {
            let history = try History(state: try Folders.state(environment: environment))
            if let aside = history.replaced {
                Output.error("linkscope: the history was damaged and is being rebuilt from the journals; the damaged file is now \(aside)")
            }
            try update(history)
            return history
        } catch {
            throw CommandFailure("\(error)")
        }
    }

    /// Adds what is new, and shows on a terminal how far it is.
    @MainActor static func update(_ history: History) throws(CommandFailure) {
        let environment = ProcessInfo.processInfo.environment
        let line = ProgressLine(environment: environment)
        defer { line.clear() }
        do {
            let folder = try Folders.sessions(environment: environment)
            _ = try history.update(from: folder, progress: { update in line.show("Adding to the history: \(update.entries) entries") })
        } catch {
            throw CommandFailure("\(error)")
        }
    }
}
