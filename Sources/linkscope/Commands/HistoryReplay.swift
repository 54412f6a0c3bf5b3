import ArgumentParser
import Foundation
import Records
import Reports
import Store

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
