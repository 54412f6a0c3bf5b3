/// What went wrong with a session's journal, and what to do.
package enum JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder of the journals cannot be used.
    case folder(Folders.Problem)
    /// The journal's file cannot be made, opened or read.
    case file(path: String, SystemError)
    /// The disk took nothing of what was to be written; what was there before is whole.
    case notWritten(path: String, SystemError)
    /// There is no journal that a living inspector does not hold.
    case noSession(folder: String)

    package var description: String {
        switch self {
        case .folder(let problem): "the session's journal cannot be kept in \(problem)"
        case .file(let path, let error): "the session's journal \(path) cannot be used: \(error)"
        case .notWritten(let path, let error): "nothing more can be written to \(path): \(error.reason). \(advice(error))"
        case .noSession(let folder): "there is no earlier session to continue in \(folder); start without --continue"
        }
    }

    private func advice(_ error: SystemError) -> String {
        error.isDiskFull ? "Make room on that disk; what is held in memory is tried again." : "What is held in memory is tried again."
    }
}
