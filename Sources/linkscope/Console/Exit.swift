import ArgumentParser
import Secrets

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The program's exit codes; scripts depend on them.
nonisolated enum Exit {
    static let fine: Int32 = 0
    /// The answer is "no": there is a finding of severity error, or the link would not open.
    static let no: Int32 = 1
    static let usage: Int32 = 2
    /// The command could not do its work: no terminal, no inspector, no file.
    static let failed: Int32 = 3

    static func leave(_ code: Int32) -> Never { exit(code) }
}

/// An error with a message for the user and an exit code.
nonisolated struct CommandFailure: Error {
    var message: String
    var code: Int32

    init(_ message: String, code: Int32 = Exit.failed) {
        self.message = message
        self.code = code
    }
}

extension Linkscope {
    /// Prints the error on standard error, or help and version on standard output, and ends the program.
    static func leave(with error: any Error) -> Never {
        if let failure = error as? CommandFailure {
            if !failure.message.isEmpty { Output.error("linkscope: \(failure.message)") }
            Exit.leave(failure.code)
        }
        if let code = error as? ExitCode { Exit.leave(code.rawValue) }
        let message = fullMessage(for: error)
        if exitCode(for: error) == .success {
            Output.line(message)
            Exit.leave(Exit.fine)
        }
        Output.error(withoutSecrets(message))
        Exit.leave(exitCode(for: error) == .validationFailure ? Exit.usage : Exit.failed)
    }

    /// Masks secrets in a message of the argument parser, which quotes arguments as a whole or only the part after `--name=`.
    private static func withoutSecrets(_ message: String) -> String {
        let arguments = CommandLine.arguments.dropFirst()
        let values = arguments.compactMap { $0.hasPrefix("--") ? $0.firstIndex(of: "=").map($0.suffix(from:)) : nil }
        return (arguments + values.map { String($0.dropFirst()) }).reduce(message) { message, argument in
            let shown = Secrets.masked(argument)
            return shown == argument ? message : message.replacing(argument, with: shown)
        }
    }
}
