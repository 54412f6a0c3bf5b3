// Ranges in order. Except in `joinOverlapping`, the ranges must be sorted and must not overlap.
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

    /// Returns the ranges that have a byte of `range`.
    package func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
        let end = range.isEmpty ? 0 : first(after: range.upperBound - 1)
        var start = end
        while start > 0, self[start - 1].upperBound > range.lowerBound { start -= 1 }
        return self[start..<end]
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

    /// Sorts the ranges, and joins those that overlap or touch.
    package mutating func joinOverlapping() {
        if isEmpty { return }
        sort { $0.lowerBound < $1.lowerBound }
        var last = 0
        for range in self {
            if range.lowerBound <= self[last].upperBound {
                self[last] = self[last].lowerBound..<Swift.max(self[last].upperBound, range.upperBound)
            } else {
                last += 1
                self[last] = range
            }
        }
        removeSubrange((last + 1)...)
    }
}
