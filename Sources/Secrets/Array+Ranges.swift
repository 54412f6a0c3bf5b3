// Questions about secrets in order. The ranges must be sorted and must not overlap.
extension Array<Range<Int>> {
    /// Returns whether one of these ranges has all of `range`.
    package func cover(_ range: Range<Int>) -> Bool {
        let next = first(after: range.lowerBound)
        return next > 0 && range.upperBound <= self[next - 1].upperBound
    }

    /// Returns whether one of these ranges has a byte of `range`.
    package func overlap(_ range: Range<Int>) -> Bool {
        let next = first(after: range.lowerBound)
        return next > 0 && self[next - 1].upperBound > range.lowerBound || next < count && self[next].lowerBound < range.upperBound
    }

    /// Returns the index of the first range that begins after a place.
    package func first(after place: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].lowerBound <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
