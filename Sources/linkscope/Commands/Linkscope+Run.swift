import ArgumentParser
import Bytes
import Devices
import Platform
import Secrets
import Store

extension Linkscope {
    /// Turns arguments into a command, runs it, and returns the exit code.
    @MainActor static func run(_ arguments: [String], in console: Console) async -> Int32 {
        var running: (any ParsableCommand.Type)?
        do {
            if try ShellCompletion.answers(arguments, in: console) { return Exit.fine }
            let (parsed, rest) = ManyArguments.split(arguments)
            try checkCommand(in: parsed)
            var command = try parse(parsed)
            if !rest.isEmpty {
                if var taking = command as? any ProgramCommand & TakesInputs {
                    taking.inputs += rest
                    command = taking
                } else {
                    command = try parse(arguments)
                }
            }
            running = type(of: command)
            if let command = command as? any ProgramCommand {
                try command.check(in: console)
                try await command.execute(in: console)
            } else {
                try command.run()
            }
            return Exit.fine
        } catch {
            return report(error, of: running, arguments, in: console)
        }
    }

    /// Parses arguments. The parser reads the options of each command on the way, and those of the inspector take longer than all others, so
    /// the command of the first word parses its arguments by itself. Errors and help are those of the whole command line.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let named = configuration.subcommands.first { name(of: $0) == arguments.first && $0.configuration.subcommands.isEmpty }
        let command = try? named?.parseAsRoot(Array(arguments.dropFirst()))
        return try command.flatMap { type(of: $0) == named ? $0 : nil } ?? parseAsRoot(arguments)
    }

    /// Prints the error to standard error (or help and version to standard output). Returns the exit code.
    ///
    /// - Parameter command: The command that failed. Nil while the arguments are being parsed.
    private static func report(
        _ error: any Error, of command: (any ParsableCommand.Type)?, _ arguments: [String], in console: Console
    ) -> Int32 {
        if let failure = CommandFailure(reporting: error) {
            if !failure.message.isEmpty { console.error(failure.lines, isMasked: failure.isMasked) }
            if failure.code == Exit.usage, failure.pointsToHelp, let command {
                console.error("See 'linkscope \(path(of: command)) --help'.")
            }
            return failure.code
        }
        if let code = error as? ExitCode { return code.rawValue }
        let columns = console.helpColumns
        let whole = fullMessage(for: error, columns: columns)
        if exitCode(for: error) == .success {
            console.line(whole == helpMessage(columns: columns) ? RootHelp.helpMessage(columns: columns) : whole)
            return Exit.fine
        }
        console.error("linkscope: \(withoutSecrets(plain(message(for: error)), of: arguments))")
        guard exitCode(for: error) == .validationFailure else { return Exit.failed }
        console.error("See '\(helpCommand(in: whole))'.")
        return Exit.usage
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
            .replacing(" and '", with: " or '")
            // The argument parser suggests names that are not alike, such as --json for --foo.
            .replacing(/'--(.*?)'\. Did you mean '--(.*?)'\?/) { match in
                let isNear = NearestWord.to(String(match.1), among: [String(match.2)]) != nil
                return "'--\(match.1)'\(isNear ? "; did you mean '--\(match.2)'?" : "")"
            }
        let isSentence = text.first?.isUppercase == true && text.dropFirst().first?.isLowercase == true
        let start = isSentence ? text.prefix(1).lowercased() + text.dropFirst() : text
        return start.hasSuffix(".") ? String(start.dropLast()) : start
    }

    /// Returns a message of the argument parser with its secrets masked. Such a message quotes whole arguments, or only the value after
    /// `--name=`.
    private static func withoutSecrets(_ message: String, of arguments: [String]) -> String {
        let values = arguments.compactMap { $0.hasPrefix("--") ? $0.firstIndex(of: "=").map($0.suffix(from:)) : nil }
        return (arguments + values.map { String($0.dropFirst()) }).reduce(message) { message, argument in
            let shown = Secrets.masked(argument)
            return shown == argument ? message : message.replacing(argument, with: shown)
        }
    }
}

extension CommandFailure {
    /// Creates the failure of a command that an error has ended. Returns nil for an error of the argument parser, which has a longer message.
    fileprivate init?(reporting error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as HandlerError: self.init(error)
        case is SocketError, is HistoryError, is Folders.Problem: self.init("\(error)")
        default: return nil
        }
    }

    /// - Parameter what: What failed.
    nonisolated init(_ error: HandlerError, _ what: String = "") { self.init("\(what)\(error)", advice: error.advice) }
}
