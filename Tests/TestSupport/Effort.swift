import Foundation

/// How much the tests try: what fits a daily run, or everything with `LINKSCOPE_TESTS=long`, as `.ci/run --long` has it.
package enum Effort {
    package static let isLong = ProcessInfo.processInfo.environment["LINKSCOPE_TESTS"] == "long"

    /// A size for the daily run, and the one for the long run.
    package static func size(_ daily: Int, long: Int) -> Int { isLong ? long : daily }
}
