import Bytes

extension ByteView {
    /// Returns the first place from `start` on whose byte does not meet a condition, or the end.
    @inline(__always)
    func skip(_ start: Int, while condition: (UInt8) -> Bool) -> Int {
        var index = start
        while index < count, condition(self[index]) { index += 1 }
        return min(index, count)
    }

    /// Returns the number of backslashes right before an index.
    func backslashes(before index: Int) -> Int {
        var start = index
        while start > 0, self[start - 1] == UInt8(ascii: "\\") { start -= 1 }
        return index - start
    }
}
