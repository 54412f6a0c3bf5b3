import Bytes

extension ByteView {
    /// Returns whether a text is at a place.
    func has(_ text: String, at place: Int) -> Bool { text.utf8.enumerated().allSatisfy { self[place + $0] == $1 } }

    /// Returns the first place from `start` on whose byte does not meet a condition, or the end.
    @inline(__always)
    func skip(_ start: Int, while condition: (UInt8) -> Bool) -> Int {
        var index = start
        while index < count, condition(self[index]) { index += 1 }
        return min(index, count)
    }

    /// Returns the first place before `end` from which on the bytes meet a condition, or `end`.
    @inline(__always)
    func skipBack(_ end: Int, atMost most: Int = .max, while condition: (UInt8) -> Bool) -> Int {
        var start = end
        while start > 0, end - start < most, condition(self[start - 1]) { start -= 1 }
        return start
    }

    /// Returns the place of a slash that JSON escaped, perhaps several times: `\/`, `\\\/`.
    func escapedSlash(at backslash: Int) -> Int? {
        let end = (backslash..<backslash + 8).first { self[$0] != UInt8(ascii: "\\") } ?? backslash
        return end > backslash && self[end] == UInt8(ascii: "/") ? end : nil
    }

    /// Returns the number of backslashes right before an index.
    func backslashes(before index: Int) -> Int { index - skipBack(index) { $0 == UInt8(ascii: "\\") } }
}
