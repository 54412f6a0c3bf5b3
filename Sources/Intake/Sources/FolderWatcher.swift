import Platform

/// Waits until a file in some folders has been written, replaced or removed, without polling.
package struct FolderWatcher: ~Copyable {
    private var queue: ChangeQueue

    package init() throws(SystemError) { queue = try ChangeQueue() }

    /// Waits until a file has changed since the folders were watched or the last wait. Does not tell which file has changed.
    package func wait() throws(SystemError) {
        _ = try Readiness.wait([(queue.descriptor, Readiness.readable)])
        queue.drain()
    }

    /// Watches these files, and no others. A folder that does not exist is left out.
    package mutating func watch(_ paths: some Collection<String>) throws(SystemError) {
        queue.forgetAll()
        try queue.watchWrites(to: paths, in: Set(paths.map { PathParts($0).openableFolder }))
    }
}
