import ArgumentParser
import Foundation
import History
import Intake

/// `linkscope history`: what was seen in earlier sessions.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Search the links and events of all sessions, show them, or send one again.",
        discussion: """
            The history is a database that linkscope makes from the journals of the sessions, in ~/.local/state/linkscope/history.db. Each \
            command first adds what is new. Secrets are masked in it. A session that is deleted leaves the history too.
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
                Output.error("linkscope: the history was damaged, so it is made again from the journals; the old file is \(aside)")
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
