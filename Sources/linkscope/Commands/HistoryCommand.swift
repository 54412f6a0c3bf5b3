import ArgumentParser
import Records
import Store

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
                let count = update.unreadable == 1 ? "1 session" : "\(update.unreadable) sessions"
                console.error("linkscope: \(count) could not be read, so new entries may be missing")
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
            throw CommandFailure("the history has no session \"\(session)\"; linkscope history show lists them", code: Exit.no)
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
            "\(entries == 1 ? "1 entry" : "\(entries) entries") of \(sessions.count == 1 ? "1 session" : "\(sessions.count) sessions")"
                + (update.lost == 0 ? "" : "; \(update.lost) more are lost, because their file has changed or is gone"))
    }
}
