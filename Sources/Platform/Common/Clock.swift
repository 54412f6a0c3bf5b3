/// The time of day in milliseconds since 1970.
package enum WallClock {
    package static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// A time that never goes back, counted from an unknown moment.
package enum MonotonicClock {
    package static func nanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    package static func milliseconds() -> Int64 { Int64(clamping: nanoseconds() / 1_000_000) }
}
