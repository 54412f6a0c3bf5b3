import ArgumentParser

/// A command that runs on the main actor.
///
/// It is no `AsyncParsableCommand`, whose `run` is nonisolated: that would start the global executor, whose thread pool has a timer that wakes the
/// process every second. The inspector must not wake up while nothing happens.
nonisolated protocol ProgramCommand: ParsableCommand {
    @MainActor func execute() async throws
}
