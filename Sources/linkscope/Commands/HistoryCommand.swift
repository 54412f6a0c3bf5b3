import ArgumentParser
import Bytes
import Foundation
import HTTPTransport
import JSONDocument
import Records
import Reports
import Store
import Web

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

    /// Opens the history, and adds what is new. Builds a damaged history again.
    @MainActor static func open(in console: Console) throws -> History {
        do {
            let history = try History(state: try Folders.state(environment: console.environment))
            try adding(in: console) { folder, progress in try history.update(from: folder, progress: progress) }
            return history
        } catch let error as HistoryError where error.isDamage {
            return try rebuild(in: console).history
        }
    }

    @MainActor fileprivate static func rebuild(in console: Console) throws -> (history: History, update: History.Update) {
        let state = try Folders.state(environment: console.environment)
        var history: History?
        let update = try adding(in: console) { folder, progress in
            let rebuilt = try History.rebuilt(state: state, from: folder, progress: progress)
            history = rebuilt?.history
            return rebuilt?.update ?? History.Update()
        }
        if let aside = history?.replaced {
            console.error("linkscope: the history was damaged and was built again from the journals; the damaged file is now \(aside)")
        }
        return (try history ?? History(state: state), update)
    }

    /// Adds entries, and shows the progress on a terminal. If another process adds entries for a long time, goes on without waiting for that
    /// process.
    @discardableResult
    @MainActor private static func adding(
        in console: Console, _ add: (_ folder: String, _ progress: (History.Update) -> Void) throws -> History.Update
    ) throws -> History.Update {
        let line = ProgressLine(console)
        defer { line.clear() }
        do {
            let update = try add(try Folders.sessions(environment: console.environment)) { update in
                line.show("Adding to the history: \(update.entries) entries")
            }
            if update.unreadable > 0 {
                console.error("linkscope: \(update.unreadable.counted("session")) could not be read, so new entries may be missing")
            }
            return update
        } catch let error as HistoryError where error.cause == .busy {
            console.error("linkscope: another linkscope is adding entries to the history, so the newest ones may be missing")
            return History.Update()
        }
    }
}

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
    static func print(_ history: History, _ session: String?, json: Bool, in console: Console) throws {
        if let session, try !history.has(session: session) {
            throw CommandFailure("the history has no session \"\(session)\"; linkscope history show lists all sessions", code: Exit.no)
        }
        var last: Int64 = 0
        while true {
            let page = try history.entries(after: last, of: session)
            guard let end = page.last else { return }
            console.bytes(page.flatMap { $0.line(json: json) })
            last = end.id
        }
    }
}

