extension Array<Range<Int>> {
    /// Returns whether one of these ranges has all of `range`. The ranges must be sorted and must not overlap, so only the last one that
    /// begins at or before `range` can.
    package func cover(_ range: Range<Int>) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low > 0 && range.upperBound <= self[low - 1].upperBound
    }
}
