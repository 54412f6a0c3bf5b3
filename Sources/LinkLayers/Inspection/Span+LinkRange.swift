import Bytes

extension Span<UInt8> {
    /// The range of a link that stands alone in a text, without the white space around it. Texts from Word and HTML have no-break spaces as
    /// well.
    package var linkRange: Range<Int> {
        var range = trimmed
        while range.count > 1 {
            if isNoBreakSpace(at: range.lowerBound) {
                range = range.lowerBound + 2..<range.upperBound
            } else if isNoBreakSpace(at: range.upperBound - 2) {
                range = range.lowerBound..<range.upperBound - 2
            } else {
                break
            }
            let start = range.lowerBound
            let inner = extracting(range).trimmed
            range = start + inner.lowerBound..<start + inner.upperBound
        }
        return range
    }

    private func isNoBreakSpace(at index: Int) -> Bool { self[index] == 0xC2 && self[index + 1] == 0xA0 }
}