/// `linkscope history rebuild`: builds the history again from the journals.
struct HistoryRebuild: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Build the history again from the session journals.",
        discussion: """
            Use this if a search does not find something that a session contains, or if the history is damaged. Until the new history is \
            complete, searches use the old one. Entries that came from a file are lost if that file has changed or is gone.

            Exit codes: 0 success, 2 wrong usage, 3 the history cannot be written.
            """
    )

    @MainActor func execute(in console: Console) async throws {
        let (history, update) = try HistoryCommand.rebuild(in: console)
        let sessions = try history.sessions()
        let entries = sessions.reduce(0) { $0 + $1.entries }
        console.error(
            "\(entries.counted("entry", "entries")) of \(sessions.count.counted("session"))"
                + (update.lost == 0 ? "" : "; \(update.lost) more are lost, because their file has changed or is gone"))
    }
}

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
            console.error("Nothing was found." + (words.isEmpty ? " Search with words: linkscope history search summer sale" : ""))
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
        guard limit > 0 else { throw .usage("--limit must be greater than 0") }
        query.limit = limit
        return query
    }

    private static func kind(_ word: String) throws(CommandFailure) -> HistoryEntry.Kind {
        guard let kind = HistoryEntry.Kind.allCases.first(where: { $0.word == word }) else {
            let words = HistoryEntry.Kind.allCases.map(\.word).joined(separator: ", ")
            throw .usage("--kind: choose one of \(words)")
        }
        return kind
    }

    /// Returns a time in milliseconds since 1970. A day alone begins at midnight UTC.
    private static func time(_ text: String, option: String) throws(CommandFailure) -> Int64 {
        let whole = text.contains("T") ? text : text + "T00:00:00Z"
        guard let date = try? Date(whole, strategy: .iso8601) else {
            throw .usage("\(option): write a day or a time, such as 2026-11-26 or 2026-11-26T09:30:00Z")
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

    private static func text(_ row: History.SessionRow) -> [UInt8] {
        let count = row.records.counted("record")
        let lost = row.lost > 0 ? "  (\(row.lost) of them cannot be read: their file has changed or is gone)" : ""
        let ended = row.ended.map { "until " + Timestamp.string($0).prefix(19).replacing("T", with: " ") } ?? "empty"
        return Array("\(PlainText.safe(row.id))  \(ended)  \(count)\(row.name.map { "  " + PlainText.safe($0) } ?? "")\(lost)\n".utf8)
    }

    private static func json(_ row: History.SessionRow) -> [UInt8] {
        let object: JSONObject = [
            "session": .string(row.id), "name": row.name.map(JSONValue.string) ?? .null, "records": .number(JSONNumber(row.records)),
            "entries": .number(JSONNumber(row.entries)), "began": row.began.map { .string(Timestamp.string($0)) } ?? .null,
            "ended": row.ended.map { .string(Timestamp.string($0)) } ?? .null, "damaged": .number(JSONNumber(row.damaged)),
            "lost": .number(JSONNumber(row.lost)),
        ]
        return object.line
    }
}

nonisolated extension HistoryEntry {
    func line(json: Bool) -> [UInt8] {
        let time = Timestamp.string(time)
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

/// `linkscope history replay`: sends a record from the history to a running inspector.
struct HistoryReplay: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send a link or event from the history to a running inspector.",
        discussion: """
            linkscope history search shows the number of each entry in its first column. If the entry contains masked secrets, linkscope \
            asks for each of them on the terminal and does not show what you type.

            To watch a whole session again, use linkscope --replay SESSION.

            Exit codes: 0 success; 1 no link or event has this number; 2 wrong usage; 3 no inspector can be reached, there is no terminal \
            to ask for a secret, or a part of the link or event is lost.
            """
    )

    @Argument(help: ArgumentHelp("The number of an entry.", valueName: "ENTRY"))
    var entry: Int64

    @Option(
        help: ArgumentHelp("Use the inspector with this process ID (default: the newest).", valueName: "PID"), completion: .inspector)
    var to: Int32?

    @MainActor func execute(in console: Console) async throws {
        let history = try HistoryCommand.open(in: console)
        guard let found = try history.entry(entry), found.kind.isRecord else {
            throw CommandFailure("the history has no link or event with the number \(entry)", code: Exit.no)
        }
        let sessions = try Folders.sessions(environment: console.environment)
        guard let parts = history.parts(of: found, in: sessions) else {
            throw CommandFailure(
                "the history does not have all of entry \(entry), and the journal or the file that it came from has changed or is gone")
        }
        let client = InspectorClient(folder: Folders.runtime(environment: console.environment))
        let inspector = try client.choose(pid: to)
        _ = try client.deliver(try Self.filled(parts), to: inspector)
        console.error("1 record delivered to inspector \(inspector.pid)")
    }

    /// Returns the bytes of a record with the secrets that the user types between its parts.
    private static func filled(_ parts: [[UInt8]]) throws(CommandFailure) -> [UInt8] {
        var bytes = parts.first ?? []
        for (before, after) in zip(parts, parts.dropFirst()) {
            // The question has nothing of a secret that was typed before. `getpass` prints it as it is.
            let shown = PlainText.safe(String(String(decoding: before, as: UTF8.self).suffix(40)))
            bytes += Array(try ask("The secret after \"\(shown)\": ").utf8)
            bytes += after
        }
        return bytes
    }

    private static func ask(_ question: String) throws(CommandFailure) -> String {
        // `getpass` shows nothing of what is typed. Without a terminal, it would read standard input.
        let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY)
        if terminal >= 0 { close(terminal) }
        guard terminal >= 0, let answer = unsafe getpass(question).map({ unsafe String(cString: $0) }), !answer.isEmpty else {
            throw CommandFailure("the record has a masked secret, and there is no terminal to ask for it")
        }
        return answer
    }
}

