extension RandomAccessCollection where Index == Int {
    /// Returns the first index whose element passes a test, or the end if there is none. All elements after one that passes must pass too.
    func partitionPoint(where passes: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
