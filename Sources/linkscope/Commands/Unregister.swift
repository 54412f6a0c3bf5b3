import ArgumentParser
import DesktopHandlers
import Reports

/// `linkscope unregister`: undoes `linkscope register`.
struct Unregister: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Undo linkscope register.",
        usage: "linkscope unregister [--json] <SCHEME> ...",
        discussion: """
            Links with the given schemes then open in the program that was the default before linkscope was registered. If no other \
            program has changed mimeapps.list since, linkscope restores the file byte for byte. Otherwise, it removes only its own \
            entries.

            Examples:
              linkscope unregister myapp
              linkscope register    (lists the registered schemes)

            Exit codes: 0 success; 1 linkscope is not registered for one of the schemes; 2 wrong usage; 3 a file cannot be written, or the \
            system is macOS.
            """
    )

    @Argument(help: ArgumentHelp("Schemes, such as myapp.", valueName: "SCHEME"))
    var schemes: [String] = []

    @Flag(help: "Print one JSON object per scheme.")
    var json = false

    func check(in console: Console) throws(CommandFailure) {
        guard !schemes.isEmpty else { throw CommandFailure("no scheme: give one, such as myapp", code: Exit.usage) }
        _ = try HandledScheme.all(schemes, ofAnyOwner: true)
    }

    @MainActor func execute(in console: Console) async throws {
        let schemes = try HandledScheme.all(schemes, ofAnyOwner: true)
        let statuses: [HandlerStatus?]
        let registry = try HandlerRegistry.ofUser(console.environment)
        do throws(HandlerError) {
            statuses = try registry.unregister(schemes)
        } catch {
            throw CommandFailure("not unregistered: \(error)")
        }
        for case let status? in statuses {
            if json { console.bytes(status.object.line) } else { console.line(PlainText.safe(line(status))) }
        }
        let others = zip(schemes, statuses).filter { $1 == nil }.map(\.0.name)
        if !others.isEmpty {
            throw CommandFailure("\(others.joined(separator: ", ")): linkscope is not registered for this scheme", code: Exit.no)
        }
    }

    private func line(_ status: HandlerStatus) -> String {
        "\(status.scheme):  linkscope is no longer registered" + (status.handler.map { "; \($0) is the default" } ?? "")
    }
}
