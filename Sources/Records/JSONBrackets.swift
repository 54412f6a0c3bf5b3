/// The brackets of JSON. Those in strings do not count.
enum JSONBrackets {
    /// Returns how many more brackets a text opens than it closes. An unclosed string ends at the end of the text.
    ///
    /// - Parameter isFirstOnly: Whether to stop after the bracket that closes the first one. `end` is the position after it.
    static func count(in text: Span<UInt8>, isFirstOnly: Bool = false) -> (depth: Int, end: Int) {
        var depth = 0
        var isInString = false
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\") where isInString: index += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
                depth -= 1
                if isFirstOnly, depth == 0 { return (0, index + 1) }
            default: break
            }
            index += 1
        }
        return (depth, text.count)
    }
}
