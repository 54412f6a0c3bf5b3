import ArgumentParser
import Intake

/// A command that runs on the main actor.
///
/// It is no `AsyncParsableCommand`, whose `run` is nonisolated: that would start the global executor, whose thread pool has a timer that wakes the
/// process every second. The inspector must not wake up while nothing happens.
nonisolated protocol ProgramCommand: ParsableCommand {
    @MainActor func execute() async throws
}

/// The entry point: turns arguments into a command, and the command's errors into an exit code.
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
