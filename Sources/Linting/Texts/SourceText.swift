import Bytes

/// A text from a file that may contain links: a string literal, an attribute, a paragraph.
///
/// A part that is known only when the program runs, such as `\(id)`, is a hole: one placeholder letter in the text.
struct SourceText {
    /// The text with its escapes decoded, and the place in the file of each byte.
    var text: TracedText
    /// The parts of the file that are holes, in order.
    var holes: [Range<Int>] = []
    /// Whether the text is one value, such as a string literal, and not a document. A value that is a link begins with it.
    var isValue = false
    /// Whether the program appends more text to the end.
    var continues = false

    /// Returns the holes in and beside a part of the file.
    func holes(near place: Range<Int>) -> ArraySlice<Range<Int>> {
        var (low, high) = (0, holes.count)
        while low < high {
            let middle = (low + high) / 2
            if holes[middle].upperBound < place.lowerBound { low = middle + 1 } else { high = middle }
        }
        return holes[low...].prefix { $0.lowerBound <= place.upperBound }
    }

    /// The letter in the place of a hole.
    static let placeholder = UInt8(ascii: "x")
}
