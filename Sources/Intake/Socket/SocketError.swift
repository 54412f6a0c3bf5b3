/// An error between a command and a running inspector. Its description tells what failed and what to do.
package enum SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    case folder(Folders.Problem)
    /// This inspector cannot create its socket.
    case cannotListen(path: String, SystemError)
    case noInspector
    /// Inspectors are running, but none has this process ID.
    case noSuchInspector(pid: Int32, running: [Int32])
    /// The connection failed, or the inspector did not follow the protocol.
    case broken(pid: Int32, reason: String)
    /// The inspector refused the request for this reason.
    case refused(pid: Int32, reason: String)

    package var description: String {
        switch self {
        case .folder(let problem):
            "the folder of the inspectors' sockets cannot be used: \(problem)"
        case .cannotListen(let path, let error):
            "\(path): \(error)"
        case .noInspector:
            "no inspector is running: start `linkscope` in another terminal"
        case .noSuchInspector(let pid, let running):
            "no inspector \(pid) is running; running now: \(running.map(String.init).joined(separator: ", "))"
        case .broken(let pid, let reason):
            "inspector \(pid) does not answer: \(reason); look at its screen for the reason"
        case .refused(let pid, let reason):
            "inspector \(pid) refused: \(reason)"
        }
    }
}
