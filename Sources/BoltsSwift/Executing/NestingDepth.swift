internal import Foundation

/// How many closures of the default executor are nested on the calling thread.
enum NestingDepth {
    /// Closures run at once up to this depth.
    private static let limit = 20

    /// One word a thread, which is the number itself: nothing to allocate, nothing to free when the thread ends.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        // Fails only if the process has used up all its keys (at least 128).
        let status = unsafe pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-local key left in this process")
        return key
    }()

    private static var depth: Int {
        get { unsafe Int(bitPattern: pthread_getspecific(key)) }
        set { _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }

    static var isExhausted: Bool { depth > limit }

    static func nest(_ closure: () -> Void) {
        let outer = depth
        depth = outer + 1
        closure()
        depth = outer
    }
}
