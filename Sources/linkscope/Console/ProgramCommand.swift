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
