internal import Tasks

/// Counts the closures of the default executor that are nested on one thread.
final class NestingDepth {
    /// The greatest depth at which a closure still runs at once. The first closure has the depth 0.
    private static let limit = 20

    private static let threadLocal = ThreadLocal<NestingDepth>()

    private var depth = 0

    /// Runs `closure` one level deeper and returns true. Returns false without running it if the depth limit is exceeded.
    static func nest(_ closure: () -> Void) -> Bool {
        threadLocal.with(orMake: { NestingDepth() }) { current in
            if current.depth > limit { return false }
            current.depth += 1
            closure()
            current.depth -= 1
            return true
        }
    }
}
