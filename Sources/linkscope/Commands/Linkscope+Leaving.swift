import ArgumentParser
import Secrets

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
