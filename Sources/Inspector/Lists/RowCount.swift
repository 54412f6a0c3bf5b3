/// How many rows of a list are shown, and how many the whole list has.
package struct RowCount: Sendable, Hashable {
    package var count: Int
    package var total: Int

    /// Returns the numbers in words, such as `3 links` or `38 of 214 links`.
    func words(_ one: String) -> String {
        let noun = total == 1 ? one : one + "s"
        return count == total ? "\(count) \(noun)" : "\(count) of \(total) \(noun)"
    }
}
