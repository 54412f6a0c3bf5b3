extension BidirectionalCollection<UInt8> {
    /// The bytes without leading and trailing blanks.
    @inlinable package var trimmed: SubSequence {
        guard let first = firstIndex(where: { !ByteClass.isBlank($0) }), let last = lastIndex(where: { !ByteClass.isBlank($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}
