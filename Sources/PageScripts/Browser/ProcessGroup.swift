import Foundation
import Platform

/// The process group of a program that linkscope has started: the program and all processes that the program has started.
enum ProcessGroup {
    /// Kills all processes of the group, and waits until they have ended, but at most 5 seconds.
    ///
    /// - Parameter first: The leader of the group. Call `waitpid` for the leader only afterwards, because until then no other process can
    ///   get its ID.
    static func end(first: pid_t) {
        kill(-first, SIGKILL)
        kill(first, SIGKILL)
        let deadline = ContinuousClock.now + .seconds(5)
        while SystemCall.hasRunningProcess(first), .now < deadline { usleep(5_000) }
    }
}
