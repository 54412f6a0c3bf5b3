import ArgumentParser
import History
import Records

/// `linkscope history export`: prints everything as JSON lines.
struct HistoryExport: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all entries, or those of one session, as JSON lines with their secrets masked.",
        discussion: """
            The oldest entry comes first.

            Example:
              linkscope history export > history.ndjson

            Exit codes: 0 success, 1 there is no such session, 2 wrong usage, 3 the history cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("The name or ID of a session (default: all).", valueName: "SESSION"), completion: .session)
    var session: String?

    @MainActor func execute(in console: Console) async throws {
        try Self.print(try HistoryCommand.open(in: console), session, json: true, in: console)
    }

    /// Prints the entries of one session or of all, with the oldest first.
    static func print(_ history: History, _ session: String?, json: Bool, in console: Console) throws(CommandFailure) {
        if let session, try !HistoryLine.failing({ () throws(HistoryError) in try history.has(session: session) }) {
            throw CommandFailure("the history has no session \"\(session)\"; linkscope history show lists them", code: Exit.no)
        }
        var last: Int64 = 0
        while true {
            let page = try HistoryLine.failing { () throws(HistoryError) in try history.entries(after: last, of: session) }
            guard let end = page.last else { return }
            console.bytes(page.flatMap { HistoryLine($0).bytes(json: json) })
            last = end.id
        }
    }
}
