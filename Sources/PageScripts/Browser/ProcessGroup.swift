import Foundation

/// The process group of a program that linkscope has started: the program and all processes that the program has started.
enum ProcessGroup {
    /// Kills all processes of the group, and waits until they have ended, but at most 5 seconds.
    ///
    /// - Parameter first: The leader of the group. Call `waitpid` for the leader only afterwards, because until then no other process can get
    ///   its ID.
    static func end(first: pid_t) {
        kill(-first, SIGKILL)
        kill(first, SIGKILL)
        let deadline = ContinuousClock.now + .seconds(5)
        while isAlive(first), .now < deadline { usleep(5_000) }
    }

    private static func isAlive(_ group: pid_t) -> Bool {
        guard kill(-group, 0) == 0 || errno == EPERM else { return false }
        #if canImport(Darwin)
            // On macOS, zombies cannot be distinguished from running processes. The leader has ended, and launchd reaps the other processes
            // at once.
            return false
        #else
            // Zombies stay in the group until they are reaped, and in a container there may be no process that reaps them.
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { $0.allSatisfy(\.isNumber) } ?? []
            return numbers.contains { isAlive($0, in: group) }
        #endif
    }

    #if !canImport(Darwin)
        private static func isAlive(_ process: String, in group: pid_t) -> Bool {
            // A line has the form `12 (any name) S 1 12 …`. The fields after the name are the state, the parent and the group.
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/stat"), let end = line.lastIndex(of: UInt8(ascii: ")"))
            else { return false }
            let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
            guard fields.count > 2, String(decoding: fields[2], as: UTF8.self) == String(group) else { return false }
            return fields[0].first != UInt8(ascii: "Z") && fields[0].first != UInt8(ascii: "X")
        }
    #endif
}
