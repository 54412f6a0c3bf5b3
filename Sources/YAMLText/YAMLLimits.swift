import Bytes

/// The limits of a YAML document, which may come from anyone. They keep the memory and the time for a document in proportion to its size.
package struct YAMLLimits: Sendable {
    /// The most bytes of a document.
    package var bytes = 8 << 20
    /// The most signs between values: line ends, commas and brackets. Each value takes some hundred bytes of memory.
    package var signs = 1 << 20
    /// The most texts that look like an alias (`*name`) in a document with an anchor (`&name`). A few lines with aliases of aliases stand
    /// for billions of values, which Yams would compare with each other where a mapping has them as a name.
    package var aliases = 3
    /// The most levels of lists and mappings.
    package var depth = 64

    package init() {}

    /// Returns why a text is not parsed; nil if it is within the limits.
    package func problem(in text: String) -> YAMLProblem? { text.withBytes(problem) }

    func problem(in text: Span<UInt8>) -> YAMLProblem? {
        guard text.count <= bytes else { return YAMLProblem(YAMLPlace(line: 1, column: 1), "the file is larger than \(bytes) bytes") }
        var (signs, aliases, anchors) = (0, 0, 0)
        var lastAlias = 0
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): signs += 1
            case UInt8(ascii: "*") where Self.isName(text, at: index):
                aliases += 1
                lastAlias = index
            case UInt8(ascii: "&") where Self.isName(text, at: index): anchors += 1
            default: break
            }
        }
        if signs > self.signs { return YAMLProblem(YAMLPlace(line: 1, column: 1), "the file has more than \(self.signs) values") }
        guard aliases > self.aliases, anchors > 0 else { return nil }
        return YAMLProblem(
            Self.place(of: lastAlias, in: text),
            "aliases (*name) are not supported: write the value at each place. In a text in double quotes, write * as \\x2A")
    }

    /// Returns whether the sign at an index may begin an alias or an anchor: it begins a value, and a name follows.
    private static func isName(_ text: Span<UInt8>, at index: Int) -> Bool {
        guard index + 1 < text.count else { return false }
        switch text[index + 1] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            break
        default: return false
        }
        guard index > 0 else { return true }
        switch text[index - 1] {
        case 0...0x20, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"), 0x80...: return true
        default: return false
        }
    }

    private static func place(of index: Int, in text: Span<UInt8>) -> YAMLPlace {
        var place = YAMLPlace(line: 1, column: 1)
        for other in 0..<index {
            if text[other] == UInt8(ascii: "\n") {
                place.line += 1
                place.column = 1
            } else if text[other] & 0xC0 != 0x80 {
                place.column += 1
            }
        }
        return place
    }
}
