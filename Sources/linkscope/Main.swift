import ArgumentParser
import Intake

/// A command of ours: it runs on the main actor.
///
/// Not `AsyncParsableCommand`, whose `run` is nonisolated: it would start the global executor, and with it the once-a-second timer of the
/// thread pool below it. The inspector must not wake up while nothing happens.
nonisolated protocol ProgramCommand: ParsableCommand {
    @MainActor func execute() async throws
}

/// The way in: arguments to a command, its errors to an exit code. Decides nothing else.
@main
struct Main {
    static func main() async {
        StandardStreams.reserve()
        FileSizeLimit.ignoreSignal()
        var running: (any ParsableCommand.Type)?
        do {
            let (arguments, rest) = ManyArguments.split(Array(CommandLine.arguments.dropFirst()))
            var command = try Linkscope.parseAsRoot(arguments)
            if !rest.isEmpty {
                if var taking = command as? any ProgramCommand & TakesInputs {
                    taking.inputs += rest
                    command = taking
                } else {
                    command = try Linkscope.parseAsRoot(arguments + rest)
                }
            }
            running = type(of: command)
            if let command = command as? any ProgramCommand {
                try await command.execute()
            } else {
                try command.run()
            }
        } catch {
            Linkscope.leave(with: error, of: running)
        }
    }
}
