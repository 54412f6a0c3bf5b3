import ArgumentParser
import CommandGuide
import Reports
import Secrets
import Store

/// Completions for Bash, zsh and fish: the scripts that are installed, and the answers that the scripts ask for.
enum ShellCompletion {
    /// The option that prints a script.
    private static let scriptOption = "--generate-completion-script"

    /// With this word first, the other words are those of a command line that a shell completes. It has three hyphens, so it cannot be an
    /// option.
    private static let request = "---complete"

    /// The commands with the options of the default command at the root, as in the help.
    static var commands: CommandDescription? { CommandDescription(description: RootHelp._dumpHelp()) }

    /// Carries out a request for a script or for an answer. Returns `false` if the arguments are no such request.
    static func answers(_ arguments: [String], in console: Console) throws(CommandFailure) -> Bool {
        guard let first = arguments.first else { return false }
        if first == request {
            guard let commands else { return true }
            let completion = CompletingShell.$environment.withValue(console.environment) {
                Completion(Array(arguments.dropFirst()), of: commands) { liveValues(of: $0, $1, arguments) }
            }
            console.bytes(completion.lines.flatMap { Array(($0 + "\n").utf8) })
            return true
        }
        guard first == scriptOption || first.hasPrefix(scriptOption + "=") else { return false }
        let name = first == scriptOption ? arguments.dropFirst().first : String(first.dropFirst(scriptOption.count + 1))
        console.bytes(try script(for: name, or: console.environment["SHELL"]))
        return true
    }

    /// Returns the script for a shell, or for the user's shell if no name is given.
    private static func script(for name: String?, or usersShell: String?) throws(CommandFailure) -> [UInt8] {
        let known = CompletionShell.allCases.map(\.rawValue).sorted()
        let usual = usersShell?.split(separator: "/").last.map(String.init)
        guard let shell = name ?? usual, known.contains(shell), let script = ResourceFile("completions/linkscope.\(shell)") else {
            throw .usage("\(scriptOption): use one of \(known.joined(separator: ", "))")
        }
        return script.bytes
    }

    /// Asks the argument parser for the values that an argument lists itself. Such a list may depend on the other words of the line.
    private static func liveValues(of command: CommandDescription, _ argument: String, _ words: [String]) -> String {
        do {
            _ = try RootHelp.parseAsRoot(["---completion"] + command.path.dropFirst() + ["--", argument, "0", "0"] + words)
            return ""
        } catch {
            return RootHelp.exitCode(for: error) == .success ? RootHelp.fullMessage(for: error) : ""
        }
    }
}
