import ArgumentParser
import History

/// `linkscope history rebuild`: makes the history again from the journals.
struct HistoryRebuild: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make the history again from the journals of the sessions.",
        discussion: """
            The journals have everything that the history has. Use this if a search misses something.

            Exit codes: 0 success, 2 wrong usage, 3 the history cannot be written.
            """
    )

    @MainActor func execute() async throws {
        let history = try HistoryCommand.open()
        try HistoryLine.failing { () throws(HistoryError) in try history.clear() }
        try HistoryCommand.update(history)
        let sessions = try HistoryLine.failing { () throws(HistoryError) in try history.sessions() }
        let entries = sessions.reduce(0) { $0 + $1.entries }
        Output.error(
            "\(entries == 1 ? "1 entry" : "\(entries) entries") of \(sessions.count == 1 ? "1 session" : "\(sessions.count) sessions")")
    }
}
