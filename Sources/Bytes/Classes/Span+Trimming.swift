extension Span<UInt8> {
    /// The range of the bytes without leading and trailing white space.
    package var trimmed: Range<Int> {
        var (start, end) = (0, count)
        while start < end, ByteClass.isBlank(self[start]) { start += 1 }
        while end > start, ByteClass.isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}
