#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The time that the processor spent on this thread: a bound of work that holds on a busy machine too.
package enum ThreadTime {
    package static func spent(_ work: () -> Void) -> Duration {
        let start = now()
        work()
        return now() - start
    }

    private static func now() -> Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
}

extension ThreadTime {
    /// Whether work takes time in proportion to its size: eight times as much may take eight times as long, three times over, but not the
    /// sixty-four times that a square does. Measured again before it is said to grow faster.
    package static func isLinear(from size: Int, _ work: (_ size: Int) -> Void) -> Bool {
        (0..<3).contains { _ in
            let small = spent { work(size) }
            return spent { work(size * 8) } < small * 24 + .milliseconds(3)
        }
    }
}
