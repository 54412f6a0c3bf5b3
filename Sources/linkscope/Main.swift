import ArgumentParser
import Intake

/// The way in: arguments to a command, its errors to an exit code. Decides nothing else.
@main
struct Main {
    static func main() async {
        FileSizeLimit.ignoreSignal()
        do {
            var command = try Linkscope.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Linkscope.leave(with: error)
        }
    }
}
