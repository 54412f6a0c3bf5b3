import ArgumentParser

/// A command that runs on the main actor.
///
/// This is not an `AsyncParsableCommand`, because the `run` method of that protocol is nonisolated and would start the global executor. The
/// executor's thread pool has a timer that wakes the process every second, but an idle inspector must not wake up.
nonisolated protocol ProgramCommand: ParsableCommand {
    /// Checks that the values fit together, before the command is carried out. This is not the `validate` of the argument parser, because that
    /// would be called before unknown options are reported.
    func check(in console: Console) throws(CommandFailure)

    @MainActor func execute(in console: Console) async throws
}

extension ProgramCommand {
    nonisolated func check(in console: Console) throws(CommandFailure) {}
}

/// A command that takes any number of links and files.
nonisolated protocol TakesInputs {
    var inputs: [String] { get set }
}

extension TakesInputs {
    /// - Parameter files: The other files that the command reads.
    /// - Throws: `CommandFailure` if there is no input, if standard input is to be read more than once, or if an input is neither a link nor
    ///   a file.
    nonisolated func checkInputs(canBeEmpty: Bool, and files: [String?] = []) throws(CommandFailure) {
        guard canBeEmpty || !inputs.isEmpty else { throw .usage("no input: give a link, a file, or - for standard input") }
        guard (inputs + files).count(where: { $0 == "-" }) <= 1 else {
            throw .usage("- is given more than once: standard input can be read only once")
        }
        for input in inputs { try InputArgument.checkIsLinkOrFile(input) }
    }
}

/// Splits a long command line in two, so that only its beginning is parsed.
///
/// The time of the argument parser grows with the square of the number of arguments: it took half a minute for 40,000 links. Therefore it
/// parses only the beginning, and the command gets the remaining links and files unparsed.
nonisolated enum ManyArguments {
    /// The number of arguments after the last option that are still parsed. They may include the option's value and the command's name.
    private static let parsed = 16

    static func split(_ arguments: [String]) -> (parsed: [String], rest: [String]) {
        let start = (arguments.lastIndex { $0.hasPrefix("-") } ?? -1) + 1
        let end = min(start + parsed, arguments.count)
        return (Array(arguments[..<end]), Array(arguments[end...]))
    }
}
