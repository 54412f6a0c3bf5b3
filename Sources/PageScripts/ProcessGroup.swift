import Fetching
import Foundation

/// The processes that a program has started, which are in the group that it was made the first of.
enum ProcessGroup {
    /// Ends all of them, and waits until none of them does anything any more; so long at most.
    ///
    /// - Parameter first: One that nobody has waited for yet: until then nobody else can have its number.
    static func kill(first: pid_t, within time: Duration = .seconds(5)) {
        send(SIGKILL, to: -first)
        send(SIGKILL, to: first)
        let deadline = ContinuousClock.now + time
        while isAlive(first), .now < deadline { usleep(5_000) }
    }

    private static func isAlive(_ group: pid_t) -> Bool {
        guard send(0, to: -group) == 0 || errno == EPERM else { return false }
        #if canImport(Darwin)
            // There is no way to tell the dead in it from the living: the first is dead, and launchd buries the others at once.
            return false
        #else
            // The dead stay in the group until they are buried, which in a container may be never.
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { $0.allSatisfy(\.isNumber) } ?? []
            return numbers.contains { isAlive($0, in: group) }
        #endif
    }

    @discardableResult
    private static func send(_ signal: Int32, to process: pid_t) -> Int32 {
        #if canImport(Glibc)
            Glibc.kill(process, signal)
        #else
            Darwin.kill(process, signal)
        #endif
    }

    #if !canImport(Darwin)
        private static func isAlive(_ process: String, in group: pid_t) -> Bool {
            // `12 (any name) S 1 12 …`: the state, the parent, the group.
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/stat"), let end = line.lastIndex(of: UInt8(ascii: ")"))
            else { return false }
            let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
            guard fields.count > 2, String(decoding: fields[2], as: UTF8.self) == String(group) else { return false }
            return fields[0].first != UInt8(ascii: "Z") && fields[0].first != UInt8(ascii: "X")
        }
    #endif
}
