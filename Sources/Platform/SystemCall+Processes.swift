#if !canImport(Darwin)
    import CPlatform
#endif

extension SystemCall {
    #if canImport(Darwin)
        typealias SpawnActions = posix_spawn_file_actions_t?
        typealias SpawnAttributes = posix_spawnattr_t?
    #else
        typealias SpawnActions = posix_spawn_file_actions_t
        typealias SpawnAttributes = posix_spawnattr_t
    #endif

    /// Returns memory for `posix_spawn_file_actions_init`. Nothing is unsafe about the memory itself, but a type is a pointer on one system
    /// and not on the other.
    @safe static func makeSpawnActions() -> SpawnActions {
        #if canImport(Darwin)
            nil
        #else
            unsafe posix_spawn_file_actions_t()
        #endif
    }

    /// Returns memory for `posix_spawnattr_init`.
    @safe static func makeSpawnAttributes() -> SpawnAttributes {
        #if canImport(Darwin)
            nil
        #else
            posix_spawnattr_t()
        #endif
    }

    /// Lets a program that is started inherit only its first descriptors. Returns flags for `posix_spawnattr_setflags`.
    ///
    /// - Parameter count: How many descriptors the program gets. `actions` has an entry for each of them.
    static func inheritOnly(_ count: Int, _ actions: inout SpawnActions) -> Int32 {
        #if canImport(Darwin)
            return Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
            unsafe cplatform_close_from(&actions, Int32(count))
            return 0
        #endif
    }

    /// Lets all threads allocate from few heaps, for a program that runs for long. Call this before threads are started.
    package static func shareHeaps() {
        #if !canImport(Darwin)
            cplatform_share_heaps()
        #endif
    }

    /// Creates a pipe with `O_CLOEXEC`.
    static func makePipe(_ ends: inout [Int32]) -> Int32 {
        #if canImport(Darwin)
            let result = unsafe pipe(&ends)
            // If there is no pipe, `errno` must stay as it is.
            if result == 0 {
                for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            }
            return result
        #else
            unsafe cplatform_pipe(&ends)
        #endif
    }

    /// Returns whether a process of a group is still running. Zombies do not count. Call this only after the leader of the group has ended.
    package static func hasRunningProcess(_ group: pid_t) -> Bool {
        guard kill(-group, 0) == 0 || errno == EPERM else { return false }
        #if canImport(Darwin)
            // On macOS, zombies cannot be distinguished from running processes. The leader has ended, and launchd reaps the other processes
            // at once.
            return false
        #else
            // Zombies stay in the group until they are reaped, and in a container there may be no process that reaps them.
            return FolderListing.names(in: "/proc").contains { name in
                name.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } && isRunning(name, in: group)
            }
        #endif
    }

    #if !canImport(Darwin)
        private static func isRunning(_ process: String, in group: pid_t) -> Bool {
            // A line has the form `12 (any name) S 1 12 …`. The fields after the name are the state, the parent and the group.
            let line = beginning(of: "/proc/\(process)/stat")
            guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return false }
            let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
            guard fields.count > 2, String(decoding: fields[2], as: UTF8.self) == String(group) else { return false }
            return fields[0].first != UInt8(ascii: "Z") && fields[0].first != UInt8(ascii: "X")
        }

        /// Returns the first bytes of a file in `/proc`, which a single call reads. Returns no bytes if the file cannot be read.
        private static func beginning(of path: String) -> [UInt8] {
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return [] }
            defer { close(file) }
            // `read` writes at most `room.count` bytes and returns how many it has written.
            return unsafe [UInt8](unsafeUninitializedCapacity: 1024) { room, count in
                count = max(0, unsafe read(file, room.baseAddress, room.count))
            }
        }
    #endif
}

package enum FolderListing {
    /// Returns all names except "." and "..". Returns an empty array if the folder cannot be read.
    package static func names(in folder: String) -> [String] { (try? readNames(in: folder)) ?? [] }

    /// Returns all names except "." and "..".
    package static func readNames(in folder: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw .last("opendir") }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // `readdir` ends each name with a zero byte, and the entry is valid until the next call.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
