import Intake
import Platform

/// A lock on a folder, which other processes of linkscope take too. It is released with the object.
final class FileLock {
    private let descriptor: Int32

    /// Waits until no other process has the lock.
    init(folder: String) throws(HandlerError) {
        descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HandlerError(path: folder, reason: SystemError("open", code: errno).reason) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw HandlerError(path: folder, reason: SystemError("flock", code: errno).reason) }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
