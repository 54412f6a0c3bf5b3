import Foundation

/// The seeds with which a property is tested: a different one each day, or all of them in a long run.
///
///     @Test(arguments: Seeds.among(1...12)) func repairsAreFinal(seed: UInt64) { … }
///
/// A failing test names its seed. `LINKSCOPE_SEED=7 swift test --filter …` repeats the test with that seed on any day.
package enum Seeds {
    package static func among(_ all: ClosedRange<UInt64>) -> [UInt64] {
        if let asked { return [asked] }
        return Effort.isLong ? Array(all) : [all.lowerBound + day % UInt64(all.count)]
    }

    /// Returns every `parts`th example, starting at a different one each day. In a long run, returns all examples.
    package static func share<Example>(of all: [Example], in parts: Int) -> [Example] {
        guard !Effort.isLong else { return all }
        let first = Int((asked ?? day) % UInt64(parts))
        return stride(from: first, to: all.count, by: parts).map { all[$0] }
    }

    /// The seed of `LINKSCOPE_SEED`.
    package static let asked = ProcessInfo.processInfo.environment["LINKSCOPE_SEED"].flatMap(UInt64.init)
    /// A number that is different each day.
    package static let day = UInt64(max(0, Date().timeIntervalSince1970) / 86_400)
}
