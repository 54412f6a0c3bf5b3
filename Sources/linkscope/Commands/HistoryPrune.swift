import ArgumentParser
import Foundation
import HTTPTransport
import JSONDocument
import Records
import Reports
import Store
import Web

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
        guard (0...100_000).contains(days) else { throw CommandFailure("--days must be from 0 to 100000", code: Exit.usage) }
        guard (0...Self.mostMiB).contains(maxSize) else {
            throw CommandFailure("--max-size must be from 0 to \(Self.mostMiB)", code: Exit.usage)
        }
    }

    @MainActor func execute(in console: Console) async throws {
        let environment = console.environment
        var retention = Retention()
        retention.days = days
        retention.bytes = Int64(maxSize) << 20
        let folder = try Folders.sessions(environment: environment)
        let removals = retention.removals(Retention.Journal.all(in: folder), now: WallClock.now())
        for (journal, reason) in removals {
            if !dryRun {
                do throws(Sessions.Problem) { try Sessions.delete(journal.path) } catch {
                    throw CommandFailure("\(journal.path): \(error)")
                }
            }
            tell(journal, reason, in: console)
        }
        let pages = oldPages(environment)
        if !dryRun { for page in pages { try? FileManager.default.removeItem(atPath: page) } }
        let bytes = removals.reduce(0) { $0 + $1.journal.bytes }
        let verb = dryRun ? "would be deleted" : "deleted"
        console.error(
            "\(removals.count == 1 ? "1 session" : "\(removals.count) sessions") (\(bytes >> 10) KiB) and "
                + "\(pages.count == 1 ? "1 cached page" : "\(pages.count) cached pages") \(verb)")
        if !dryRun { _ = try HistoryCommand.open(in: console) }
    }

    private func tell(_ journal: Retention.Journal, _ reason: Retention.Reason, in console: Console) {
        let id = String(Sessions.id(of: journal.path))
        guard json else { return console.line("\(PlainText.safe(id))  \(journal.bytes >> 10) KiB  \(reason.rawValue)") }
        let object: JSONObject = [
            "session": .string(id), "name": Sessions.name(of: journal.path).map(JSONValue.string) ?? .null,
            "bytes": .number(JSONNumber(Int(journal.bytes))), "reason": .string(reason == .age ? "age" : "size"), "deleted": .bool(!dryRun),
        ]
        console.bytes(object.line)
    }

    /// Returns the files of the page cache that are older than `days` days.
    private func oldPages(_ environment: [String: String]) -> [String] {
        guard let folder = PageCache.folder(environment: environment),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return [] }
        let limit = Date(timeIntervalSinceNow: -Double(days) * 86_400)
        return names.map { folder + "/" + $0 }.filter { path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard attributes?[.type] as? FileAttributeType == .typeRegular, let date = attributes?[.modificationDate] as? Date else {
                return false
            }
            return date < limit
        }
    }
}
