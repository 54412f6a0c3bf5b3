import Intake

/// `linkscope test --watch`: tests suites again whenever one of their files changes, until a signal ends the program.
struct SuiteWatch {
    let paths: [String]
    let run: TestRun
    /// Nil if nothing is fetched.
    let fetch: SuiteFetch?

    /// - Throws: `CommandFailure` if the files cannot be watched.
    func start() async throws -> Never {
        do throws(SystemError) {
            var watcher = try FolderWatcher()
            while true {
                var loader = SuiteLoader(paths, isOnline: fetch != nil)
                await fetch?.fetch(for: &loader, run.choice)
                do {
                    try await run.run(loader)
                } catch {
                    // What is wrong now may be right after the next change.
                    if let failure = error as? CommandFailure, !failure.message.isEmpty {
                        run.console.error("linkscope: \(failure.message)")
                    }
                }
                // The files are compared after the watch has begun, so no change is missed.
                try watcher.watch(loader.files.keys)
                run.console.error("linkscope: watching \(loader.files.count) \(loader.files.count == 1 ? "file" : "files"); Ctrl-C ends")
                while !SuiteLoader.haveChanged(loader.files) { try watcher.wait() }
            }
        } catch {
            throw CommandFailure("--watch: \(error.reason)")
        }
    }
}
