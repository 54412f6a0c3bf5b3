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
