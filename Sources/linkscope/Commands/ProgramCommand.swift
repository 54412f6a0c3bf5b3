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
