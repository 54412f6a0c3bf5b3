import ArgumentParser
import Intake

/// The entry point: turns arguments into a command, and the command's errors into an exit code.
@main
struct Main {
    static func main() async {
        StandardStreams.reserve()
        FileSizeLimit.ignoreSignal()
        var running: (any ParsableCommand.Type)?
        do {
            if try ShellCompletion.answers(Array(CommandLine.arguments.dropFirst())) { return }
            let (arguments, rest) = ManyArguments.split(Array(CommandLine.arguments.dropFirst()))
            try Linkscope.checkCommand(in: arguments)
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
                try command.check()
                try await command.execute()
            } else {
                try command.run()
            }
        } catch {
            Linkscope.leave(with: error, of: running)
        }
    }
}