/// `linkscope history prune`: deletes old sessions.
struct HistoryPrune: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete old sessions and cached pages.",
        discussion: """
            Deletes sessions that have not changed for 90 days, then the oldest remaining sessions until at most 1 GiB is left. Sessions \
            that are open in an inspector are kept. Cached pages older than 90 days are deleted too. linkscope never deletes sessions on its own.

            Examples:
              linkscope history prune --dry-run
              linkscope history prune --days 30 --max-size 200

            Exit codes: 0 success, 2 wrong usage, 3 a session cannot be deleted.
            """
    )

    @Flag(help: "List what would be deleted without deleting it.")
    var dryRun = false

    @Option(
        help: ArgumentHelp("Delete sessions that have not changed for this many days, and cached pages that are older.", valueName: "N"))
    var days = 90

    @Option(help: ArgumentHelp("Keep at most this many MiB of sessions.", valueName: "MIB"))
    var maxSize = 1024

    @Flag(help: "Print one JSON object per deleted session.")
    var json = false

    /// The largest `--max-size`, in MiB.
    private static let mostMiB = 1 << 30

    func check(in console: Console) throws(CommandFailure) {
        guard (0...100_000).contains(days) else { throw .usage("--days must be from 0 to 100000") }
        guard (0...Self.mostMiB).contains(maxSize) else { throw .usage("--max-size must be from 0 to \(Self.mostMiB)") }
    }

    @MainActor func execute(in console: Console) async throws {
        let environment = console.environment
        var retention = Retention()
        retention.days = days
        retention.bytes = Int64(maxSize) << 20
        let folder = try Folders.sessions(environment: environment)
        let removals = retention.removals(Sessions.all(in: folder, current: nil), now: WallClock.now())
        for (session, reason) in removals {
            if !dryRun {
                try failing(
                    as: { (error: Sessions.Problem) in CommandFailure("\(session.path): \(error)") }, Sessions.delete(session.path))
            }
            tell(session, reason, in: console)
        }
        let pages = oldPages(environment)
        if !dryRun { for page in pages { try? FileManager.default.removeItem(atPath: page) } }
        let bytes = removals.reduce(0) { $0 + $1.session.size }
        let verb = dryRun ? "would be deleted" : "deleted"
        console.error(
            "\(removals.count.counted("session")) (\(bytes >> 10) KiB) and \(pages.count.counted("cached page")) \(verb)")
        if !dryRun { _ = try HistoryCommand.open(in: console) }
    }

    private func tell(_ session: SessionSummary, _ reason: Retention.Reason, in console: Console) {
        let id = String(Sessions.id(of: session.path))
        guard json else { return console.line("\(PlainText.safe(id))  \(session.size >> 10) KiB  \(reason.rawValue)") }
        let object: JSONObject = [
            "session": .string(id), "name": session.name.map(JSONValue.string) ?? .null,
            "bytes": .number(JSONNumber(Int(session.size))), "reason": .string(reason == .age ? "age" : "size"), "deleted": .bool(!dryRun),
        ]
        console.bytes(object.line)
    }

    /// Returns the files of the page cache that are older than `days` days.
    private func oldPages(_ environment: [String: String]) -> [String] {
        guard let folder = PageCache.folder(environment: environment),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return [] }
        let limit = WallClock.now() - Int64(days) * 86_400_000
        return names.map { folder + "/" + $0 }.filter { path in
            guard let status = try? FileStatus.of(path, followingLinks: false) else { return false }
            return status.kind == .regular && status.modifiedAt < limit
        }
    }
}
