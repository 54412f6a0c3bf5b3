extension RandomAccessCollection where Index == Int {
    /// Returns the end of the elements at the beginning for which a condition holds. It must hold for none after them.
    ///
    /// Half of the elements are left out at each step, so a long collection costs little more than a short one.
    @inlinable
    package func endOfPrefix(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
