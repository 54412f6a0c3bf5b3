internal import Tasks

/// How many closures of the default executor are nested on one thread.
final class NestingDepth {
    /// Closures run at once up to this depth.
    private static let limit = 20

    private static let threadLocal = ThreadLocal<NestingDepth>()

    private var depth = 0

    /// Runs `closure` one level deeper, unless the calling thread is as deep as it may be; answers whether it has.
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
