import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The processor time of this thread. Limits on it hold even on a busy machine.
package enum ThreadTime {
    /// How many times longer everything takes in this build: `LINKSCOPE_SLOWDOWN`, which `.ci/run --long` sets for the address sanitizer.
    private static let slowdown = ProcessInfo.processInfo.environment["LINKSCOPE_SLOWDOWN"].flatMap(Int.init) ?? 1

    /// Returns the time that the work takes in an ordinary build.
    package static func spent(_ work: () -> Void) -> Duration {
        let start = now()
        work()
        return (now() - start) / slowdown
    }

    private static func now() -> Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
}

extension ThreadTime {
    /// Returns whether the time for some work grows in proportion to its size. Work of eight times the size may take 24 times as long,
    /// which leaves room for noise but is less than the 64 times of quadratic work. Work that takes longer is measured up to two more
    /// times.
    package static func isLinear(from size: Int, _ work: (_ size: Int) -> Void) -> Bool {
        (0..<3).contains { _ in
            let small = spent { work(size) }
            return spent { work(size * 8) } < small * 24 + .milliseconds(3)
        }
    }
}
