import Foundation

/// How much work the tests do: little enough for a daily run, or everything if `LINKSCOPE_TESTS=long`, which `.ci/run --long` sets.
package enum Effort {
    package static let isLong = ProcessInfo.processInfo.environment["LINKSCOPE_TESTS"] == "long"

    /// Returns `daily` in a daily run and `long` in a long run.
    package static func size(_ daily: Int, long: Int) -> Int { isLong ? long : daily }
}
