import ArgumentParser

/// A command that runs on the main actor.
///
/// This is not an `AsyncParsableCommand`, because the `run` method of that protocol is nonisolated and would start the global executor. The
/// executor's thread pool has a timer that wakes the process every second, but an idle inspector must not wake up.
nonisolated protocol ProgramCommand: ParsableCommand {
    @MainActor func execute() async throws
}
