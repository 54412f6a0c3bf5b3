import Foundation

/// The seeds that a property is tried with: one a day, and all of them in the long run.
///
///     @Test(arguments: Seeds.among(1...12)) func repairsAreFinal(seed: UInt64) { … }
///
/// A failing test names its seed; `LINKSCOPE_SEED=7 swift test --filter …` repeats it on any day.
package enum Seeds {
    package static func among(_ all: ClosedRange<UInt64>) -> [UInt64] {
        if let asked { return [asked] }
        return Effort.isLong ? Array(all) : [all.lowerBound + day % UInt64(all.count)]
    }

    /// A day's share of many examples, every `parts`th of them, another one each day; all of them in the long run.
    package static func share<Example>(of all: [Example], in parts: Int) -> [Example] {
        guard !Effort.isLong else { return all }
        let first = Int((asked ?? day) % UInt64(parts))
        return stride(from: first, to: all.count, by: parts).map { all[$0] }
    }

    private static let asked = ProcessInfo.processInfo.environment["LINKSCOPE_SEED"].flatMap(UInt64.init)
    private static let day = UInt64(max(0, Date().timeIntervalSince1970) / 86_400)
}
