import ArgumentParser
import History
import JSONDocument
import Records
import Reports

/// `linkscope history show`: lists the sessions, or prints one.
struct HistoryShow: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the sessions, or print what happened in one.",
        discussion: """
            Examples:
              linkscope history show
              linkscope history show checkout

            Exit codes: 0 success, 1 there is no such session, 2 wrong usage, 3 the history cannot be read.
            """
    )

    @Argument(
        help: ArgumentHelp("The name or ID of a session. Without it, all sessions are listed.", valueName: "SESSION"), completion: .session)
    var session: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @MainActor func execute(in console: Console) async throws {
        let history = try HistoryCommand.open(in: console)
        if let session { return try HistoryExport.print(history, session, json: json, in: console) }
        for row in try HistoryLine.failing({ () throws(HistoryError) in try history.sessions() }) {
            console.bytes(json ? Self.json(row) : Self.text(row))
        }
    }

    private static func time(_ milliseconds: Int64?) -> String? {
        milliseconds.map { String(decoding: Timestamp.text($0), as: UTF8.self) }
    }

    private static func text(_ row: History.SessionRow) -> [UInt8] {
        let count = row.records == 1 ? "1 record" : "\(row.records) records"
        let lost = row.lost > 0 ? "  (\(row.lost) of them cannot be read: their file has changed or is gone)" : ""
        let ended = time(row.ended).map { "until " + $0.prefix(19).replacing("T", with: " ") } ?? "empty"
        return Array("\(PlainText.safe(row.id))  \(ended)  \(count)\(row.name.map { "  " + PlainText.safe($0) } ?? "")\(lost)\n".utf8)
    }

    private static func json(_ row: History.SessionRow) -> [UInt8] {
        let object: JSONObject = [
            "session": .string(row.id), "name": row.name.map(JSONValue.string) ?? .null, "records": .number(JSONNumber(row.records)),
            "entries": .number(JSONNumber(row.entries)), "began": time(row.began).map(JSONValue.string) ?? .null,
            "ended": time(row.ended).map(JSONValue.string) ?? .null, "damaged": .number(JSONNumber(row.damaged)),
            "lost": .number(JSONNumber(row.lost)),
        ]
        return object.line
    }
}
