import AppLinks
import Checks
import Deciding
import HTTPTransport
import Reports
import Store
import Tasks
import Web

extension TestCommand {
    /// Tests suites again whenever one of their files changes, until a signal ends the program.
    ///
    /// - Parameters:
    ///   - fetch: Nil if nothing is fetched.
    ///   - project: The project of `--project`; nil for those that suites name.
    /// - Throws: `CommandFailure` if the files cannot be watched.
    @MainActor func watch(_ run: TestRun, _ fetch: SuiteFetch?, _ project: ProjectReading?) async throws -> Never {
        var project = project
        do throws(SystemError) {
            var watcher = try FolderWatcher()
            while true {
                var loader = SuiteLoader(self, project: project)
                await fetch?.fetch(for: &loader, run.choice)
                do {
                    try await run.run(loader)
                } catch {
                    // What is wrong now may be right after the next change.
                    if let failure = error as? CommandFailure, !failure.message.isEmpty { run.console.error(failure.lines) }
                }
                // The files are compared after the watch has begun, so no change is missed.
                try watcher.watch(Array(loader.files.keys) + loader.projects.flatMap(\.paths))
                run.console.error("linkscope: watching \(loader.files.count) \(loader.files.count == 1 ? "file" : "files"); Ctrl-C ends")
                while !SuiteLoader.haveChanged(loader.files), !loader.projects.contains(where: \.hasChanged) { try watcher.wait() }
                project?.reread()
            }
        } catch {
            throw CommandFailure("--watch: \(error.reason)")
        }
    }
}
