import ArgumentParser
import Secrets

extension Linkscope {
    /// Prints the error to standard error (or help and version to standard output) and ends the program.
    ///
    /// - Parameter command: The command that failed. Nil while the arguments are being parsed.
    static func leave(with error: any Error, of command: (any ParsableCommand.Type)? = nil) -> Never {
        if let failure = error as? CommandFailure {
            if !failure.message.isEmpty { Output.error("linkscope: \(failure.message)", isMasked: failure.isMasked) }
            if failure.code == Exit.usage, failure.pointsToHelp, let command {
                Output.error("See 'linkscope \(path(of: command)) --help'.")
            }
            Exit.leave(failure.code)
        }
        if let code = error as? ExitCode { Exit.leave(code.rawValue) }
        let whole = fullMessage(for: error)
        if exitCode(for: error) == .success {
            Output.line(whole == helpMessage() ? RootHelp.helpMessage() : whole)
            Exit.leave(Exit.fine)
        }
        Output.error("linkscope: \(withoutSecrets(plain(message(for: error))))")
        guard exitCode(for: error) == .validationFailure else { Exit.leave(Exit.failed) }
        Output.error("See '\(helpCommand(in: whole))'.")
        Exit.leave(Exit.usage)
    }

    /// Returns the command that prints the help, such as `linkscope resolve --help`, from the last line of the argument parser's message.
    private static func helpCommand(in message: String) -> Substring {
        let parts = message.split(separator: "\n").last?.split(separator: "'") ?? []
        return parts.count == 3 ? parts[1] : "linkscope --help"
    }

    /// Returns a message of the argument parser in the style of linkscope's messages: one line that starts in lowercase and has no final
    /// period.
    private static func plain(_ message: String) -> String {
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
        let text = lines.joined(separator: " ").replacing(". Please provide one of ", with: "; use one of ")
            .replacing(" and '", with: " or '").replacing(". Did you mean ", with: "; did you mean ")
        let isSentence = text.first?.isUppercase == true && text.dropFirst().first?.isLowercase == true
        let start = isSentence ? text.prefix(1).lowercased() + text.dropFirst() : text
        return start.hasSuffix(".") ? String(start.dropLast()) : start
    }

    /// Returns a message of the argument parser with its secrets masked. Such a message quotes whole arguments, or only the value after
    /// `--name=`.
    private static func withoutSecrets(_ message: String) -> String {
        let arguments = CommandLine.arguments.dropFirst()
        let values = arguments.compactMap { $0.hasPrefix("--") ? $0.firstIndex(of: "=").map($0.suffix(from:)) : nil }
        return (arguments + values.map { String($0.dropFirst()) }).reduce(message) { message, argument in
            let shown = Secrets.masked(argument)
            return shown == argument ? message : message.replacing(argument, with: shown)
        }
    }
}
