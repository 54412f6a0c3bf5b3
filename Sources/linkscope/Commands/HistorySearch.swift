import ArgumentParser
import Foundation
import JSONDocument
import Records
import Reports
import Store

/// `linkscope history search`: finds links and events of all sessions.
struct HistorySearch: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search all sessions for links and events that contain these words.",
        discussion: """
            Finds the entries that contain all the given words. The beginning of a word is enough. Both the raw and the decoded text are \
            searched. The newest entry comes first.

            Examples:
              linkscope history search summer sale
              linkscope history search --since 2026-11-01 --kind event al_nav_in
              linkscope history search --json shop | jq -r .text

            Exit codes: 0 success, 1 nothing was found, 2 wrong usage, 3 the history cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("Words. Without words, linkscope lists the newest entries.", valueName: "WORD"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Only entries at or after this time, such as 2026-11-26 or 2026-11-26T09:30:00Z.", valueName: "DATE"))
    var since: String?

    @Option(help: ArgumentHelp("Only entries before this day or time.", valueName: "DATE"))
    var until: String?

    @Option(
        help: ArgumentHelp(
            "Only entries of this kind: link, event, other (other JSON), navigation (you opened a link or returned), device (a link "
                + "opened on a real device) or lookup (you fetched a page or checked a verdict). Can be repeated.", valueName: "KIND"),
        completion: .list(HistoryEntry.Kind.allCases.map(\.word)))
    var kind: [String] = []

    @Option(help: ArgumentHelp("Only entries of this session: its name or its ID.", valueName: "SESSION"), completion: .session)
    var session: String?

    @Option(help: ArgumentHelp("Print at most this many entries.", valueName: "N"))
    var limit = 50

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func check(in console: Console) throws(CommandFailure) { _ = try query() }

    @MainActor func execute(in console: Console) async throws {
        let history = try HistoryCommand.open(in: console)
        let found = try history.search(try query())
        guard !found.isEmpty else {
            console.error("Nothing was found.")
            throw CommandFailure("", code: Exit.no)
        }
        for entry in found { console.bytes(entry.line(json: json)) }
    }

    private func query() throws(CommandFailure) -> HistoryQuery {
        var query = HistoryQuery()
        query.words = words.joined(separator: " ")
        query.since = try since.map { text throws(CommandFailure) in try Self.time(text, option: "--since") }
        query.until = try until.map { text throws(CommandFailure) in try Self.time(text, option: "--until") }
        query.kinds = Set(try kind.map(Self.kind))
        query.session = session
        guard limit > 0 else { throw CommandFailure("--limit must be greater than 0", code: Exit.usage) }
        query.limit = limit
        return query
    }

    private static func kind(_ word: String) throws(CommandFailure) -> HistoryEntry.Kind {
        guard let kind = HistoryEntry.Kind.allCases.first(where: { $0.word == word }) else {
            let words = HistoryEntry.Kind.allCases.map(\.word).joined(separator: ", ")
            throw CommandFailure("--kind: choose one of \(words)", code: Exit.usage)
        }
        return kind
    }

    /// Returns a time in milliseconds since 1970. A day alone begins at midnight UTC.
    private static func time(_ text: String, option: String) throws(CommandFailure) -> Int64 {
        let whole = text.contains("T") ? text : text + "T00:00:00Z"
        guard let date = try? Date(whole, strategy: .iso8601) else {
            throw CommandFailure("\(option): write a day or a time, such as 2026-11-26 or 2026-11-26T09:30:00Z", code: Exit.usage)
        }
        return Int64(date.timeIntervalSince1970 * 1000)
    }
}

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
        for row in try history.sessions() {
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

nonisolated extension HistoryEntry {
    /// Returns the entry as a line of output.
    func line(json: Bool) -> [UInt8] {
        let time = String(decoding: Timestamp.text(time), as: UTF8.self)
        guard json else {
            let kind = kind.word + String(repeating: " ", count: max(10 - kind.word.count, 0))
            let note = isMasked ? "  (secret masked)" : ""
            return Array("\(id)  \(time.prefix(19).replacing("T", with: " "))  \(kind)  \(PlainText.safe(text))\(note)\n".utf8)
        }
        let object: JSONObject = [
            "id": .number(JSONNumber(Int(id))), "time": .string(time), "kind": .string(kind.word), "source": .string(source),
            "session": .string(session), "sessionName": sessionName.map(JSONValue.string) ?? .null,
            "record": record.map { .number(JSONNumber($0)) } ?? .null, "text": .string(text), "masked": .bool(isMasked),
        ]
        return object.line
    }
}
