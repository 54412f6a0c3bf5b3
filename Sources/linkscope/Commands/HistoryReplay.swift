import ArgumentParser
import Foundation
import History
import Intake
import Records
import Secrets

/// `linkscope history replay`: sends a record from the history to a running inspector.
struct HistoryReplay: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send a link or event from the history to a running inspector.",
        discussion: """
            linkscope history search shows the number of each entry in its first column. If the entry contains masked secrets, linkscope \
            asks for each of them on the terminal and does not show what you type.

            To watch a whole session again, use linkscope --replay SESSION.

            Exit codes: 0 success; 1 no link or event has this number; 2 wrong usage; 3 no inspector can be reached, or there is no \
            terminal to ask for a secret.
            """
    )

    @Argument(help: ArgumentHelp("The number of an entry.", valueName: "ENTRY"))
    var entry: Int64

    @Option(
        help: ArgumentHelp("Use the inspector with this process ID (default: the newest).", valueName: "PID"), completion: .inspector)
    var to: Int32?

    @MainActor func execute() async throws {
        let history = try HistoryCommand.open()
        guard let found = try HistoryLine.failing({ () throws(HistoryError) in try history.entry(entry) }), found.kind.isRecord else {
            throw CommandFailure("the history has no link or event with the number \(entry)", code: Exit.no)
        }
        let client = InspectorClient(folder: Folders.runtime(environment: ProcessInfo.processInfo.environment))
        do throws(SocketError) {
            let inspector = try client.choose(pid: to)
            let text: String
            do throws(CommandFailure) { text = try Self.filled(found.text) } catch { Linkscope.leave(with: error, of: HistoryReplay.self) }
            _ = try client.deliver(Array(text.utf8), to: inspector)
            Output.error("1 record delivered to inspector \(inspector.pid)")
        } catch {
            throw CommandFailure(error.description)
        }
    }

    /// Returns the text with the secrets that the user types in place of the masked ones.
    private static func filled(_ text: String) throws(CommandFailure) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: mask) {
            let end = rest[start...].firstIndex { $0 != mask } ?? rest.endIndex
            // The question has nothing of a secret that was typed before.
            let before = rest[..<start]
            result += before + (try ask("The secret after \"\(before.suffix(40))\": "))
            rest = rest[end...]
        }
        return result + rest
    }

    private static let mask: Character = "•"

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
