import ArgumentParser
import History
import Intake

/// `linkscope history rebuild`: builds the history again from the journals.
struct HistoryRebuild: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Build the history again from the session journals.",
        discussion: """
            Use this if a search does not find something that a session contains. Entries that came from a file are lost if that file has \
            changed or is gone.

            Exit codes: 0 success, 2 wrong usage, 3 the history cannot be written.
            """
    )

    @MainActor func execute(in console: Console) async throws {
        let history = try HistoryLine.words {
            try History.cleared(state: try Folders.state(environment: console.environment))
        }
        let update = try HistoryLine.words { try HistoryCommand.update(history, in: console) }
        let sessions = try HistoryLine.failing { () throws(HistoryError) in try history.sessions() }
        let entries = sessions.reduce(0) { $0 + $1.entries }
        console.error(
            "\(entries == 1 ? "1 entry" : "\(entries) entries") of \(sessions.count == 1 ? "1 session" : "\(sessions.count) sessions")"
                + (update.lost == 0 ? "" : "; \(update.lost) more are lost, because their file has changed or is gone"))
    }
}
