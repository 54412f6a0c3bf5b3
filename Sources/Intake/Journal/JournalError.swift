/// An error about a session's journal. Its description tells what failed and what to do.
package enum JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder of the journals cannot be used.
    case folder(Folders.Problem)
    /// The journal file cannot be created, opened or read.
    case file(path: String, SystemError)
    /// The new data could not be written. The earlier content is intact.
    case notWritten(path: String, SystemError)
    /// There is no journal, or every journal is empty or in use by a running inspector.
    case noSession(folder: String)

    /// The file that should be replayed is no journal.
    case notAJournal(path: String)

    package var description: String {
        switch self {
        case .notAJournal(let path): "\(path) is not the journal of a session"
        case .folder(let problem): "\(problem)"
        case .file(let path, let error): "the session's journal \(path) cannot be used: \(error)"
        case .notWritten(let path, let error): "\(path) can no longer be written: \(error.reason). \(advice(error))"
        case .noSession(let folder): "there is no earlier session to continue in \(folder): start without --continue"
        }
    }

    private func advice(_ error: SystemError) -> String {
        error.isDiskFull
            ? "Free some space on that disk; linkscope then saves what it holds in memory."
            : "linkscope tries again to save what it holds in memory."
    }
}
